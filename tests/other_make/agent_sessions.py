"""The sessions of the agent server of another make: their lists, their messages, and what is done with them."""

from dataclasses import replace

from starlette.exceptions import HTTPException

from tests.other_make.agent_call import AgentCall, limit_of
from tests.other_make.agent_faults import AgentFault as Fault
from tests.other_make.agent_state import Session, State, required
from tests.other_make.records import Record

_PAGE = 50
_OTHER_ORDER = "-other"
"""The end of a cursor of a list that is not in its usual order."""
_OTHER_ORDERS = {"asc": "desc", "desc": "asc"}


class SessionAnswers:
    """The answers about sessions."""

    def __init__(self, state: State) -> None:
        self.state = state

    def has(self, fault: Fault) -> bool:
        return self.state.has(fault)

    def session(self, call: AgentCall) -> Session:
        return self.state.session(call.path["sessionID"])

    def page(
        self, call: AgentCall, rows: list[Record], order: str, default: str, ignored: Fault, skips: Fault
    ) -> Record:
        """A page of rows in their order; a cursor is the position of the next row, and holds the order."""
        position, limit = 0, min(limit_of(call, self.state.faults, ignored), _PAGE)
        if (cursor := call.query.get("cursor")) is not None:
            number = cursor.removeprefix("row.").partition("~")[0].removesuffix(_OTHER_ORDER)
            if not cursor.startswith("row.") or not number.isdecimal():
                raise HTTPException(422, "cursor is not one of this server")
            position = int(number)
        end = position + limit
        following = end + (1 if self.has(skips) else -1 if self.has(Fault.CURSOR_REPEATS_A_ROW) else 0)
        following = max(following, position + 1 if self.has(Fault.CURSOR_REPEATS_A_ROW) else 0)
        page = rows[position:end]
        if self.has(Fault.CURSOR_BY_TIME) and page and skips is Fault.CURSOR_SKIPS_A_ROW:
            last = page[-1]["time"]["created"]
            following = next(
                (at for at, row in enumerate(rows) if at >= end and row["time"]["created"] != last), len(rows)
            )
        search = call.query.get("search", "") if self.state.choices.has("cursor-with-filters", "held") else ""
        held = "" if order == default else _OTHER_ORDER
        more = f"row.{following}{held}" + (f"~{search}" if search else "") if following < len(rows) else None
        match self.state.choices.of("cursor-place"):
            case "field":
                return {"data": page, "next_cursor": more}
            case "text":
                return {"data": page, "cursor": more}
            case _:
                return {"data": page, "cursor": {"next": more}}

    def order(self, call: AgentCall, default: str) -> str:
        cursor = call.query.get("cursor", "").partition("~")[0]
        held = _OTHER_ORDERS[default] if cursor.endswith(_OTHER_ORDER) else default
        order = call.query.get("order", held)
        if order not in ("asc", "desc") and not self.has(Fault.ORDER_IS_ANYTHING):
            raise HTTPException(422, "order is neither asc nor desc")
        return order

    def sessions(self, call: AgentCall) -> Record:
        query = call.query
        default = "asc" if self.state.choices.has("default-order", "asc") else "desc"
        order = self.order(call, default)
        if "cursor" in query and "order" in query and self.state.choices.has("cursor-with-order", "refused"):
            raise HTTPException(422, "a cursor has its order already")
        if "cursor" in query and self.state.choices.has("cursor-with-filters", "held"):
            if "search" in query:
                raise HTTPException(422, "a cursor has its search already")
            query = {**query, "search": query["cursor"].partition("~")[2]}
            call = replace(call, query=query)
        if query.get("path") and not self.has(Fault.PATH_IGNORED):
            self.state.disk.path(call.where.directory, query["path"])
        rows = [session.record for session in self.state.sessions.values() if self.is_listed(session, call)]
        if order == "desc" or self.has(Fault.ORDER_OF_SESSIONS_IGNORED):
            rows = rows[::-1]
        if self.state.choices.has("times-of-records", "whole-seconds"):  # one time, one order: by their ids
            rows.sort(key=lambda row: row["id"])
            rows.sort(key=lambda row: row["time"]["created"], reverse=order == "desc")
        return self.page(call, rows, order, default, Fault.LIMIT_OF_SESSIONS_IGNORED, Fault.CURSOR_SKIPS_A_ROW)

    def is_listed(self, session: Session, call: AgentCall) -> bool:
        here, where, query = session.where, call.where, call.query
        if self.has(Fault.SESSIONS_OF_ALL):
            is_here = True
        elif self.has(Fault.SESSIONS_BY_DIRECTORY):
            is_here = here.directory == where.directory
        elif self.has(Fault.SESSIONS_BY_WORKSPACE):
            is_here = here.workspace == where.workspace
        else:
            is_here = here == where
        start, updated = float(query.get("start", 0)), session.record["time"]["updated"]
        in_time = updated >= start or self.has(Fault.START_IGNORED)
        if self.has(Fault.START_IS_THE_END):
            in_time = "start" not in query or updated <= start
        found = query.get("search", "") in session.record["title"] or self.has(Fault.SEARCH_OF_SESSIONS_IGNORED)
        in_path = query.get("path", ".") in ("", ".") or self.has(Fault.PATH_IGNORED)
        is_root = not (query.get("roots") == "true" and self.has(Fault.ROOTS_REVERSED))
        return is_here and in_time and found and in_path and is_root and not session.record.get("hidden")

    def create_session(self, call: AgentCall) -> Record:
        return self.state.create_session(call.where, call.body)

    def get_session(self, call: AgentCall) -> Record:
        record = self.session(call).record
        return next(iter(self.state.sessions.values())).record if self.has(Fault.FIRST_SESSION) else record

    def update_session(self, call: AgentCall) -> Record:
        record = self.session(call).record
        if "archived" in call.body:
            archived = required(
                call.body, "archived", *((int, float, str) if self.has(Fault.ARCHIVED_IS_ANYTHING) else (int, float))
            )
            if not self.has(Fault.ARCHIVED_IGNORED):
                record["time"]["archived"] = archived
            if self.has(Fault.ARCHIVAL_TAKES_THE_TITLE):
                record["title"] = "Archived"
        if "title" in call.body and not self.has(Fault.SESSION_TITLE_STAYS):
            record["title"] = required(call.body, "title")
        record["time"]["updated"] = self.state.millis()
        return record

    def delete_session(self, call: AgentCall) -> None:
        session, sessions = self.session(call), self.state.sessions
        if self.has(Fault.DELETED_SESSION_IS_READ):
            session.record["hidden"] = True
            return
        gone = [session.record["id"]]
        if self.has(Fault.SESSIONS_DELETED_TOGETHER):
            gone = [key for key, one in sessions.items() if one.where == session.where]
        for key in gone:
            removed = sessions.pop(key)
            if self.has(Fault.DELETED_SESSION_IS_LISTED):
                sessions[f"{key} removed"] = removed

    def messages(self, call: AgentCall) -> Record:
        if "cursor" in call.query and "order" in call.query and self.state.choices.has("cursor-with-order", "refused"):
            raise HTTPException(422, "a cursor has its order already")
        rows, order = self.session(call).messages, self.order(call, "asc")
        if order == "desc" and not self.has(Fault.ORDER_OF_MESSAGES_IGNORED):
            rows = rows[::-1]
        return self.page(
            call, rows, order, "asc", Fault.LIMIT_OF_MESSAGES_IGNORED, Fault.CURSOR_OF_MESSAGES_SKIPS_A_ROW
        )

    def prompt(self, call: AgentCall) -> Record:
        text, delivery = required(required(call.body, "prompt", dict), "text"), call.body.get("delivery", "immediate")
        known = ("immediate",) if self.has(Fault.NEVER_DEFERRED) else ("immediate", "deferred")
        if delivery not in known and not self.has(Fault.ANY_DELIVERY):
            raise HTTPException(422, "delivery is neither immediate nor deferred")
        session = self.session(call)
        self.state.prompt(session, text, delivery)
        return {"sessionID": session.record["id"]}

    def compact(self, call: AgentCall) -> None:
        self.state.compact(self.session(call))

    def context(self, call: AgentCall) -> list[Record]:
        return self.state.context_of(self.session(call))

    def nothing(self, call: AgentCall) -> list[Record]:
        """The todos of a session and its diff: its agent neither plans nor writes."""
        self.session(call)
        return []
