"""The options that lead another command to the server of this one."""

from __future__ import annotations

import os
from enum import Enum

from trivet.cli.options import Options
from trivet.cli.settings.names import credential_name, variable
from trivet.cli.settings.profiles import DEFAULT
from trivet.cli.settings.resolve import Found, ServiceSettings

__all__ = ["again"]


def again(settings: ServiceSettings, options: Options) -> tuple[str, ...]:
    """Return the options with which a command works in another terminal, too, as words that are not yet quoted.

    What came from the environment is among them, as that terminal may have another one; a credential is not, as
    options hold none.

    >>> again(resolve("agent", options), options)
    ('--base-url', 'http://127.0.0.1:4096', '--adapter', 'opencode')
    """
    profile = options.profile
    if not profile and settings.profile not in (None, DEFAULT) and not _has_own_credential(settings.service):
        profile = settings.profile  # of TRIVET_PROFILE
    words = ["--profile", profile] if profile else []
    in_file = bool(profile) or settings.profile == DEFAULT
    for name in ("base_url", "adapter"):
        found = settings.values.get(name)
        if found is not None and not (in_file and _is_of_file(found)):
            value = found.value.value if isinstance(found.value, Enum) else found.value
            words += [f"--{name.replace('_', '-')}", str(value)]
    if options.token_file is not None and str(options.token_file) != "-":
        words += ["--token-file", str(options.token_file.absolute())]
    return tuple(words)


def _has_own_credential(service: str) -> bool:
    """Return whether the environment has a credential, which comes before that of the profile."""
    return any(os.environ.get(variable(service, each)) for each in (credential_name(service), "password"))


def _is_of_file(found: Found) -> bool:
    return found.source.startswith("[")
