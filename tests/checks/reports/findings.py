"""A run with a finding of every standing; its texts are hostile."""

from trivet_checks import Departure, Evidence, Result, Verdict, judge

HOSTILE = "\x1b[31m[red]<b>&\"'\u202e\ufffe\ud800]]>\x00\r\n"


def verdict(name, outcome, basis="stated", *, kind="rule", reason=HOSTILE):
    evidence = Evidence(f"curl -i 'http://x.test/{HOSTILE}'", f"200 {HOSTILE}") if outcome == "broken" else None
    return Verdict(
        kind=kind,
        id=name,
        outcome=outcome,
        basis=basis,
        sentence=f"The sentence of {name}.",
        section="Shares" if kind == "rule" else "",
        reason=reason,
        evidence=evidence,
    )


KNOWN = {name: [Departure(id=name, seen="*", reason=f"ticket {HOSTILE}")] for name in ("chat.known", "chat.healed")}
VERDICTS = (
    verdict("chat.holds", "holds", reason=""),
    verdict("chat.broken", "broken"),
    verdict("chat.assumed", "broken", "assumed"),
    verdict("chat.known", "broken"),
    verdict("chat.healed", "holds", reason=""),
    verdict("chat.untried", "not tried", "observed"),
    verdict("stops.list", "holds", kind="operation", reason=""),
)


def judgement(verdicts=VERDICTS, **more):
    """The judgement of these verdicts."""
    result = Result(
        service="chat",
        base_url="http://x.test",
        verdicts=verdicts,
        requests=7,
        seconds=1.25,
        **{"made": ["conversation c1", "conversation c2"], "left": [f"conversation c2 {HOSTILE}"]} | more,
    )
    return judge(result, departures=KNOWN)
