"""The stub of the chat service."""

from trivet_stubs.chat.admin_handlers import AdminConversationHandlers, AdminRatingHandlers, AdminUserHandlers
from trivet_stubs.chat.handlers import ConversationHandlers, MessageHandlers, RatingHandlers, ShareHandlers
from trivet_stubs.chat.records import ChatRecords
from trivet_stubs.chat.request_hooks import ChatHooks
from trivet_stubs.chat.state import ChatObserved, ChatState, ChatSteering
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.settings import UnknownKeys
from trivet_stubs.stub import StateAttribute, Stub

_HANDLERS = (
    ConversationHandlers,
    MessageHandlers,
    RatingHandlers,
    ShareHandlers,
    AdminConversationHandlers,
    AdminRatingHandlers,
    AdminUserHandlers,
)


class ChatStub(Stub):
    """A chat service. Everything but the routes of the contract may be set, before or between requests.

    `token` and `user_id` take a user's name: `admin`, `nadia` (an administrator too), `alice`, `bob`, `carol` (not
    active), `dave` and `erin`.

        with ChatStub(seed="100x20") as stub:
            chat = ChatClient(token=stub.token("alice"), base_url="http://chat.test", transport=stub.transport())

    Args:
        seed: The data at first. `small` is a little of everything; `empty` is one administrator; `10000x20` is 10,000
            conversations of 20 messages, owned in turn by alice, bob, dave and erin, every second message the
            assistant's and rated by the owner.
        users: The number of further users, without conversations: `user0001` and so on, all created at the same time,
            as by an import.
        clock: The stub's clock; by default, one that stands at Monday, 16 June 2025, 08:00 in Singapore. Two changes
            at the same time are stored a microsecond apart, so that their order is known.
        latency: Real seconds that every answer takes.
        observed: Switches for the behaviour of observed backends.
        unknown_keys: `refuse` a query parameter or a key of a body that the contract does not have, or `ignore` it, as
            observed backends do.
    """

    __module__ = "trivet_stubs"

    state: ChatState
    """The state that the handlers share; pass it to handlers of your own."""
    records: StateAttribute[ChatRecords] = StateAttribute()
    """Users, conversations with their messages and shares, and ratings."""
    observed: StateAttribute[ChatObserved] = StateAttribute()
    """Switches for the behaviour of observed backends, each off at first: `stub.observed.late_commits = True`."""

    def __init__(
        self,
        *,
        seed: str = "small",
        users: int = 0,
        clock: Clock | None = None,
        latency: float = 0.0,
        observed: ChatObserved | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        state = ChatState(
            seed=seed, users=users, clock=clock, latency=latency, observed=observed, unknown_keys=unknown_keys
        )
        super().__init__(
            state, ChatHooks(state), [handlers(state) for handlers in _HANDLERS], steering=ChatSteering(state)
        )

    @property
    def admin_token(self) -> str:
        """The token of the seeded administrator.

        >>> ChatClient(token=stub.admin_token, base_url="http://chat.test", transport=stub.transport())
        """
        return self.token("admin")

    def client_credentials(self) -> dict[str, str]:
        """The token of the seeded administrator, as an argument of `ChatClient`.

        >>> ChatClient(base_url="http://chat.test", transport=stub.transport(), **stub.client_credentials())
        """
        return {"token": self.admin_token}

    def token(self, who: str, *, expires_in: float | None = None) -> str:
        """An access token of a user; the same one each time, unless it expires.

        >>> ChatClient(token=stub.token("alice"), base_url="http://chat.test", transport=stub.transport())

        Args:
            who: The user's id, email address, or the part of it before the @: `alice`.
            expires_in: The seconds of the stub's clock for which the token is valid; by default, for ever.
        """
        state = self.state
        with state.lock:
            user = state.find_user(who)
            if expires_in is None:
                return state.access.permanent_token(user)
            return state.access.temporary_token(user, expires_in)

    def user_id(self, who: str) -> str:
        """A user's id, by their email address or the part of it before the @.

        >>> stub.user_id("admin")
        '9e3779b1-0000-4000-8000-000000000001'
        """
        with self.state.lock:
            return self.state.find_user(who).id
