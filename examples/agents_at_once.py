"""Let an agent work in each of several directories at once, and print one table.

python examples/agents_at_once.py "Update the changelog." ~/orchard ~/lighthouse
"""

import asyncio
import sys

from trivet import AsyncAgentClient, TrivetError

DEADLINE = 600
"""Seconds for each agent."""

Row = tuple[str, str, str, str]


async def work(agent: AsyncAgentClient, prompt: str, directory: str) -> Row:
    here = agent.at(directory=directory)
    try:
        session = await here.session.create(title=prompt[:40])
        turn = here.session.turn(session.id, prompt, on_permission=lambda _: "once", deadline=DEADLINE)
        await turn.run()
        outcome, changes = turn.outcome, await here.session.diff(session.id)
    except TrivetError as error:  # the other agents work on
        return directory, "error", "", str(error)
    return directory, outcome.status, f"${outcome.cost_known:.2f}", ", ".join(change.path for change in changes)


async def main(prompt: str, *directories: str) -> int:
    async with AsyncAgentClient() as agent:
        rows = await asyncio.gather(*(work(agent, prompt, directory) for directory in directories))
    for directory, status, cost, result in rows:
        print(f"{directory:24} {status:12} {cost:>7}  {result}")
    return sum(status == "finished" for _, status, _, _ in rows)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
