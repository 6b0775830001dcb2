"""Which of the offered media types a caller prefers."""

from functools import lru_cache

from trivet_stubs.kernel.refusal import Refusal


@lru_cache(maxsize=128)  # a client sends the same header with every request
def preferred(accept: str, offered: tuple[str, ...]) -> str | None:
    """The offered media type that the `accept` header wants most; the first one when it does not say.

    None when nothing is offered, because the answer has no body.
    """
    if not offered:
        return None
    ranges = [part for part in accept.split(",") if part.strip()]
    for wanted in sorted(filter(_quality, ranges), key=_quality, reverse=True):
        name = wanted.split(";")[0].strip().lower()
        for media_type in offered:
            if name in (media_type, "*/*", media_type.split("/")[0] + "/*"):
                return media_type
    if not ranges:
        return offered[0]
    rule = f"{accept} is none of {', '.join(offered)}"
    raise Refusal.argument("accept", rule, place=("header", "accept"), value=accept)


def _quality(media_range: str) -> float:
    for parameter in media_range.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
