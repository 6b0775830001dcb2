"""Secrets that are found by the names before them, and the text around them, which stays."""

import sys
from collections import Counter

import pytest

from trivet_stubs.kernel.contract import load
from trivet_stubs.recordings.named_secrets import form_secrets, is_table, named_secrets, table_without_secrets
from trivet_stubs.recordings.secrets import REMOVED, TrafficSecrets


def cleaned(text, form="document"):
    return TrafficSecrets(load("agent"), same=REMOVED).text(text, form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"token": "a", "id": 1,}', '{"token": "removed", "id": 1,}'),
        ('{"token": "a\\"b\\\\", "id": 1,}', '{"token": "removed", "id": 1,}'),
        ("{'token': 'a', 'id': 1}", "{'token': 'removed', 'id': 1}"),
        ('{"token" /* x */ : /* y */ "a", "id": 1}', '{"token" /* x */ : /* y */ "removed", "id": 1}'),
        ('{"tok\\u0065n": "a\\u0062c", "id": 1,}', '{"tok\\u0065n": "removed", "id": 1,}'),
        ('{"pin": 12, "otp": null, "key": true, "id": 1,}', '{"pin": 0, "otp": null, "key": true, "id": 1,}'),
        ('{"secret": {"a": ["}", 1]}, "id": 1,}', '{"secret": removed, "id": 1,}'),
        ('{"token": "a', '{"token": "removed'),
        ('{"token": ["a", ', '{"token": removed'),
        ('{"token": "", "id": 1,}', '{"token": "", "id": 1,}'),
        ('{"token: "a", "id": 1}', '{"token: "removed", "id": 1}'),
        ('{token": "a", "id": 1}', '{token": "removed", "id": 1}'),
        ("{token: a b, id: 1}", "{token: removed, id: 1}"),
        ('[{"name": "api_key", "value": "a"},]', '[{"name": "api_key", "value": "removed"},]'),
        ('[{"value": "a", "name": "api_key"},]', '[{"value": "removed", "name": "api_key"},]'),
        (r'{"x": "{\"token\": \"a\"}",}', r'{"x": "{\"token\": \"removed\"}",}'),
        ('"{""token"": ""a"", ""id"": 1}"', '"{""token"": ""removed"", ""id"": 1}"'),
        ("a=1&token=a+b%26&b=2", "a=1&token=removed&b=2"),
        ("code=a&state=b&page=7", "code=removed&state=removed&page=7"),
        ("/x?code=a&amp;page=7", "/x?code=removed&amp;page=7"),
        ("next=%2Fx%3Ftoken%3Da%26page%3D7", "next=%2Fx%3Ftoken%3Dremoved%26page%3D7"),
        ("Server=x;Password=a;Timeout=7", "Server=x;Password=removed;Timeout=7"),
        ("db://alice:a@db.test/x", "db://alice:removed@db.test/x"),
        ("https://abcdef123@db.test/x", "https://removed@db.test/x"),
        ("<token>a</token><id>1</id>", "<token>removed</token><id>1</id>"),
        ("<x:Token><b>a</b></x:Token><id>1</id>", "<x:Token>removed</x:Token><id>1</id>"),
        ("<id>1</id><token>a", "<id>1</id><token>removed"),
        ('<a token="a" id="1"/>', '<a token="removed" id="1"/>'),
        ('<input name="csrf_token" value="a" id="1">', '<input name="csrf_token" value="removed" id="1">'),
        ('<entry name="password">a</entry>', '<entry name="password">removed</entry>'),
        ("<key>token</key><string>a</string>", "<key>token</key><string>removed</string>"),
        ("Authorization: Bearer a\r\nHost: b\r\n", "Authorization: removed\r\nHost: b\r\n"),
        ("curl -H 'X-Api-Key: a' -H 'Cookie: a=b; c=d' b", "curl -H 'X-Api-Key: removed' -H 'Cookie: removed' b"),
        ("it sent Bearer abcdefgh1", "it sent Bearer removed"),
        ("./run --token abcdefgh1 --name b", "./run --token removed --name b"),
        ("X-Session-Id: a\r\nHost: b\r\n", "X-Session-Id: removed\r\nHost: b\r\n"),
        ("/x?idempotency-key=a&page=7", "/x?idempotency-key=removed&page=7"),
        ("code=a\npage=7\n", "code=removed\npage=7\n"),
        ('const key = ["a"];', "const key = removed;"),
        ("key=a b\nid=1\n", "key=removed\nid=1\n"),
        ("id: 1\nkey=a page=7\n", "id: 1\nkey=removed page=7\n"),
        ("it has X-Session-Id: a b", "it has X-Session-Id: removed b"),
        ("set the password = a here", "set the password = removed here"),
        ("password = a page=7\nid = 1\n", "password = removed\nid = 1\n"),
        ("it says token: a, done", "it says token: removed, done"),
        ("it says token: Basic a, done", "it says token: removed, done"),
        ("id: 1\ntoken:", "id: 1\ntoken:"),
        ("token: [\n  a,\n  b\n]\nid: 1\n", "token: removed\nid: 1\n"),
        ("password: a\n- item\n", "password: removed\n- item\n"),
        ("token: 'it''s a'\nid: 1\n", "token: 'removed'\nid: 1\n"),
        ('token = """\na', 'token = """removed'),
        ('plan: <entry key="password" value="a"/> b', 'plan: <entry key="removed" value="removed"/> b'),
        ('<input name="csrf_token" value="a" size="1">', '<input name="csrf_token" value="removed" size="1">'),
        ("<input name=csrf_token value=abcd>", "<input name=csrf_token value=removed>"),
        ('<entry name="password" value="a">Plan</entry>', '<entry name="password" value="removed">Plan</entry>'),
        ("<r><key>a</key></r>", "<r><key>removed</key></r>"),
        ("<token>a<id>1</id>", "<token>removed<id>1</id>"),
        ("password: a b\nid: 1\n", "password: removed\nid: 1\n"),
        ("key: |\n  a\n\n  b\nid: 1\n", "key: |\n  removed\nid: 1\n"),
        ("password:\n- a\n- b\nid: 1\n", "password:\nremoved\nid: 1\n"),  # as PyYAML writes lists
        ("x:\n  key:\n  - a\n  id: 1\n", "x:\n  key:\n  removed\n  id: 1\n"),
        ("db.password=a b\\\n  c\nid=1\n", "db.password=removed\nid=1\n"),
        ("Authorization: Bearer\r\n a\r\nHost: b\r\n", "Authorization: removed\nHost: b\r\n"),
        ('self["token"] = "a"; id = 1', 'self["token"] = "removed"; id = 1'),
        ("export API_KEY=a\nPAGE=7\n", "export API_KEY=removed\nPAGE=7\n"),
        ('token = """\na\n"""\nid = 1\n', 'token = """removed"""\nid = 1\n'),
        (
            '--B\r\nContent-Disposition: form-data; name="token"\r\n\r\na\r\n\r\nb\r\n--B--\r\n',
            '--B\r\nContent-Disposition: form-data; name="token"\r\n\r\nremoved\r\n--B--\r\n',
        ),
        (
            '--B\r\nContent-Disposition: form-data; name="token"\r\n\r\nabc',
            '--B\r\nContent-Disposition: form-data; name="token"\r\n\r\nremoved',
        ),
    ],
)
def test_value_after_the_name_of_a_secret_is_removed(text, expected):
    assert cleaned(text) == expected
    assert cleaned(expected) == expected


PUBLIC = [
    "",
    '[{"value": "a", "name": "title"},]',
    "./run --name plan2027b",
    "the scheme is Bearer authentication",
    '<p data-session-count="5">Plan</p>',
    "state: open\nid: 1\n",
    "pin =2\nauth= 1\n",
    '<r><token/><token id="1"/>Plan</r>',
    "<token> </token>",
    '<html><link href="a.css">Plan</html>',
    "--B\r\nContent-Type: text/plain\r\n\r\nPlan\r\n--B--\r\n",
    '{"tokens": [5, 6], "cost": {"tokens": {"input": 7}}, "keys": ["id"], "primary_keys": ["uid"],}',
    "[DONE]",
    "data",
    '{"tokens_used": 5, "max_tokens": 10, "key_id": "k1", "keyboard": "q", "author": "alice", "monkey": "x",}',
    '{"id": 1, "title": "The key to success", "done": true,}',
    '{"error": {"code": "invalid_token", "message": "The token has expired"}},',
    "The key is under the mat; the access was free. Link: see below? Not here.",
    "sorted(rows, key=len)\nfor key in rows:\n    print(key, rows[key])\n",
    "List<Token> tokens = new ArrayList<Token>(); Map<Key, Value> m; int x = 5;\nreturn x == token;",
    '<html><head><link rel="stylesheet" href="a.css"><title>Keys</title></head><body><p>Plan</p></body></html>',
    "<dict><key>title</key><string>Plan</string></dict>",
    'GET /plan HTTP/1.1\r\nHost: app.test\r\nIdempotency-Key: 7\r\nSec-WebSocket-Key: x\r\nETag: "abc"\r\n',
    "id,title,tokens_used\n1,Plan,5\n",
    "a=1&b=2&code_name=x&page=7",
    "See https://a.test/b?page=7&codes=5#part and https://a.test:80/x, mail alice@a.test",
    "Expected: 12:30, got: 13:00; status: open",
    "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-key = 1\n+key = 2\n",
    '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nPlan\r\n--B--\r\n',
]


@pytest.mark.parametrize("form", ["document", "text", "message"])
@pytest.mark.parametrize("text", PUBLIC)
def test_text_without_a_secret_stays(text, form):
    assert cleaned(text, form) == text


@pytest.mark.parametrize(
    "source",
    [
        'client = Client(token=self.token, key="id")  # the password: see below',
        "token: str = field(repr=False)\npassword = read()\n",
        "key=value",
        "see /x?code=5&page=7",
        'call({"key": name, "id": 1})',
        'return <Field name="password" value="b"></Field>;',
        "a = <Token>make(id); b = <b></b>",
        "const {apiKey, id} = settings; call({apiKey, token: make(id)});",
        "def f(key: str, secret: bytes) -> Token: ...",
        'return <ul><li key="a">{token}</li><Token value="b" /></ul>;',
    ],
)
def test_source_of_a_program_within_json_stays(source):
    assert cleaned(source, "text") == source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('see {"token": "a"} there', 'see {"token": "removed"} there'),
        ("see /x?token=a&page=7", "see /x?token=removed&page=7"),
        ("name=alice&token=a", "name=alice&token=removed"),
        ("-H 'Authorization: Bearer a' b", "-H 'Authorization: removed' b"),
        ('{"token": a, "id": 1}', '{"token": removed, "id": 1}'),
        ("see <a><token>a</token></a>", "see <a><token>removed</token></a>"),
        ('<r><entry name="password" value="a"/></r>', '<r><entry name="password" value="removed"/></r>'),
        ("-H 'X-Session-Id: a' b", "-H 'X-Session-Id: removed' b"),
        ('see {"pin": 1234} there', 'see {"pin": 0} there'),
    ],
)
def test_secret_in_a_text_within_json_is_removed(text, expected):
    assert cleaned(text, "text") == expected


def test_value_in_a_message_is_removed_and_the_sentence_stays():
    message = 'body.credential.key: "a" is not of type "array"; token: is required; token=a1; share_token: 5 is not'
    assert cleaned(message, "message") == (
        'body.credential.key: "removed" is not of type "array"; token: is required; token=removed share_token: 0 is not'
    )


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('token: {"a": "b"} is not of type "string"', 'token: removed is not of type "string"'),
        ("share_token: 5 is not of type", "share_token: 0 is not of type"),
        ("the pin: 1234 is less", "the pin: 0 is less"),
        ("X-Session-Id: a is refused", "X-Session-Id: removed is refused"),
        ("cannot connect to Server=x;token=a;page=7", "cannot connect to Server=x;token=removed;page=7"),
    ],
)
def test_value_in_a_message_ends_where_its_sentence_goes_on(message, expected):
    assert cleaned(message, "message") == expected


def test_value_of_a_query_is_removed_elsewhere_as_it_was_meant():
    secrets = TrafficSecrets(load("agent"))
    assert secrets.text("/x?token=abc%2Fdef+g&page=7", "document") == "/x?token=removed-1&page=7"
    assert secrets.text("/x?token=abcdefg&page=7", "document") == "/x?token=removed-2&page=7"
    assert secrets.text("it is abc/def g, or abcdefg") == "it is removed-1, or removed-2"
    assert [secret.value for secret in form_secrets("code=a&page=7")] == ["a"]


def test_words_after_a_name_are_not_removed_elsewhere():
    secrets = TrafficSecrets(load("agent"))
    assert secrets.text("token: expired\n", "document") == "token: removed\n"
    assert secrets.text("token: abc-def-123\n", "document") == "token: removed-1\n"
    assert secrets.text('<entry key="password">xyz-123</entry>', "document") == (
        '<entry key="removed">removed-2</entry>'
    )
    assert secrets.text("the password is expired, abc-def-123") == "the password is expired, removed-1"


def test_further_names_are_those_of_the_spec():
    secrets = TrafficSecrets(load("agent"))
    create = load("agent").operations["auth.create"]
    names = secrets.names_in(secrets.schemas_of_request(create))
    assert names == {"access", "key", "refresh"}
    secrets_in_text = named_secrets('{"refresh_at": "a", "more": "b",}', "document", {"more"})
    assert {secret.value for secret in secrets_in_text} == {"b"}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("id,token\n1,a\n", "id,token\n1,removed\n"),
        ('id;"api key"\r\n1;"a;b"\r\n2\r\n', "id;api key\r\n1;removed\r\n2\r\n"),
        ("id\ttoken\tname\n1\ta\tb\n", "id\ttoken\tname\n1\tremoved\tb\n"),
        ('id,name\n1,"a"\n', 'id,name\n1,"a"\n'),
    ],
)
def test_columns_of_secrets_are_removed_from_a_table(table, expected):
    assert table_without_secrets(table, lambda secret: "removed" if secret else "") == expected


def test_table_is_recognised_by_its_first_two_lines():
    assert is_table("id,token\n1,a\n")
    assert not any(map(is_table, ("id,token\n1\n", "Dear Alice, the key\nis, here\n", "token\na\n", "")))


HOSTILE = [
    *(
        '"',
        "'",
        "\\",
        "&",
        ":",
        "=",
        "<",
        "-",
        "a.",
        "a[",
        "{",
        '{"token":"',
        "{'token':",
        '"token":{"',
        "&token=",
        "token= ",
    ),
    *(
        "token:\n",
        "token: '",
        "http://",
        "://a:",
        "://",
        "<token>",
        '<a token="',
        "List<Token> ",
        '\\"token\\":',
        "%22token%22%3A",
    ),
    *(
        "&quot;token&quot;:",
        '"name":"token","value":',
        '\n--b\nA: b; name="token"\n\n',
        "\n--b\nA: b",
        "token          ",
    ),
    *("--token ", "Bearer a", "?code=a&", "token,", "id,token\n"),
]


@pytest.mark.long
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("form", ["document", "text"])
def test_steps_grow_with_the_size_of_a_text(unit, form):
    def steps(size):
        counts = Counter()
        text = unit * (size // len(unit))
        sys.setprofile(lambda _frame, event, _argument: counts.update([event]))
        try:
            list(named_secrets(text, form))
        finally:
            sys.setprofile(None)
        return counts.total()

    steps(1_000)
    assert steps(16_000) <= 8.5 * steps(2_000) + 500
