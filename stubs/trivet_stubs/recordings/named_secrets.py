"""Secrets in texts that are not JSON, or not only JSON: a name before a value says that the value is a secret.

Names are searched in the spellings of JSON (also of broken JSON), queries, forms, multipart, XML, headers, YAML and
environment files. All spellings are tried on each text, because a server may call a form JSON. Where the end of a value
is in doubt, the later end counts.

Each search is linear in the text: a pattern cannot match the same characters in two ways, and the end of a value is the
first character that ends it. (Possessive quantifiers would say so, but Python 3.11.2 gets them wrong.)
"""

import csv
import html
import io
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal
from urllib.parse import unquote, unquote_plus

from trivet_stubs.kernel.secrets import PUBLIC_HEADERS, WORDS, is_list_of_secrets, is_secret_header, is_secret_name

Form = Literal["document", "text", "message"]
"""The place of a text: a whole body, a text within JSON (perhaps the source of a program), or the message of a finding.

In prose and in sources of programs, only quoted names, queries and headers count.
"""

OF_LOGINS = frozenset({"code", "state"})
"""Parameters that are secret in a query or a form."""

_BLANK = r"\s*(?:/\*[^*]{0,80}\*/\s*)?"
_SIGN = r"(=>|:=|=(?![=~])|:(?![:/])|::(?= ))"
_ASSIGNED = re.compile(
    rf"""(?<![\w$.\-])-{{0,2}}(?P<name>[\w$][\w$.\-]*(?:\[[\w.\-]*\])*)(?P<quote>["'`]{{0,2}})\]?(?P<space>{_BLANK}){_SIGN}"""
)
_ASSIGNED_TO_QUOTED = re.compile(
    rf"""(?P<quote>["'`])(?P<name>[\w$.\-]*[^\w$.\-"'`\\\r\n:=][^"'`\\\r\n:=]{{0,80}})(?P=quote)(?P<space>{_BLANK}){_SIGN}"""
)
"""The same for a name in quotes that has blanks or other signs in it."""
_PAIR = re.compile(r"""["'](?:name|key|field|id)["']\s*:\s*["']([^"'\\\r\n]{1,80})["']\s*,\s*["']value["']\s*:""")
_VALUE_OF_PAIR = re.compile(r"""["']value["']\s*:\s*(["'])""")
_NAME_OF_PAIR = re.compile(r"""["']\s*,\s*["'](?:name|key|field|id)["']\s*:\s*["']([^"'\\\r\n]{1,80})["']""")
_OPTION = re.compile(r"""(?<![\w\-])--([A-Za-z][\w\-]{0,60})[ \t]+["']?([!-&(-~]{8,})""")
_AUTHORIZATION = re.compile(r"""(?i)\b(?:basic|bearer)[ \t]+([A-Za-z0-9._~+/=\-]{8,})""")

_BEFORE = 40
"""The characters before a name that show where it stands."""
_LINE = re.compile(r"""(?:\A|[\r\n])[ \t\-*>#]*(?:export |set |declare )?["'`]?\Z""")
_SETTINGS = re.compile(r"[^\r\n=&]*[=&]")
"""The rest of a line with another setting in it, or with the next parameter."""
_SPACE = re.compile(_BLANK)
_QUOTE = re.compile(r"""[bBfFrRuU]{0,2}(["'`])""")
_BRACKETS = re.compile(r'["{}\[\]]')
_TEXTS = re.compile(rf"""{_BLANK}\[\s*["']""")
"""The beginning of a list of texts."""
_SCHEME = re.compile(r"(?i)(?:basic|bearer|digest|negotiate|token|api-?key)[ \t]+")
_DELIMITER = re.compile(r"[\s,;:&}\])]|\Z")
_NUMBER = re.compile(r"[+-]?\d[\d_.]*(?:[eE][+-]?\d+)?")
_WITHOUT_SECRET = frozenset({"", "~", "null", "none", "true", "false", "undefined", "nan", "|", ">", "|-", ">-"})
_LIKE_A_SECRET = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[!-~]{8,}|[!-~]{20,}")

# The ends of values without quotes: characters, and escapes that stand for them.
_END_OF_PARAMETER = re.compile(r"""[\s&"'<>`]|\\(?:u0026|u003[cCeE]|["'nrt])""")
_END_OF_SETTING = re.compile(f";|{_END_OF_PARAMETER.pattern}")
_END_OF_WORD = re.compile(r"""[\s,;&"'<>`)}\]]|\\["'nrtu]""")
_END_OF_MEMBER = re.compile(r"[,}\])\r\n]|\\[nr]")
_END_OF_LINE = re.compile(r"[\r\n]")
_END_OF_HEADER = re.compile(r"""["'\r\n]|\\["'nr]""")

_TAG = re.compile(r"<([A-Za-z_][\w:.\-]*)(\s[^<>]*)?>")
_CLOSING_TAG = re.compile(r"</([A-Za-z_][\w:.\-]*)\s*>")
_ATTRIBUTE = re.compile(r"""([\w:.\-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""")
_NAMING = frozenset({"name", "key", "id", "property"})
_VALUES = frozenset({"value", "content"})
"""Attributes whose values have their name in another attribute, as in `<input name="token" value="…">`."""
_NAME_ELEMENT = re.compile(r"<(?:key|name|Key|Name)>([^<>]{1,80})</[\w:]+>\s*<([A-Za-z_][\w:.\-]*)>")
_WITHOUT_CONTENT = frozenset({"base", "input", "link", "meta", "param"})
"""Elements of HTML that no tag closes."""

_COLUMNS = re.compile(r"""["\w.\-]{1,60}([,;\t|])["\w.\-]{1,60}(?:\1["\w.\-]{1,60}){0,200}\r?""")
_FORM = re.compile(r"""[^\s=&<>{}"']{1,100}=\S*\s*\Z""")
_PART = re.compile(
    r"(?:\A|\n)(--[^\r\n]{1,80})\r?\n"
    r"((?:[A-Za-z][\w\-]*:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n){0,100}){1,100})\r?\n"
)
_NAME_OF_PART = re.compile(r"""(?i);\s*name\*?=(?:"([^"]*)"|([^\s;"]+))""")
_PASSWORD_IN_URL = re.compile(r"""://[^\s/?#@:"'<>\\]*:([^\s/?#@"'<>]+)@""")
_USER_IN_URL = re.compile(r"""://([^\s/?#@:"'<>\\]+)@""")


@dataclass(frozen=True, slots=True)
class NamedSecret:
    """A secret in a text: where it begins and ends, and its value without escapes."""

    start: int
    end: int
    value: str
    is_certain: bool = True
    """Whether the same text elsewhere is the same secret; after a name in prose, an ordinary word may stand."""


def named_secrets(text: str, form: Form, names: Collection[str] = ()) -> Iterator[NamedSecret]:
    r"""Yield the secrets of a text that have a name, in any order; some may overlap.

    >>> [secret.value for secret in named_secrets(r'{"token": "a\u002fb", "id": 1,}', "document")]
    ['a/b']

    Args:
        text: The text, as it is or with its escapes undone.
        form: The place of the text.
        names: Further names of secrets in a document.
    """
    return _Search(text, form, frozenset(names)).run()


def form_secrets(text: str) -> Iterator[NamedSecret]:
    """Yield the secrets of a form, `application/x-www-form-urlencoded`.

    >>> [secret.value for secret in form_secrets("user%5Bpassword%5D=a+b&page=7")]
    ['a b']
    """
    at = 0
    for pair in text.split("&"):
        name, _, value = pair.partition("=")
        plain = unquote_plus(name).strip()
        if value and (is_secret_name(plain) or plain.lower() in OF_LOGINS):
            start = at + len(name) + 1
            yield NamedSecret(start, start + len(value.rstrip("\r\n")), unquote_plus(value.rstrip("\r\n")))
        at += len(pair) + 1


def is_table(text: str) -> bool:
    """Whether the first line of a text names the columns of a table, and the second line has as many cells.

    >>> is_table("id,token\\n1,abc\\n")
    True
    """
    head, _, rest = text.partition("\n")
    columns = _COLUMNS.fullmatch(head)
    return columns is not None and rest.partition("\n")[0].count(columns[1]) == head.count(columns[1])


def table_without_secrets(text: str, replacement: Callable[[str], str]) -> str:
    r"""Return a table of CSV with replacements in each column with the name of a secret.

    >>> table_without_secrets("id,token\n1,abc\n", lambda secret: "removed")
    'id,token\n1,removed\n'

    Raises:
        csv.Error: A cell is too large.
    """
    head = text.partition("\n")[0].removeprefix("\ufeff")
    delimiter = max(",;\t|", key=head.count)
    names = next(csv.reader([head], delimiter=delimiter))
    columns = [at for at, name in enumerate(names) if is_secret_name(name)]
    if not columns:
        return text
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter, lineterminator="\r\n" if head.endswith("\r") else "\n")
    for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
        for at in columns if number else ():
            if at < len(row):
                row[at] = replacement(row[at])
        writer.writerow(row)
    return table.getvalue()


class _Search:
    """The search for the named secrets of one text."""

    def __init__(self, text: str, form: Form, names: frozenset[str]) -> None:
        self._text = text
        self._form = form
        self._names = names
        self._is_document = form == "document"

    def run(self) -> Iterator[NamedSecret]:
        """Yield the secrets in each spelling."""
        text = self._text
        if "=" in text or ":" in text:
            for pattern in (_ASSIGNED, _ASSIGNED_TO_QUOTED):
                yield from self._assigned(pattern)
            for match in _PAIR.finditer(text):
                if self._is_secret(match[1]):
                    yield from self._after(match.end(), _END_OF_MEMBER)
            for match in _VALUE_OF_PAIR.finditer(text):
                end = _end_of_quoted(text, match.end(), match[1])
                name = _NAME_OF_PAIR.match(text, end)
                if name is not None and self._is_secret(name[1]):
                    yield NamedSecret(match.end(), end, _without_escapes(text[match.end() : end]))
        if "://" in text:
            for match in _PASSWORD_IN_URL.finditer(text):
                yield NamedSecret(*match.span(1), unquote(match[1]))
            yield from self._likely(_USER_IN_URL.finditer(text))
        yield from self._likely(_AUTHORIZATION.finditer(text))
        yield from self._likely(match for match in _OPTION.finditer(text) if self._is_secret(match[1]))
        if "=" in text and _FORM.match(text) and ("&" in text or self._is_document):
            yield from form_secrets(text)
        if "</" in text or ("<" in text and self._is_document):
            yield from self._elements()
        if "--" in text:
            yield from self._parts()

    def _is_secret(self, name: str) -> bool:
        return is_secret_name(name) or name in self._names

    @staticmethod
    def _likely(matches: Iterable[re.Match[str]]) -> Iterator[NamedSecret]:
        """Yield the matches that look like secrets: a place alone says too little, an ordinary word may stand there."""
        for match in matches:
            group = match.lastindex or 0
            if _LIKE_A_SECRET.fullmatch(match[group]):
                yield NamedSecret(*match.span(group), match[group])

    def _assigned(self, pattern: re.Pattern[str]) -> Iterator[NamedSecret]:
        """Yield the values after a name and a sign: in JSON, queries, headers, YAML and programs."""
        at = 0
        while match := pattern.search(self._text, at):
            at = match.end()
            for secret in self._value(match):
                yield secret
                at = max(at, secret.end)

    def _value(self, match: re.Match[str]) -> Iterator[NamedSecret]:
        name, text = match["name"], self._text
        sign, lowered = match[match.lastindex or 0], name.lower()
        lists_texts = _TEXTS.match(text, match.end()) is not None
        is_secret = self._is_secret(name) or (lists_texts and is_list_of_secrets(name, [""]))
        is_header = sign == ":" and ("-" in name or lowered in ("authorization", "cookie")) and is_secret_header(name)
        if not (is_secret or is_header or lowered in OF_LOGINS) or (sign == ":" and lowered in PUBLIC_HEADERS):
            return
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        is_first = match.start() < _BEFORE and not before.strip()
        in_query = sign == "=" and (before[-1:] in ("?", "&", "#", ";") or (is_first and self._is_document))
        if not (is_secret or is_header or (in_query and self._is_document)):
            return
        start = _space_end(text, match.end())
        ending = self._ending(match, before, start, in_query, is_header)
        is_quoted = _QUOTE.match(text, start) is not None
        if self._is_document:
            allowed = is_quoted or ending is not None or text[start : start + 1] in ("{", "[")
        elif self._form == "message":
            is_value = is_quoted or text[start : start + 1] in ("{", "[") or _NUMBER.match(text, start) is not None
            allowed = (is_value and sign == ":") or in_query or is_header or ending is _END_OF_PARAMETER
            ending = ending or _END_OF_WORD
        else:
            is_value = is_quoted or _NUMBER.match(text, start) is not None
            allowed = in_query or is_header or (bool(match["quote"]) and is_value)
        if not allowed:
            return
        if ending is _END_OF_LINE:
            yield from self._line(match.start(), match.end())
        else:
            yield from self._after(start, ending, is_certain=in_query)

    def _ending(
        self, match: re.Match[str], before: str, start: int, in_query: bool, is_header: bool
    ) -> re.Pattern[str] | None:
        """Return the pattern for the end of a value without quotes; None if only one in quotes belongs to the name."""
        name, sign = match["name"].lower(), match[match.lastindex or 0]
        is_spaced = bool(match["space"]) or start > match.end()
        is_strong = name not in WORDS
        begins_line = _LINE.search(before) is not None
        if sign in ("=", ":="):
            is_setting = begins_line and self._is_document and (is_strong or not is_spaced)
            if is_setting and _SETTINGS.match(self._text, match.end()) is None:
                return _END_OF_LINE
            if not is_spaced:
                ending = _END_OF_SETTING if before[-1:] == ";" else _END_OF_PARAMETER
                return ending if in_query or is_strong or begins_line else None
            return None if not is_strong else _END_OF_LINE if begins_line else _END_OF_WORD
        if match["quote"]:
            return _END_OF_MEMBER
        if begins_line and self._is_document:
            return _END_OF_LINE
        if name.endswith(("authorization", "cookie")):
            return _END_OF_HEADER
        if before.rstrip()[-1:] in ("{", ",", "[", "("):
            return _END_OF_MEMBER
        return _END_OF_WORD if is_strong or is_header else None

    def _after(self, start: int, ending: re.Pattern[str] | None, *, is_certain: bool = False) -> Iterator[NamedSecret]:
        """Yield the value that begins at a place, after blanks: in quotes, in brackets, or up to an ending."""
        text = self._text
        start = _space_end(text, start)
        quote = _QUOTE.match(text, start)
        if quote is not None:
            start, end = _in_quotes(text, quote.end(), quote[1])
            if end > start:
                yield NamedSecret(start, end, _without_escapes(text[start:end]))
            return
        if text[start : start + 1] in ("{", "["):
            yield NamedSecret(start, _end_of_brackets(text, start), "", is_certain=False)
            return
        if ending is None:
            return
        scheme = _SCHEME.match(text, start) if ending is _END_OF_WORD else None
        stop = ending.search(text, start if scheme is None else scheme.end())
        yield from self._bare(start, len(text) if stop is None else stop.start(), is_certain=is_certain)

    def _line(self, name: int, start: int) -> Iterator[NamedSecret]:
        """Yield the rest of a line, or if it is empty, the lines below it that are indented more or are a list."""
        text = self._text
        place = _space_end(text, start)
        stop = _END_OF_LINE.search(text, start)
        end = len(text) if stop is None else stop.start()
        if place < end and (_QUOTE.match(text, place) or text[place] in "{["):
            yield from self._after(place, _END_OF_LINE)
            return
        indent = name - max(text.rfind("\n", max(0, name - _BEFORE), name) + 1, name - _BEFORE, 0)
        is_empty = place >= end
        below = at = end
        while at < len(text):
            line = text.find("\n", at + 1)
            begin, at = at, len(text) if line < 0 else line
            content = text[begin:at].lstrip("\r\n")
            depth = len(content) - len(content.lstrip(" \t"))
            # PyYAML writes the items of a list at the indent of its name.
            is_item = is_empty and depth == indent and content[depth : depth + 2].strip() == "-"
            if content.strip() and depth <= indent and not is_item:
                break
            below = at
        if text[end:below].strip():
            first = place if text[start:end].strip() not in ("", "|", ">", "|-", ">-", "|+", ">+") else end
            yield NamedSecret(_space_end(text, first), below, "", is_certain=False)
        else:
            yield from self._bare(min(place, end), end, is_certain=False)

    def _bare(self, start: int, end: int, *, is_certain: bool) -> Iterator[NamedSecret]:
        """Yield a value without quotes."""
        value = self._text[start:end].rstrip()
        if value.lower() not in _WITHOUT_SECRET:
            plain = unquote_plus(value) if is_certain else value
            likely = is_certain or _LIKE_A_SECRET.fullmatch(value) is not None
            yield NamedSecret(start, start + len(value), plain, is_certain=likely)

    def _elements(self) -> Iterator[NamedSecret]:
        """Yield the contents and the attributes of XML and HTML."""
        text = self._text
        has_attributes = self._is_document or text.lstrip().startswith("<")  # not of the elements in a program
        for match in _NAME_ELEMENT.finditer(text):
            if self._is_secret(match[1].strip()):
                yield from self._content(match[2], match.start(2) - 1, match.end())
        at = 0
        while tag := _TAG.search(text, at):
            at = tag.end()
            name = tag[1].rpartition(":")[2]
            value: tuple[int, int] | None = None
            is_named = False
            for attribute in _ATTRIBUTE.finditer(text, tag.start(2), tag.end(2)) if tag[2] and has_attributes else ():
                key = attribute[1].rpartition(":")[2]
                place = _unquoted(text, *attribute.span(2))
                if key.lower() in _NAMING:
                    is_named = is_named or self._is_secret(text[slice(*place)])
                elif key.lower() in _VALUES:
                    value = place
                if self._is_secret(key) and key.lower() not in _NAMING:
                    yield NamedSecret(*place, html.unescape(text[slice(*place)]))
            if is_named and value is not None:
                yield NamedSecret(*value, html.unescape(text[slice(*value)]))
            if (tag[2] or "").endswith("/") or not (self._is_secret(name) or (is_named and value is None)):
                continue
            if name.lower() == "key" and _NAME_ELEMENT.match(text, tag.start()):
                continue  # it has the name of the next element
            for secret in self._content(tag[1], tag.start(), tag.end()):
                yield secret
                at = secret.end

    def _content(self, name: str, tag: int, start: int) -> Iterator[NamedSecret]:
        """Yield the content of an element, up to its end; without an end, up to the next tag."""
        closings = self._closings.get(name, [])
        following = bisect_left(closings, start)
        if following < len(closings):
            end = closings[following]
        elif not self._is_document or name.lower() in _WITHOUT_CONTENT or self._text[max(0, tag - 1) : tag].isalnum():
            return  # such as a type of a program: List<Token>
        else:
            end = self._text.find("<", start)
            end = len(self._text) if end < 0 else end
        content = self._text[start:end]
        if content.strip():
            yield NamedSecret(start, end, html.unescape(content.strip()), is_certain="<" not in content)

    @cached_property
    def _closings(self) -> dict[str, list[int]]:
        """The places of the closing tags by their names."""
        places: dict[str, list[int]] = {}
        for tag in _CLOSING_TAG.finditer(self._text):
            places.setdefault(tag[1], []).append(tag.start())
        return places

    def _parts(self) -> Iterator[NamedSecret]:
        """Yield the parts of a form of multipart."""
        at = 0
        while part := _PART.search(self._text, at):
            at = part.end() - 1
            name = _NAME_OF_PART.search(part[2])
            if name is None or not self._is_secret(unquote((name[1] or name[2] or "").rpartition("''")[2])):
                continue
            end = self._text.find(f"\n{part[1]}", at)
            end = len(self._text) if end < 0 else end
            value = self._text[part.end() : end].rstrip("\r\n")
            if value:
                yield NamedSecret(part.end(), part.end() + len(value), value)
            at = end


def _space_end(text: str, place: int) -> int:
    space = _SPACE.match(text, place)
    return place if space is None else space.end()


def _in_quotes(text: str, start: int, quote: str) -> tuple[int, int]:
    """Return where the text after a quote begins and ends: in one quote, two (in a cell of CSV), or three (Python)."""
    for count in (3, 2):
        begin = start + count - 1
        if text.startswith(quote * (count - 1), start) and (count == 3 or _DELIMITER.match(text, begin) is None):
            end = text.find(quote * count, begin)
            return begin, len(text) if end < 0 else end
    return start, _end_of_quoted(text, start, quote)


def _end_of_quoted(text: str, start: int, quote: str) -> int:
    """Return the place of the quote that ends a text: not one after a backslash, nor one of two; else the end."""
    before, end = start, text.find(quote, start)
    while end >= 0:
        piece = text[before:end]
        if (len(piece) - len(piece.rstrip("\\"))) % 2:
            before, end = end + 1, text.find(quote, end + 1)
        elif end > start and text.startswith(quote, end + 1):
            before, end = end + 2, text.find(quote, end + 2)
        else:
            return end
    return len(text)


def _end_of_brackets(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at a place; without it, the end of the text."""
    depth, at = 0, start
    while bracket := _BRACKETS.search(text, at):
        at = bracket.end()
        if bracket[0] == '"':
            at = _end_of_quoted(text, at, '"') + 1
            continue
        depth += 1 if bracket[0] in "{[" else -1
        if depth == 0:
            return at
    return len(text)


def _without_escapes(text: str) -> str:
    """Return a text in quotes with the escapes of JSON undone."""
    try:
        plain: str = json.loads(f'"{text}"', strict=False) if "\\" in text else text
    except ValueError:
        return text
    return plain


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    return (start + 1, end - 1) if text[start] in "\"'" else (start, end)
