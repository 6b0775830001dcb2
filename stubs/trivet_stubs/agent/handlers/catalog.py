"""The handlers of the catalog of models."""

from trivet_stubs.agent.envelope import plain
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.seed import CATALOG
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class CatalogHandlers:
    """The models of all providers; they are the same for every stub."""

    @operation("catalog.model.list")
    def list_models(self, request: ContractRequest) -> JsonObject:
        """Answer the models."""
        return plain(CATALOG)

    @operation("catalog.model.get")
    def get_model(self, request: ContractRequest) -> JsonObject:
        """Answer one model of a provider."""
        provider, model = request.path["providerID"], request.path["modelID"]
        for each in CATALOG:
            if (each["providerID"], each["id"]) == (provider, model):
                return plain(each)
        raise absent("Model", "modelID", model, providerID=provider)
