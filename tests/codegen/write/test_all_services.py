"""What `trivet` has of each service, and the first source of a new service's package."""

from codegen.read import document
from codegen.write.all_services import clients_module, service_package

from ..specs import Spec


def test_clients_of_each_service_are_listed():
    namespace: dict[str, object] = {}
    exec(compile(clients_module(["toy", "bus"]), "names", "exec"), namespace)
    assert namespace["MODULES"] == {
        "bus": "..bus",
        "AsyncBusClient": "..bus._generated._async.client",
        "BusClient": "..bus._generated._sync.client",
        "toy": "..toy",
        "AsyncToyClient": "..toy._generated._async.client",
        "ToyClient": "..toy._generated._sync.client",
    }
    assert namespace["__all__"] == sorted(namespace["MODULES"])


def test_title_with_quotes_stays_inside_the_docstring(spec: Spec):
    spec["info"]["title"] = 'Toys """ \\'
    source = service_package(document.service("orchard", spec))
    compile(source, "package", "exec")
    assert source.startswith('"""Toys \'\'\' : its clients and records."""')
