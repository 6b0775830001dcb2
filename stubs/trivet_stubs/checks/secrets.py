"""The values that a report must not show: what the callers present, and what answers gave under secret keys."""

from trivet_stubs.checks.excerpt import secret_values
from trivet_stubs.kernel.secrets import ANYWHERE, hide

_KEPT = 3000
_READ = 1024 * 1024


class Secrets:
    """Remembers secret values and takes them out of texts, in each way in which they are written there.

    >>> secrets = Secrets()
    >>> secrets.collect(b'{"share_token": "Zm9vYmFyLTE3"}')
    >>> secrets.hide("https://chat.test/conversations/shared/Zm9vYmFyLTE3")
    'https://chat.test/conversations/shared/<share_token>'
    """

    def __init__(self) -> None:
        self._added: dict[str, str] = {}
        self._collected: dict[str, str] = {}

    def add(self, value: str, shown: str) -> None:
        """Remember a value for good, and what stands for it in a text."""
        self._added[value] = shown

    def collect(self, body: bytes) -> None:
        """Remember the values that stand in the JSON of an answer under keys of secrets; of many, the latest.

        Short values are left as they are: they may be words.
        """
        self._collected.update(
            {value: f"<{key}>" for key, value in secret_values(body[:_READ]) if len(value) >= ANYWHERE}
        )
        while len(self._collected) > _KEPT:
            del self._collected[next(iter(self._collected))]

    def hide(self, text: str) -> str:
        """The text with a name in place of each value."""
        return hide(text, {**self._collected, **self._added})
