"""Watch sessions of several directories: `python examples/watch_directories.py "What is here?" /home/me/orchard`."""

import asyncio
import sys

from trivet import AsyncAgentClient
from trivet.agent import AsyncChanges, AsyncStore, Prompt


async def show(key: str, changes: AsyncChanges) -> int:
    seen = 0
    async for now in changes:
        doing = "is gone" if now.gone else "is idle" if now.status is None else f"is {now.status.type}"
        print(f"{key:32} {now.session.title} {doing}, {len(now.permissions) + len(now.questions)} to answer")
        seen += 1
    return seen


async def follow(store: AsyncStore, agent: AsyncAgentClient, directory: str, prompt: str) -> int:
    """Send the prompt in a directory, and print the changes until the agent has answered."""
    view = await store.follow(directory=directory)
    session = await agent.at(directory=directory).session.create(title=prompt[:40])
    async with view.changes() as changes:
        showing = asyncio.create_task(show(view.key, changes))
        await agent.session.prompt(session.id, prompt=Prompt(text=prompt))
        await agent.session.wait(session.id)
    return await showing


async def watch(prompt: str, directories: list[str]) -> int:
    async with AsyncAgentClient() as agent, AsyncStore(agent) as store:
        return sum(await asyncio.gather(*(follow(store, agent, directory, prompt) for directory in directories)))


def main(prompt: str, *directories: str) -> int:
    return asyncio.run(watch(prompt, list(directories)))


if __name__ == "__main__":
    main(*sys.argv[1:])
