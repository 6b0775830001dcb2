"""A plugin of pytest, `-p tests.with_httpx2`: the SDK and the tests import httpx2 in place of httpx."""

from __future__ import annotations

import sys

import httpx2

assert "httpx" not in sys.modules, "this plugin must be loaded before all others"
httpx2.alias_httpx()
