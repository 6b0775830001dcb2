"""Operations and inputs as the command line takes them."""

from attrs import evolve

from codegen.write.command_model import CommandInput, CommandOperation, kebab

INPUT = CommandInput(
    name="user_id",
    wire="userID",
    place="identity",
    option="user-id",
    kind="text",
    many=False,
    values=(),
    closed=False,
    required=True,
    nullable=False,
    secret=False,
    page_size=False,
    maximum=None,
    help="An id.",
    shape=None,
    example="usr_1",
)
OPERATION = CommandOperation(
    id="admin.shared_with_me",
    method="GET",
    path="/x",
    summary="X.",
    doc="",
    answer="list",
    paging=None,
    context=False,
    changes=False,
    columns=(),
    numbers=(),
    python="client.admin.shared_with_me()",
    download=None,
    inputs=(INPUT,),
)


def test_table_has_what_differs_from_the_usual():
    listed = OPERATION.listed()
    assert listed.keys() == {"id", "method", "path", "summary", "answer", "python", "inputs"}
    [given] = listed["inputs"]
    assert given.keys() == {"name", "wire", "place", "option", "kind", "help", "required", "example"}
    assert evolve(OPERATION, paging="offset", context=True).listed().keys() - listed.keys() == {"paging", "context"}


def test_secret_identity_is_no_argument():
    assert (INPUT.is_argument, INPUT.argument) == (True, "USER_ID")
    assert not evolve(INPUT, secret=True).is_argument


def test_words_of_a_command_have_hyphens():
    assert OPERATION.words == ("admin", "shared-with-me")
    assert [kebab(each) for each in ("from_", "list")] == ["from", "list"]
