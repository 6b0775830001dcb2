"""The console in a real Chromium, as people see and use it.

`nox -s console` runs these tests, and takes the pictures of the docs.
"""

import pytest
from playwright.sync_api import expect

from tests.console.conftest import Console

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    '"><svg onload=alert(3)>',
    "javascript:alert(4)",
    "</textarea><iframe src=//evil.test>",
    "\u202e\u0000\u2028 end",
]


def use(console: Console) -> None:
    """Send some requests, including refused ones, and plan some faults."""
    stub, http = console.stub, console.http
    alice = {"authorization": f"Bearer {stub.token('alice')}"}
    first = http.get("/conversations", headers=alice).json()["items"][0]["id"]
    http.get("/conversations?limit=0")
    http.get(f"/conversations/{first}/messages", headers=alice)
    http.post("/conversations", json={"title": "Winter tyres"}, headers=alice)
    http.get("/admin/users", headers=alice)
    stub.faults.add("admin.users.list", status=503)
    http.get("/admin/users")
    http.get("/admin/users?search=erin")
    http.get("/conversation")
    stub.faults.add("conversations.list", status=503, times=3, probability=0.3, seed=7)
    stub.faults.add("admin.users.list", missing_field="/items/0/email", times=None)
    expect(console.page.locator("#requests-rows tr")).to_have_count(8)


def test_requests_appear_as_they_arrive_with_their_verdicts(open_console):
    console = open_console()
    expect(console.page.locator("#requests-empty")).to_be_visible()
    use(console)
    rows = console.rows()

    assert "chat.requests.only-these-routes-and-methods" in rows[0]
    assert "as the contract has it" in rows[1]
    assert "fault 1" in rows[2]
    assert "chat.access.admin-operations-need-role-admin" in rows[3]
    console.page.check("#requests-refused")
    expect(console.page.locator("#requests-rows tr")).to_have_count(4)
    console.page.fill("#requests-filter", "limit=0")
    expect(console.page.locator("#requests-rows tr")).to_have_count(1)
    console.page.click("#requests-clear")
    expect(console.page.locator("#requests-empty")).to_be_visible()


def test_pause_hides_new_requests_until_it_ends(open_console):
    console = open_console("bus")
    console.page.click("#requests-pause")
    console.http.get("/BusStops")
    expect(console.page.locator("#requests-pause")).to_have_text("Continue (1)")
    assert console.rows() == []
    console.page.click("#requests-pause")
    expect(console.page.locator("#requests-rows tr")).to_have_count(1)


def test_detail_hides_credentials_and_can_be_tried_again(open_console):
    console = open_console()
    console.http.get("/admin/users?limit=2")
    console.page.click("#requests-rows button")
    detail = console.page.locator("#request-detail")
    expect(detail).to_contain_text("(hidden)")
    expect(detail).not_to_contain_text(console.stub.admin_token)
    detail.get_by_text("Try it again").click()
    expect(console.page.locator("#operation input[name=limit]")).to_have_value("2")
    console.page.keyboard.press("Enter")
    expect(console.page.locator("#outcome .status")).to_have_text("200")


def test_operation_can_be_tried_and_its_refusal_is_shown(open_console):
    console = open_console()
    console.open("contract")
    console.page.fill("#operations-filter", "admin.users.list")
    console.page.click("#operations button")
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .answer")).to_contain_text("admin@example.com")
    console.page.fill("#operation input[name=limit]", "1000")
    console.page.select_option("#try-caller", "")
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .status")).to_have_text("401")
    expect(console.page.locator("#outcome details pre")).to_contain_text("curl 'http://127.0.0.1")


def test_body_can_be_tried_and_changes_the_state(open_console):
    console = open_console()
    console.open("contract")
    console.page.fill("#operations-filter", "conversations.create")
    console.page.click("#operations button")
    console.page.fill("#try-body", '{"title": "From the console"}')
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .status")).to_have_text("201")
    console.open("state")
    expect(console.page.locator("[data-kind=conversations] .count")).to_have_text("8")
    console.page.click("[data-kind=conversations]")
    expect(console.page.locator("#records")).to_contain_text("From the console")


def test_event_stream_is_followed_and_stopped(open_console):
    console = open_console("agent")
    console.open("contract")
    console.page.fill("#operations-filter", "event.subscribe")
    console.page.click("#operations button")
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .answer")).to_contain_text("server.connected")
    console.http.post("/api/session", json={})
    expect(console.page.locator("#outcome .answer")).to_contain_text("session.created")
    console.page.get_by_role("button", name="Stop", exact=True).click()
    expect(console.page.locator("#outcome .answer")).to_contain_text("(stopped)")


def test_suggested_body_is_valid_by_the_contract(open_console):
    console = open_console("agent")
    session = console.http.post("/api/session", json={}).json()["data"]["id"]
    console.open("contract")
    console.page.fill("#operations-filter", "session.prompt")
    console.page.click("#operations button")
    console.page.fill("#operation input[name=sessionID]", session)
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .status")).to_have_text("200")
    assert len(console.stub.sessions[session].messages) == 2


def test_fault_is_planned_applied_and_removed(open_console):
    console = open_console()
    console.open("faults")
    console.page.select_option("#fault-operation", "admin.users.list")
    console.page.fill("#fault-value", "502")
    console.page.click("#fault-form button")
    expect(console.page.locator("#faults li")).to_contain_text("status 502")
    assert console.http.get("/admin/users").status_code == 502
    expect(console.page.locator("#faults-empty")).to_be_visible()
    for kind in console.page.locator("#fault-kind option").all_inner_texts():
        console.page.select_option("#fault-kind", kind)
        console.page.click("#fault-form button")
    expect(console.page.locator("#faults li")).to_have_count(10)
    console.page.click("[aria-label='Remove fault 2']")
    expect(console.page.locator("#faults li")).to_have_count(9)
    console.page.fill("#fault-probability", "0.5")
    console.page.fill("#fault-times", "")
    console.page.click("#fault-form button")
    expect(console.page.locator("#faults li").last).to_contain_text("always")
    console.page.click("#faults-clear")
    expect(console.page.locator("#faults-empty")).to_be_visible()


def test_clock_is_advanced_set_started_and_stopped(open_console):
    console = open_console()
    now = console.page.locator("#clock-now")
    expect(now).to_have_text("2025-06-16 08:00:00 +08:00")
    console.page.click("#clock-minute")
    console.page.click("#clock-hour")
    expect(now).to_have_text("2025-06-16 09:01:00 +08:00")
    console.open("settings")
    console.page.fill("#clock-set", "2030-01-01T00:00:00Z")
    console.page.click("#clock-form button")
    expect(now).to_have_text("2030-01-01 00:00:00 +00:00")
    console.page.click("#clock-run")
    expect(now).not_to_have_text("2030-01-01 00:00:00 +00:00")
    console.page.click("#clock-run")
    expect(console.page.locator("#clock-run")).to_have_text("Run")
    assert not console.stub.clock.running
    console.page.fill("#clock-set", "yesterday")
    console.page.click("#clock-form button")
    expect(console.page.locator("#message")).to_contain_text("now: ")


def test_settings_and_data_are_changed_and_reset(open_console):
    console = open_console("bus")
    console.open("settings")
    console.page.fill("[data-setting=page_size]", "3")
    console.page.fill("[data-quota=requests]", "5")
    console.page.check("[data-switch=null_times]")
    console.page.click("#settings-form button")
    expect(console.page.locator("#message")).to_have_text("The settings are applied.")
    assert (console.stub.page_size, console.stub.quota.requests, console.stub.observed.null_times) == (3, 5, True)
    console.page.click("#seed-form button")
    expect(console.page.locator("[data-kind=stops] .count")).to_have_text("0")
    console.stub.faults.add(status=503)
    console.page.click("#reset")
    console.page.click("#reset-dialog [value=reset]")
    expect(console.page.locator("[data-kind=stops] .count")).to_have_text("18")
    expect(console.page.locator("[data-setting=page_size]")).to_have_value("500")
    expect(console.page.locator("#count-faults")).to_have_text("0")


def test_reset_that_is_not_confirmed_changes_nothing(open_console):
    console = open_console("bus")
    console.stub.faults.add(status=503)
    for leave in (
        lambda: console.page.click("#reset-dialog [value=keep]"),
        lambda: console.page.keyboard.press("Escape"),
    ):
        console.page.click("#reset")
        expect(console.page.locator("#reset-dialog")).to_be_visible()
        leave()
        expect(console.page.locator("#reset-dialog")).to_be_hidden()
    console.page.click("#clock-minute")  # a change that the console sends after a reset, if there was one
    expect(console.page.locator("#clock-now")).to_contain_text("08:01")
    assert len(console.stub.faults) == 1


def test_second_page_shows_changes_made_on_the_first(open_console):
    console = open_console()
    other = console.page.context.new_page()
    other.goto(f"{console.url}/_trivet/#faults")
    other.wait_for_selector(".pill.live")
    console.page.click("#clock-hour")
    console.stub.faults.add(status=503)
    console.http.get("/conversations")
    expect(other.locator("#clock-now")).to_have_text("2025-06-16 09:00:00 +08:00")
    expect(other.locator("#count-requests")).to_have_text("1")


def test_rules_show_which_were_exercised(open_console):
    console = open_console()
    console.http.get("/conversations?limit=0")
    console.open("rules")
    expect(console.page.locator("#rules-count")).to_contain_text("1 of")
    console.page.check("#rules-exercised")
    expect(console.page.locator("#rules tr")).to_have_count(1)
    expect(console.page.locator("#rules")).to_contain_text("chat.paging.limit-is-1-to-100")


def test_everything_can_be_reached_by_keyboard(open_console):
    console = open_console()
    console.http.get("/conversations?limit=0")
    expect(console.page.locator("#requests-rows tr")).to_have_count(1)
    keyboard, page = console.page.keyboard, console.page

    def focused() -> str:
        return str(page.evaluate("document.activeElement.id || document.activeElement.textContent"))

    keyboard.press("Tab")
    assert focused() == "Skip to the content"
    visited = []
    while len(visited) < 20:
        keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break  # the end of the page
        visited.append(focused())
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", visited
    assert visited[:5] == ["clock-minute", "clock-hour", "clock-run", "reset", "tab-requests"]
    assert visited[-1] == "/conversations?limit=0"
    page.focus("#requests-rows button")
    keyboard.press("Enter")
    expect(page.locator("#request-detail")).to_be_visible()
    keyboard.press("Escape")
    expect(page.locator("#request-detail")).to_be_hidden()
    assert focused() == "/conversations?limit=0"
    page.focus("#tab-requests")
    for _ in range(3):
        keyboard.press("ArrowRight")
    assert focused() == "tab-faults"
    expect(page.locator("#panel-faults")).to_be_visible()
    keyboard.press("Tab")
    keyboard.press("Tab")
    keyboard.press("Control+A")
    keyboard.type("418")
    keyboard.press("Enter")
    expect(page.locator("#faults li")).to_contain_text("status 418")


def test_every_control_has_a_name(open_console):
    console = open_console()
    for view in ("requests", "contract", "state", "faults", "rules", "settings"):
        console.open(view)
        nameless = console.page.evaluate(
            """[...document.querySelectorAll('input, select, textarea, button')].filter((node) => node.offsetParent)
               .filter((node) => !(node.labels?.length || node.textContent.trim() || node.getAttribute('aria-label')))
               .map((node) => node.id)"""
        )
        assert nameless == [], view


def test_hostile_records_and_requests_stay_text(open_console):
    console = open_console()
    rows = [{"owner": "alice", "title": text.replace("\0", "")} for text in HOSTILE]
    console.stub.seed(
        seed="empty", records={"users": [{"name": "alice", "full_name": HOSTILE[1]}], "conversations": rows}
    )
    for text in HOSTILE:
        console.http.get("/conversations", params={text: text}, headers={"x-hostile": text.encode().hex()})
        console.http.post("/conversations", json={"title": text}, headers={"user-agent": text.encode()[:8].hex()})
    expect(console.page.locator("#requests-rows tr")).to_have_count(len(HOSTILE) * 2)
    for number in range(len(HOSTILE) * 2):
        console.page.locator("#requests-rows button").nth(number).click()
    for view in ("state", "rules", "contract", "faults"):
        console.open(view)
    console.open("state")
    for kind in ("users", "conversations"):
        console.page.click(f"[data-kind={kind}]")
        expect(console.page.locator("#records")).to_contain_text(HOSTILE[1])
    strange = console.page.evaluate("document.querySelectorAll('main script, main img, iframe, svg, [onerror]').length")
    assert strange == 0


def test_stub_that_ends_is_noticed(open_console):
    console = open_console()
    console.stub.close()
    expect(console.page.locator("#connection")).to_have_text("reconnecting")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_for_the_docs(open_console, scheme):
    console = open_console(color_scheme=scheme, height=720)
    use(console)
    back = console.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert back == {"light": "rgb(246, 247, 249)", "dark": "rgb(16, 21, 27)"}[scheme]
    console.page.mouse.move(640, 700)
    console.picture(f"requests-{scheme}")
    if scheme == "dark":
        console.open("faults")
        console.picture("faults-dark")
        return
    console.open("contract")
    console.page.fill("#operations-filter", "messages")
    console.page.click("#operations [data-operation='conversations.messages.list']")
    rows = console.stub.records.conversations.values()
    conversation = next(row.id for row in rows if row.title == "Fixing the bicycle")
    console.page.fill("#operation input[name=conversation_id]", conversation)
    console.page.click("#operation button[type=submit]")
    expect(console.page.locator("#outcome .status")).to_have_text("200")
    console.picture("contract-light")


def test_narrow_screen_shows_everything_without_scrolling_sideways(open_console):
    console = open_console(width=390, height=780, color_scheme="dark")
    use(console)
    for view in ("contract", "state", "faults", "rules", "settings", "requests"):
        console.open(view)
        assert console.page.evaluate("document.documentElement.scrollWidth") <= 390, view
        if view == "rules":  # sentences, which a reader must not have to move sideways
            hidden = "element => element.scrollWidth - element.clientWidth"
            assert console.page.eval_on_selector("#panel-rules .scroll", hidden) == 0
    console.picture("narrow-dark")


def test_two_tones_have_enough_contrast(open_console):
    for scheme in ("light", "dark"):
        console = open_console(color_scheme=scheme)
        use(console)
        assert console.page.evaluate(CONTRAST) == []


CONTRAST = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const shade = channels(getComputedStyle(at).backgroundColor);
      if (shade.length < 4 || shade[3] > 0) return shade;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('h1, small, button, .badge, .status, .pill, time, th, td, label')]
    .filter((node) => node.offsetParent && node.textContent.trim())
    .map((node) => {
      const [a, b] = [light(channels(getComputedStyle(node).color)), light(behind(node))];
      return [node.textContent.slice(0, 30), Math.round(10 * (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)) / 10];
    }).filter(([, ratio]) => ratio < 4.5);
}"""
