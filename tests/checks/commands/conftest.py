"""The fixtures of the stubs' command, which `proxy` and `replay` join."""

from tests.stubs.commands.conftest import refused as refused
from tests.stubs.commands.conftest import run as run
