"""The operations of the catalog of models."""

from tests.stubs.agent.helpers import data, refusal


def test_model_is_found_by_an_id_with_slashes(http):
    models = data(http.get("/api/catalog/model"))
    found = data(http.get("/api/catalog/model/router/meadow%2Fgrass-3.1%3Afree"))

    assert found in models
    assert found["id"] == "meadow/grass-3.1:free"
    missing = http.get("/api/catalog/model/router/none")
    assert refusal(missing)[:2] == (404, "ModelNotFoundError")
    assert (missing.json()["providerID"], missing.json()["modelID"]) == ("router", "none")
