"""The error of a record that does not fit."""

import pickle

from trivet.data import TableError


def test_table_error_names_record_and_field_and_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(TableError(17, "next_bus.latitude", "a str does not fit the column of double")))
    assert str(error) == "records[17].next_bus.latitude: a str does not fit the column of double"
    assert (error.index, error.field) == (17, "next_bus.latitude")
    assert str(TableError(0, "", "expected a record, got None")) == "records[0]: expected a record, got None"
