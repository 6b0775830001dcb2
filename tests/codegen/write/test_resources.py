from typing import Any

from codegen.read import document
from codegen.write.resources import flat, groups, resource_view

from ..conftest import CUSTOMIZATIONS


def test_groups_follow_the_operation_ids(spec: dict[str, Any]):
    tree = groups(document.service("orchard", spec))
    names = [".".join(each.path) for each in flat(tree)]
    assert names == sorted(names)
    assert {"trees", "trees.fruits", "harvests.crates"} <= set(names)


def test_class_name_contains_the_whole_path(spec: dict[str, Any]):
    by_path = {each.path: each for each in flat(groups(document.service("orchard", spec)))}
    assert by_path["trees", "fruits"].class_name == "AsyncTreesFruits"


def test_method_called_list_is_last(spec: dict[str, Any]):
    service = document.service("orchard", spec)
    (trees,) = [each for each in flat(groups(service)) if each.path == ("trees",)]
    view = resource_view(trees, service, CUSTOMIZATIONS)
    assert [each.name for each in view.methods][-1] == "list"
    assert ("fruits", "AsyncTreesFruits") in view.children
