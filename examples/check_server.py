"""Check which rules of the bus contract a server keeps: `python examples/check_server.py http://127.0.0.1:8000`.

The account key is in TRIVET_BUS_ACCOUNT_KEY.
"""

import sys

from trivet_checks import check_server


def main(url: str) -> int:
    result = check_server("bus", url, callers={"user": "TRIVET_BUS_ACCOUNT_KEY"})
    for verdict in result.of("broken"):
        print(f"broken: {verdict.id}: {verdict.reason}")
    holds, broken, untried = (len(result.of(outcome)) for outcome in ("holds", "broken", "not tried"))
    print(f"{result.requests} requests: {holds} rules hold, {broken} are broken, {untried} were not tried")
    return 0 if broken else holds


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1]) else 1)
