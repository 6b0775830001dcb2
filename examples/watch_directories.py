"""What several directories are doing: `python examples/watch_directories.py "What is here?" /home/dev/orchard ...`."""

import asyncio
import sys

from trivet import AsyncAgentClient
from trivet.agent import AsyncStore, Prompt, SessionView


def line(where: str, now: SessionView) -> str:
    doing = "is gone" if now.gone else "is new" if now.status is None else f"is {now.status.type}"
    asks = len(now.permissions) + len(now.questions)
    return f"{where:32} {now.session.title} {doing}" + (f" and asks for {asks} answers" if asks else "")


async def follow(store: AsyncStore, agent: AsyncAgentClient, directory: str, prompt: str) -> int:
    """Ask the same thing there, and print what happens until the answer is there."""
    view, seen = await store.follow(directory=directory), 0
    session = await agent.at(directory=directory).session.create(title=prompt[:40])
    changes = view.changes()

    async def work() -> None:
        async with changes:  # its end is theirs
            await agent.session.prompt(session.id, prompt=Prompt(text=prompt))
            await agent.session.wait(session.id)

    working = asyncio.create_task(work())
    async for now in changes:
        seen += 1
        print(line(view.key, now))
    await working
    return seen


async def watch(prompt: str, directories: list[str]) -> int:
    async with AsyncAgentClient() as agent, AsyncStore(agent) as store:
        return sum(await asyncio.gather(*(follow(store, agent, each, prompt) for each in directories)))


def main(prompt: str, *directories: str) -> int:
    return asyncio.run(watch(prompt, list(directories)))


if __name__ == "__main__":
    main(*sys.argv[1:])
