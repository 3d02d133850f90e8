"""JSON-LD as the body of a page that has none, a case each type and each way editors write it."""

import json
from typing import Any

import pytest

from domwright import extract

_TEXT = "The tide mill stands where the creek meets the bay and was grinding corn until 1912."


def _page(node: Any) -> str:
    script = node if isinstance(node, str) else json.dumps(node)
    return f'<html><head><title>Bay</title><script type="application/ld+json">{script}</script></head><body></body></html>'


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        pytest.param(
            {"@type": "BlogPosting", "headline": "Mill", "articleBody": f"&lt;p&gt;{_TEXT}&lt;/p&gt;&lt;p&gt;It is &amp;amp; was.&lt;/p&gt;"},
            f"# Mill\n\n{_TEXT}\n\nIt is & was.\n",
            id="escaped markup",
        ),
        pytest.param(
            {"@type": "BlogPosting", "headline": "Mill", "articleBody": f"<p>{_TEXT} Write &lt;p&gt; for it.</p>"},
            f"# Mill\n\n{_TEXT} Write \\<p> for it.\n",
            id="markup about markup",
        ),
        pytest.param(
            {
                "@type": "Recipe",
                "name": "Oat bread",
                "recipeYield": ["2", "2 loaves"],
                "prepTime": "PT0S",
                "totalTime": "P0DT1H30M",
                "recipeIngredient": "500 g oats",
                "recipeInstructions": [
                    {
                        "@type": "HowToSection",
                        "name": "Dough",
                        "itemListElement": [{"@type": "HowToStep", "name": "Mix", "text": "Mix all."}, "Knead."],
                    },
                    {
                        "@type": "HowToSection",
                        "name": "Oven",
                        "itemListElement": {"@type": "HowToStep", "name": "Heat", "text": "An hour at 200 degrees."},
                    },
                ],
            },
            "# Oat bread\n\n- Servings: 2\n- Time: 1 h 30 min\n\n## Ingredients\n\n- 500 g oats\n\n## Instructions\n\n"
            "### Dough\n\n1. Mix all.\n2. Knead.\n\n### Oven\n\n1. **Heat**\n\n   An hour at 200 degrees.\n",
            id="recipe in sections",
        ),
        pytest.param(
            {
                "@type": "HowTo",
                "name": "Mend",
                "step": [{"name": "Cut", "itemListElement": [{"@type": "HowToDirection", "text": "Saw."}, {"text": "Rest."}]}],
            },
            "# Mend\n\n## Instructions\n\n1. **Cut**\n\n   Saw.\n\n   Rest.\n",
            id="directions of one step",
        ),
        pytest.param(
            {
                "@type": "QAPage",
                "mainEntity": {
                    "name": "How?",
                    "text": "My wheel is broken.",
                    "acceptedAnswer": {"text": "Use oak.", "author": {"name": "ann"}, "dateCreated": "2024-03-04T10:00Z"},
                    "suggestedAnswer": [{"text": "Buy one.", "author": {"name": "bo"}}],
                },
            },
            "## How?\n\nMy wheel is broken.\n\n**ann** · 2024-03-04\n\nUse oak.\n\n**bo**\n\nBuy one.\n",
            id="question and answers",
        ),
        pytest.param(
            {
                "@type": "DiscussionForumPosting",
                "headline": "Wheel",
                "text": "It is broken.",
                "author": {"name": "bo"},
                "comment": [{"text": "Use oak.", "author": "ann", "comment": {"text": "Thanks!", "author": {"name": "bo"}}}],
            },
            "# Wheel\n\n**bo**\n\nIt is broken.\n\n**ann**\n\nUse oak.\n\n**bo**\n\nThanks!\n",
            id="comments on comments",
        ),
        pytest.param(
            {
                "@type": "LiveBlogPosting",
                "headline": "Flood",
                "liveBlogUpdate": [{"headline": "Noon", "articleBody": "It falls."}, {"articleBody": "It rises."}],
            },
            "# Flood\n\n## Noon\n\nIt falls.\n\nIt rises.\n",
            id="live blog",
        ),
        pytest.param(
            {
                "@type": "JobPosting",
                "title": "Miller",
                "description": "<p>We look for one.</p>",
                "jobLocation": {"address": {"addressLocality": "Creek"}},
            },
            "# Miller\n\n- Place: Creek\n\nWe look for one.\n",
            id="job",
        ),
        pytest.param(
            {"@type": "VideoObject", "name": "Mill", "description": "A film.", "transcript": "This is the wheel.\nIt turns."},
            "# Mill\n\nA film.\n\nThis is the wheel.\n\nIt turns.\n",
            id="transcript",
        ),
        pytest.param(
            {
                "@type": "ItemList",
                "name": "Mills",
                "itemListElement": [
                    {"name": "Creek", "url": "https://x.example/1"},
                    {"item": {"name": "Hill", "@id": "/2"}},
                    {"item": "https://x.example/3"},
                ],
            },
            "# Mills\n\n- [Creek](https://x.example/1)\n- Hill\n",
            id="list",
        ),
    ],
)
def test_types(node: Any, expected: str) -> None:
    document = extract(_page(node))
    assert (document.source, document.markdown) == ("json-ld", expected)


def test_people_are_found_by_their_id() -> None:
    graph = [
        {"@type": "Article", "headline": "Mill", "articleBody": _TEXT, "author": [{"@id": "#ann"}]},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
    ]
    assert extract(_page({"@graph": graph})).metadata.authors == ("Ann Lee",)


@pytest.mark.parametrize("depth", [45, 90, 900, 100_000])
@pytest.mark.parametrize("key", ["author", "articleBody", "comment", "recipeInstructions", "mainEntity", "step"])
@pytest.mark.parametrize("brackets", [("[", "]"), ('[{"name":"a","text":', "}]"), ('{"@type":"HowToSection","itemListElement":[', "]}")])
def test_nested_values_exhaust_nothing(depth: int, key: str, brackets: tuple[str, str]) -> None:
    nested = f'{brackets[0] * depth}"a"{brackets[1] * depth}'
    for kind in ("Article", "DiscussionForumPosting", "Recipe", "HowTo", "QAPage"):
        assert extract(_page(f'{{"@type":"{kind}","headline":"Mill","{key}":{nested}}}')).metadata.title
