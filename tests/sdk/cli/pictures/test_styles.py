"""The styles of marks: readable on both papers."""

from __future__ import annotations

from trivet.cli.pictures.styles import STYLES, css, series_style

PAPERS = ("#ffffff", "#14181d")


def luminance(tone: str) -> float:
    parts = [int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(paper: str, tone: str) -> float:
    light, dark = sorted((luminance(paper), luminance(tone)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_and_series_have_contrast_on_both_papers() -> None:
    for name, style in STYLES.items():
        if name in ("paper", "grid", "leader", "stop", "end"):
            continue
        for tones in (style.fill, style.stroke):
            for paper, tone in zip(PAPERS, tones or (), strict=False):
                assert contrast(paper, tone) >= 4.5, (name, tone)


def test_style_sheet_has_each_style_once_for_each_paper() -> None:
    sheet = css(["axis", "axis", "dashed-1"], "#map ")
    assert sheet.count("#map .axis{") == 2
    assert "stroke-dasharray:6 4" in sheet
    assert sheet.endswith("}}")


def test_more_series_than_hues_are_dashed() -> None:
    assert series_style(0) == ("line-1", "fill-1")
    assert series_style(8) == ("dashed-1", "fill-1")
    assert series_style(16) == ("line-1", "fill-1")
