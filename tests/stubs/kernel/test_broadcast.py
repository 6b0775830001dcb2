"""Items for every reader."""

from trivet_stubs.kernel.broadcast import Broadcast, Reader


def test_every_reader_gets_what_is_published_while_it_reads():
    broadcast: Broadcast[int] = Broadcast()
    broadcast.publish(0)
    with broadcast.reading(Reader(int)) as first:
        broadcast.publish(1)
        with broadcast.reading(Reader(int)) as second:
            broadcast.publish(2)
        broadcast.publish(3)

    assert [first.take() for _ in range(4)] == [1, 2, 3, None]
    assert [second.take() for _ in range(2)] == [2, None]
    assert len(broadcast) == 0


def test_slow_reader_keeps_a_bounded_number_and_knows_of_the_rest():
    reader = Reader(str, limit=2)
    for number in range(5):
        reader.put(number)

    assert reader.lost
    assert [reader.take() for _ in range(3)] == ["0", "1", None]
