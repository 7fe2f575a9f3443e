"""The memory arm beside the folded one: in the plot, in its key and its description, in the table of a type, in files."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from harness.analysis.intervals import Share
from harness.reporting.html import Report, Source
from harness.reporting.plots import decay_plot, plot_files
from harness.reporting.promotion import gains, promotion_json, remembered
from harness.reporting.strings import Strings
from tests.reporting.page import parsed
from tests.reporting.synthetic import everything, judged, replayed, small
from tests.reporting.test_parts import _golden

MEMORY = {1: Share(1.0, 0.6, 1.0, 6, 3, 6), 2: Share(0.8, 0.4, 0.95, 5, 3, 4), 3: Share(0.5, None, None, 2, 1, 1)}
KEY = {"en": "with memory", "ko": "기억과 함께"}


def _drawn(language: str = "en", memory: dict[int, Share] | None = None) -> str:
    analysis = judged(small())
    return decay_plot(
        analysis.categories[0], title="time", minimum=analysis.minimum, language=language, ages=3, memory=memory
    )


def test_the_drawing_with_memory_stays_as_it_is() -> None:
    _golden("plot-memory.svg", _drawn(memory=MEMORY))


@pytest.mark.parametrize("language", KEY)
def test_memory_is_told_by_key_dashes_and_description_and_not_by_colour_alone(language: str) -> None:
    svg = _drawn(language, MEMORY)
    assert f">{KEY[language]}</text>" in svg
    lines = re.findall(r'<path d="[^"]*"[^>]*style="([^"]*var\(--memory[^"]*)"', svg)
    assert any("stroke-dasharray" in style for style in lines)
    label = re.search('aria-label="([^"]*)"', svg)
    assert label
    assert f"; {KEY[language]}: S1 1.00 (n 6), S2 0.80 (n 5), S3 0.50 (n 2)" in label[1]


def test_without_memory_nothing_is_said_of_it() -> None:
    assert "memory" not in _drawn()
    assert _drawn(memory={}) == _drawn()
    page = Report(everything(small()), "en")
    assert all(KEY["en"] not in parsed(text).text for text in page.types().values())


def test_a_file_of_its_own_has_the_key_and_plain_colours() -> None:
    analysis = judged(small())
    svg, png = plot_files(analysis.overall, title="전체", minimum=analysis.minimum, language="ko", memory=MEMORY)
    assert png.startswith(b"\x89PNG")
    assert "#0b1ca" not in svg
    assert "#b3471b" in svg
    assert KEY["ko"] in svg


@pytest.mark.parametrize("language", KEY)
def test_the_page_of_a_type_has_memory_in_plot_and_table(language: str) -> None:
    found = {name: parsed(text) for name, text in Report(replayed(small()), language).types().items()}
    t = Strings(language)
    lost = found["quantity.html"]
    cells = [a["data-label"] for a in lost.tags("td") if a.get("data-label") in (t("types.memory"), t("types.gain"))]
    assert len(cells) == 2 * 3
    assert t("types.gain_intro") in lost.text
    assert "+1.00" in lost.text  # lost at every age without memory, right at every age with it
    assert t("plot.memory_intro") in lost.text
    assert f"; {KEY[language]}: S1 1.00 (n 2)" in str([a["aria-label"] for a in lost.tags("svg")])
    assert KEY[language] not in found["time.html"].text


def test_the_whole_page_explains_the_triangles_once() -> None:
    t = Strings("en")
    text = parsed(Report(replayed(small()), "en").page()).text
    assert text.count(t("plot.memory_intro")) == 1
    assert text.count(t("plot.memory_elsewhere")) == 1
    assert t("plot.memory_intro") not in parsed(Report(everything(small()), "en").page()).text


def test_what_is_drawn_is_what_the_replay_measured() -> None:
    source: Source = replayed(small())
    found = gains(source.promotion)
    assert set(found) == {"quantity", "constraint", "all"}
    assert {k: (s.value, s.n, s.conversations) for k, s in remembered(found["quantity"]).items()} == dict.fromkeys(
        (1, 2, 3), (1.0, 2, 2)
    )
    assert found["constraint"][1].without.value == 1.0
    assert found["constraint"][2].without.value == 0.0
    assert source.promotion
    rows = {r["name"]: r for r in promotion_json(source.promotion)["categories"]}
    assert rows["quantity"]["replay"]["ages"]["2"]["gain"]["value"] == 1.0
    assert gains(replace(source.promotion, whole=None)) == {}
    assert gains(None) == {}
