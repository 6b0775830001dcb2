"""Print the latest conversation of a user as the user sees it: `python examples/look_as_user.py bob@example.com`."""

import sys

from trivet import ChatClient
from trivet.chat import ActingAs


def audit(acting: ActingAs) -> None:
    print(f"audit: {acting.admin_id} acts as {acting.user_id} from {acting.since:%H:%M} to {acting.until:%H:%M} UTC")


def main(email: str) -> int:
    with ChatClient() as chat:
        user = next(each for each in chat.admin.users.list(search=email) if each.email == email)
        with chat.acting_as(user.id, audit=audit) as acting:
            read = (acting.conversations.get(each.id) for each in acting.conversations.list())
            conversation = next(each for each in read if each.messages)

    print(f"{conversation.title or 'Untitled'}, {conversation.created_at:%d %B %Y}")
    for message in conversation.messages:
        mark = {1: " (liked)", -1: " (disliked)"}.get(message.user_rating or 0, "")
        print(f"  {message.role}{mark}: {message.content[:70]}")
        for tool in message.tool_calls:
            print(f"    used {tool.tool_name}: {tool.status}")
    return 1 + len(conversation.messages)


if __name__ == "__main__":
    main(sys.argv[1])
