from typing import Any

from codegen.read import document
from codegen.write.envelope import envelope
from codegen.write.origins import origins

from ..conftest import CUSTOMIZATIONS


def test_record_names_the_operations_that_give_or_take_it(spec: dict[str, Any]):
    service = document.service("orchard", spec)
    found = origins(service, envelope(service, CUSTOMIZATIONS))
    assert found["Weather"] == "Given by `weather.now`."
    assert found["TreePlan"] == "Taken by `trees.plant`."
    assert found["FrostNews"] == "Given by `news.follow`."
    assert found["NewsFrame"] == "In the frames of `news.follow`."
    assert found["Row"].startswith("Given by `")
    assert " and " in found["Row"]
