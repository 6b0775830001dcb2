// A link to a name of the other API opens its tab.
function openTab() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target && target.closest(".sd-tab-content");
  if (!panel) return;
  const label = panel.previousElementSibling;
  const input = label && label.previousElementSibling;
  if (input && !input.checked) label.click();
  target.scrollIntoView();
}
window.addEventListener("hashchange", openTab);
window.addEventListener("load", openTab);
