"""Switches for what was observed of chat backends."""

from dataclasses import dataclass

from trivet_stubs.kernel.state import Observed


@dataclass(slots=True, kw_only=True)
class ChatObserved(Observed):
    """What was observed of chat backends; each switch is off at first, and may be set between requests.

    >>> stub = ChatStub(observed=ChatObserved(late_commits=True, missing_user_500=True))
    """

    __module__ = "trivet_stubs.chat"

    bare_public_form: bool = False
    """A public link shows the conversation alone, as one of two releases declares it."""
    late_commits: bool = False
    """An answer comes before the commit: the next read after a change still shows what was before it."""
    listed_app_admin: bool = False
    """`is_app_admin` of a user is in the list alone; an update answers with a success, and leaves it as it was."""
    lost_commits: bool = False
    """An answer comes before the commit, which never happens: so does a server that dies in between."""
    missing_user_500: bool = False
    """Where a user does not exist, the answer is a 500: getting, updating, deleting or impersonating them, and their
    token."""
    null_rating_count: bool = False
    """`rating_count` is null for a message that has no rating."""
    owner_only_rating: bool = False
    """Only the owner of a conversation may rate its messages; for every other reader, that is a 404."""
    search_wildcards: bool = False
    """In the search for users, `_` is any character and `%` any text."""
    title_limit: bool = False
    """A title of more than 255 characters is refused."""
    unstable_ties: bool = False
    """Rows of equal rank are in another order each time, so that pages repeat some and skip others."""
