"""Let an agent work in each of several directories at once, under one budget, and print one table.

python examples/agents_at_once.py "Update the changelog." ~/orchard ~/lighthouse
"""

import asyncio
import sys

from trivet import AsyncAgentClient
from trivet.agent import PlannedRun

DEADLINE, DOLLARS = 600, 2.50
"""Seconds for each agent, and US dollars for all together."""


async def main(prompt: str, *directories: str) -> int:
    async with AsyncAgentClient() as agent:
        outcomes = await agent.run_all(
            [PlannedRun(prompt, directory=directory) for directory in directories],
            at_once=5,
            max_cost=DOLLARS,
            deadline=DEADLINE,
            on_permission=lambda _: "once",
        )
    print(outcomes.table())
    return sum(run.finished for run in outcomes)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
