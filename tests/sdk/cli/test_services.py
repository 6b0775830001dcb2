"""The groups of the services."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from trivet.cli import services
from trivet.cli.services import groups, help_of


def test_every_service_with_a_table_has_a_group() -> None:
    assert services.services() == ["agent", "bus", "chat"]
    assert {name: each.target for name, each in groups().items()} == {
        each: f"trivet.cli.services:add_{each}" for each in services.services()
    }


def test_group_of_a_service_holds_operations_recipes_and_request() -> None:
    app = typer.Typer()
    app.callback()(lambda: None)
    services.add_bus(app)
    root: Any = typer.main.get_command(app)
    found = root.commands["bus"].list_commands(None)
    assert {"arrivals", "stops", "request", *services.RECIPES["bus"]} <= set(found)


def test_service_without_a_line_of_help_gets_one() -> None:
    assert help_of("toy") == "The toy service."
    with pytest.raises(AttributeError, match="add_toy"):
        _ = services.add_toy
    with pytest.raises(AttributeError, match="remove_bus"):
        _ = services.remove_bus
