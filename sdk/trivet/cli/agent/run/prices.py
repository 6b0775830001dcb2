"""The option `--price`: the prices of models as text."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from trivet.cli.failures import UsageError

if TYPE_CHECKING:  # a command's help needs no client
    from trivet.agent import Price

PARTS = ("input", "output", "cache_read", "cache_write")
RULE = "[PROVIDER/MODEL:]0 or [PROVIDER/MODEL:]input=3,output=15, with cache_read= and cache_write= if you like"


def read_prices(texts: Iterable[str]) -> Price | dict[str, Price] | None:
    """Return the prices: one for all models without a known price, or one for each model; None without a text.

    >>> read_prices(["acme/large:input=3,output=15", "acme/small:0"])["acme/large"].output
    15.0

    Raises:
        UsageError: A text is not a price, or there are several for the same models.
    """
    prices: dict[str, Price] = {}
    for text in texts:
        model, colon, price = text.rpartition(":")
        provider, _, name = model.partition("/")
        if colon and not (provider and name):
            raise UsageError(f"--price: {text!r} is not a price; give {RULE}")
        if model in prices:
            raise UsageError(f"--price: {text!r}: there is another price for {model or 'all models'}")
        prices[model] = _price(text, price)
    if "" not in prices:
        return prices or None
    if len(prices) > 1:
        raise UsageError("--price: give one price for all models, or one for each PROVIDER/MODEL")
    return prices[""]


def _price(text: str, price: str) -> Price:
    from trivet import InvalidArgumentError  # noqa: PLC0415  a command's help needs no client
    from trivet.agent import Price  # noqa: PLC0415

    if price == "0":
        return Price(input=0, output=0)
    pairs = [part.partition("=") for part in price.split(",")]
    names = {name.strip() for name, _, _ in pairs}
    if len(names) == len(pairs) and {"input", "output"} <= names <= set(PARTS):
        with suppress(ValueError, InvalidArgumentError):
            return Price(**{name.strip(): float(rate) for name, _, rate in pairs})
    raise UsageError(f"--price: {text!r} is not a price; give {RULE}")
