"""Prompt the agent and follow its text as it grows: `python examples/follow_prompt.py "What is here?"`."""

import sys

from trivet import AgentClient
from trivet.agent import MessagePartDeltaEvent, Prompt, SessionIdleEvent


def main(text: str) -> int:
    seen = 0
    with AgentClient() as agent:
        session = agent.session.create(title=text[:40])
        with agent.event.subscribe() as stream:
            events = iter(stream)
            next(events)  # server.connected: from here on nothing is missed
            agent.session.prompt(session.id, prompt=Prompt(text=text))
            for event in events:
                seen += 1
                if isinstance(event, MessagePartDeltaEvent) and event.payload.session_id == session.id:
                    print(event.payload.delta, end="", flush=True)
                if isinstance(event, SessionIdleEvent) and event.payload.session_id == session.id:
                    break

        messages = agent.session.message.list(session.id).all()
    print(f"\n{seen} events; {', '.join(type(each).__name__ for each in messages)}")
    return len(messages)


if __name__ == "__main__":
    main(sys.argv[1])
