"""The messages whose steps have not ended."""

from trivet.agent._opencode.open_messages import OpenMessages


def message(id_="msg_1"):
    return {"id": id_, "type": "assistant", "time": {"created": 1}}


def test_message_ends_with_all_its_parts_and_times():
    open_ = OpenMessages()
    assert open_.begin(message()) == {**message(), "content": []}
    open_.put("msg_1", {"type": "text", "id": "t", "text": "a"})
    open_.put("msg_1", {"type": "tool", "id": "c", "time": {"created": 2}, "provider": {"executed": False}})
    tool = open_.put("msg_1", {"type": "tool", "id": "c", "time": {"ran": 3}})
    assert tool == {"type": "tool", "id": "c", "time": {"created": 2, "ran": 3}, "provider": {"executed": False}}
    ended = open_.end("msg_1", completed=9, finish="stop")
    assert ended["content"] == [{"type": "text", "id": "t", "text": "a"}, tool]
    assert (ended["time"], ended["finish"]) == ({"created": 1, "completed": 9}, "stop")
    assert len(open_) == 0


def test_message_that_fails_keeps_the_text_so_far():
    open_ = OpenMessages()
    open_.begin(message())
    open_.put("msg_1", {"type": "text", "id": "t", "text": ""})
    for delta in ("a", "b"):
        open_.append("msg_1", "t", delta)
    assert open_.end("msg_1", error={})["content"] == [{"type": "text", "id": "t", "text": "ab"}]


def test_whole_text_takes_the_place_of_its_deltas():
    open_ = OpenMessages()
    open_.begin(message())
    open_.put("msg_1", {"type": "text", "id": "t", "text": ""})
    open_.append("msg_1", "t", "a")
    open_.put("msg_1", {"type": "text", "id": "t", "text": "whole"})
    assert open_.end("msg_1")["content"] == [{"type": "text", "id": "t", "text": "whole"}]


def test_message_whose_beginning_was_missed_has_no_end():
    open_ = OpenMessages()
    part = {"type": "text", "id": "t", "text": "a"}
    assert open_.put("msg_1", part) == part
    open_.append("msg_1", "t", "b")
    assert open_.part("msg_1", "t") == {}
    assert open_.end("msg_1") is None


def test_number_of_open_messages_is_bounded():
    open_ = OpenMessages(limit=2)
    for number in range(50):
        open_.begin(message(f"msg_{number}"))
    assert len(open_) == 2
    assert open_.end("msg_0") is None
    assert open_.end("msg_49") is not None
