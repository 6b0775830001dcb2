"""The ratings of all users: administrators list and summarise them."""

from datetime import UTC, timedelta

import pytest

from trivet import InvalidArgumentError


async def test_ratings_are_listed_newest_first(stub, async_connect, travel):
    async with async_connect() as chat, async_connect("alice") as owner:
        before = await chat.admin.ratings.list().all()
        message = await owner.conversations.messages.create(travel.id, role="assistant", content="ä" * 201)
        new = await owner.conversations.messages.rate(travel.id, message.id, rating=-1, comment="No.")
        ratings = await chat.admin.ratings.list().all()
    assert ratings[1:] == before
    times = [rating.created_at for rating in ratings]
    assert times == sorted(times, reverse=True)
    newest = ratings[0]
    assert (newest.id, newest.rating, newest.comment, newest.created_at) == (new.id, -1, "No.", new.created_at)
    assert (newest.message_id, newest.conversation_id) == (message.id, travel.id)
    assert (newest.user_id, newest.user_email, newest.user_name) == (
        stub.user_id("alice"),
        "alice@example.com",
        "Alice Adams",
    )
    assert (newest.message_content, newest.message_role) == ("ä" * 200, "assistant")


@pytest.mark.parametrize("rating_filter", [None, 1, -1, 0])
@pytest.mark.parametrize("with_comments_only", [None, False, True])
async def test_ratings_are_filtered_by_likes_dislikes_and_comments(
    async_connect, listed, rating_filter, with_comments_only
):
    async with async_connect() as chat:
        everything = await chat.admin.ratings.list().all()
        pager = chat.admin.ratings.list(rating_filter=rating_filter, with_comments_only=with_comments_only)
        ratings = await pager.all()
    assert {rating.rating for rating in everything} == {1, -1}
    assert {rating.comment is None for rating in everything} == {True, False}
    assert ratings == [
        rating
        for rating in everything
        if rating_filter in (None, rating.rating) and (rating.comment is not None or not with_comments_only)
    ]
    assert pager.total == len(ratings)
    sent = {"rating_filter": str(rating_filter)} if rating_filter is not None else {}
    sent |= {"with_comments_only": str(with_comments_only).lower()} if with_comments_only is not None else {}
    assert {name: value for name, value in listed()[-1].items() if name not in ("skip", "limit")} == sent


@pytest.mark.parametrize("method", ["list", "export"])
async def test_rating_filter_out_of_bounds_is_refused_before_sending(stub, async_connect, call, method):
    async with async_connect() as chat:
        for bad in (-2, 2, True, 1.0, "1"):
            with pytest.raises(InvalidArgumentError) as caught:
                call(chat, f"admin.ratings.{method}", rating_filter=bad)
            assert (caught.value.argument, caught.value.rule) == ("rating_filter", "a whole number from -1 to 1")
    assert len(stub.requests) == 0


@pytest.fixture
def spread(stub):
    """A stub with ratings 0, 1, 1, 29, 30, 31, 364, 365 and 366 days ago, made shortly before midnight."""
    now = stub.clock.now()
    ratings = stub.records.ratings.newest_first()
    template = ratings[0]
    for rating in list(ratings):
        stub.records.ratings.remove(rating)
    for number, days in enumerate((0, 1, 1, 29, 30, 31, 364, 365, 366)):
        rating = type(template)(
            id=stub.records.new_id(),
            message=template.message,
            user_id=f"{number:08x}-0000-4000-8000-000000000000",
            rating=-1 if number % 3 == 2 else 1,
            comment="Well." if number % 2 else None,
            created_at=now - timedelta(days=days),
        )
        stub.records.ratings.add(rating)
    return stub


@pytest.mark.parametrize("days", [None, 1, 2, 30, 365])
async def test_summary_has_totals_and_daily_breakdown(spread, async_connect, listed, days):
    since = spread.clock.now() - timedelta(days=days or 30)
    async with async_connect() as chat:
        summary = await chat.admin.ratings.summary(days=days)
        ratings = [rating async for rating in chat.admin.ratings.list() if rating.created_at >= since]
    likes = sum(rating.rating == 1 for rating in ratings)
    assert len(ratings) == {1: 3, 2: 3, 30: 5, 365: 8}[days or 30]
    assert (summary.total_ratings, summary.like_count, summary.dislike_count) == (
        len(ratings),
        likes,
        len(ratings) - likes,
    )
    assert summary.average_rating == pytest.approx(sum(rating.rating for rating in ratings) / len(ratings))
    assert summary.with_comments == sum(rating.comment is not None for rating in ratings)
    days_of = [rating.created_at.astimezone(UTC).date().isoformat() for rating in ratings]
    assert [(day.date, day.likes + day.dislikes) for day in summary.ratings_by_day] == sorted(
        {day: days_of.count(day) for day in days_of}.items()
    )
    assert sum(day.likes for day in summary.ratings_by_day) == likes
    assert listed()[0] == ({} if days is None else {"days": str(days)})


@pytest.mark.parametrize(("worth", "average"), [(None, 0.0), (1, 1.0), (-1, -1.0)])
async def test_average_rating_is_between_minus_1_and_1(stub, async_connect, worth, average):
    for rating in list(stub.records.ratings.newest_first()):
        if worth is None:
            stub.records.ratings.remove(rating)
        else:
            rating.rating = worth
    async with async_connect(strict=True) as chat:
        summary = await chat.admin.ratings.summary(days=365)
    assert summary.average_rating == average
    assert isinstance(summary.average_rating, float)
    assert (summary.total_ratings > 0) is (worth is not None)


async def test_days_out_of_bounds_are_refused_before_sending(stub, async_connect):
    async with async_connect() as chat:
        for days in (0, -1, 366, True, 30.0, "30"):
            with pytest.raises(InvalidArgumentError) as caught:
                await chat.admin.ratings.summary(days=days)
            assert (caught.value.argument, caught.value.rule) == ("days", "a whole number from 1 to 365")
    assert len(stub.requests) == 0
