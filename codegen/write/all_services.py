"""The source of the modules that list all services, and of the package of a new service."""

from __future__ import annotations

from collections.abc import Iterable

from ..read.ir import Service

PACKAGES = {
    "_generated/__init__.py": '"""Generated from the spec: records, calls, groups of operations and the clients."""\n',
    "_generated/_async/__init__.py": '"""The async client\'s part; `_sync` is derived from it."""\n',
}
"""The `__init__.py` files among the generated files of a service, by their path in its package."""

_CLIENTS = '''"""The clients and packages of the services, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
{imports}

__all__ = {names}

SERVICES = {services}

MODULES: Mapping[str, str] = {modules}
"""From each name to its module, relative to this package."""
'''

_STUBS = '''"""The services and their stubs, and the module of each stub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
{imports}

__all__ = {names}

SERVICES = {services}

MODULES: Mapping[str, str] = {modules}
"""From each stub to its module."""
'''

_PACKAGE = '''"""{title}: its clients and records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from ._generated.names import *
else:
    __getattr__, __dir__ = lazy_exports(__name__, {{}}, generated="._generated.names")
'''


def clients_module(services: Iterable[str]) -> str:
    """Return the source of the module that lists the clients and packages of all services."""
    services = sorted(services)
    modules: dict[str, str] = {}
    for name in services:
        client = f"{name.capitalize()}Client"
        modules[name] = f"..{name}"
        modules[f"Async{client}"] = f"..{name}._generated._async.client"
        modules[client] = f"..{name}._generated._sync.client"
    imports = [
        f"    from {'..' if module == f'..{name}' else module} import {name} as {name}"
        for name, module in modules.items()
    ]
    return _CLIENTS.format(imports="\n".join(imports), names=sorted(modules), services=tuple(services), modules=modules)


def stubs_module(services: Iterable[str]) -> str:
    """Return the source of the module that lists the stubs of all services."""
    services = sorted(services)
    modules = {f"{name.capitalize()}Stub": f"trivet_stubs.{name}" for name in services}
    imports = [f"    from {module} import {name} as {name}" for name, module in modules.items()]
    return _STUBS.format(imports="\n".join(imports), names=sorted(modules), services=tuple(services), modules=modules)


def service_package(service: Service) -> str:
    """Return the source of the public package of a new service, which is later edited by hand."""
    return _PACKAGE.format(title=service.title.replace("\\", "").replace('"', "'"))
