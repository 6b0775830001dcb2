"""The ratings of four weeks by day, from a stub whose users have rated answers on each day."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from trivet import ChatClient
from trivet.cli.pictures.chart import write_daily_chart
from trivet_stubs import ChatStub

__all__ = ["make"]

DAYS = 28


def make(folder: Path) -> None:
    """Write `chart.svg`."""
    with ChatStub(seed="empty") as stub:
        with ChatClient(
            base_url="http://chat.test", transport=stub.transport(), clock=stub.clock, token=stub.admin_token
        ) as chat:
            for day in range(DAYS):
                _rate(chat, likes=6 + day * 5 % 7 - (4 if day % 7 > 4 else 0), dislikes=day * 3 % 4)
                stub.clock.advance(86_400)
            summary = chat.admin.ratings.summary(days=DAYS + 1)
    days = [date.fromisoformat(day.date) for day in summary.ratings_by_day]
    likes = [day.likes for day in summary.ratings_by_day]
    dislikes = [day.dislikes for day in summary.ratings_by_day]
    series = {"likes": likes, "dislikes": dislikes}
    write_daily_chart(folder / "chart.svg", days, series, title="Ratings by day", overwrite=True)


def _rate(chat: ChatClient, *, likes: int, dislikes: int) -> None:
    conversation = chat.conversations.create(title="Questions of the day")
    for index in range(likes + dislikes):
        message = chat.conversations.messages.create(conversation.id, role="assistant", content="An answer.")
        chat.conversations.messages.rate(conversation.id, message.id, rating=1 if index < likes else -1)
