"""The names that a new service cannot have; nothing is written for them."""

import pytest

from codegen.read.faults import DocumentError
from codegen.write.new_service import write_new_service

from ..conftest import ROOT


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Parcel", "'Parcel' is not the name of a service: a noun of lower-case letters, such as parcel"),
        ("parcel2", "'parcel2' is not the name of a service: a noun of lower-case letters, such as parcel"),
        ("class", "'class' is not a name that Python can use"),
        ("bus", "sdk/trivet has the package or module bus already"),
        ("errors", "sdk/trivet has the package or module errors already"),
        ("kernel", "stubs/trivet_stubs has the package or module kernel already"),
        ("budget", "stubs/trivet_stubs/checks has the package or module budget already"),
        ("stub", "stub is a command of trivet"),
        ("rules", "docs/rules.md exists"),
    ],
)
def test_name_that_a_service_cannot_have_is_refused(name: str, message: str):
    with pytest.raises(DocumentError) as caught:
        write_new_service(ROOT, name)
    assert caught.value.faults == (message,)
