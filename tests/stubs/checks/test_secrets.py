"""Values that a report must not show."""

from trivet_stubs.checks.secrets import Secrets


def test_value_is_hidden_in_each_spelling():
    secrets = Secrets()
    secrets.collect(b'{"share_token": "a/b+c\\"d=12"}')
    assert secrets.hide("x a%2Fb%2Bc%22d%3D12 y") == "x <share_token> y"
    assert secrets.hide('{"v": "a/b+c\\"d=12"}') == '{"v": "<share_token>"}'
    assert secrets.hide('a/b+c"d=12') == "<share_token>"


def test_longer_value_is_hidden_before_one_that_it_contains():
    secrets = Secrets()
    secrets.add("abcdefgh", "$SHORT")
    secrets.add("abcdefghij", "$LONG")
    assert secrets.hide("abcdefghij abcdefgh") == "$LONG $SHORT"


def test_short_value_of_an_answer_is_left_and_that_of_a_caller_is_hidden_as_a_word():
    secrets = Secrets()
    secrets.collect(b'{"key": "user"}')
    assert secrets.hide("the user") == "the user"
    secrets.add("use", "\\1")
    assert secrets.hide("the use of users, use") == "the \\1 of users, \\1"


def test_callers_values_stay_when_a_server_sends_very_many():
    secrets = Secrets()
    secrets.add("token-of-caller", "$TOKEN")
    for start in range(0, 5000, 100):
        keys = ",".join(f'"token": "value-{number:08}"' for number in range(start, start + 100))
        secrets.collect(f"{{{keys}}}".encode())
    assert secrets.hide("token-of-caller value-00004999") == "$TOKEN <token>"
    assert secrets.hide("value-00000000") == "value-00000000"
