"""Print the latest conversation of a user as the user sees it: `python examples/look_as_user.py bob@example.com`."""

import sys

from trivet import ChatClient
from trivet.chat import ActingAs


def audit(acting: ActingAs) -> None:
    since, until = acting.since.astimezone(), acting.until.astimezone()  # in the time zone of this machine
    print(f"audit: {acting.admin_id} acts as {acting.user_id} from {since:%H:%M %Z} to {until:%H:%M %Z}")


def main(email: str) -> int:
    with ChatClient() as chat:
        user = next(user for user in chat.admin.users.list(search=email) if user.email == email)
        with chat.acting_as(user.id, audit=audit) as acting:
            conversations = (acting.conversations.get(listed.id) for listed in acting.conversations.list())
            conversation = next(conversation for conversation in conversations if conversation.messages)

    print(f"{conversation.title or 'Untitled'}, {conversation.created_at.astimezone():%d %B %Y, %H:%M}")
    for message in conversation.messages:
        mark = {1: " (liked)", -1: " (disliked)"}.get(message.user_rating or 0, "")
        print(f"  {message.role}{mark}: {message.content[:70]}")
        for tool in message.tool_calls:
            print(f"    used {tool.tool_name}: {tool.status}")
    return 1 + len(conversation.messages)


if __name__ == "__main__":
    main(sys.argv[1])
