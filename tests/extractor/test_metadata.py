"""Title, authors and date from what pages of each kind write: bylines, user cards, author links, headings."""

import pytest

from domwright import extract

PROSE = "<p>" + "The gauge at the mill was read every morning by whoever came first, and the number was chalked on the door. " * 3 + "</p>"


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><main><h1>The gauge at the mill</h1>{body}{PROSE}</main></body></html>"


CASES = {
    "a byline element with a degree": ('<div class="author-line">Ada Lovelace, MD</div>', ("Ada Lovelace",)),
    "a byline with a role": ("<p>By Bo Li, Head of Growth</p>", ("Bo Li",)),
    "a byline with its date": ("<p>by: Ziv Xi, Dec 17, 2025</p>", ("Ziv Xi",)),
    "a vcard": ('<span class="author vcard"><a class="url fn n" href="/about/">Trevor Moor</a></span>', ("Trevor Moor",)),
    "an element that is called an author's name": ('<div class="author-name">The Harbour Team</div>', ("The Harbour Team",)),
    "a page builder's widget": (
        '<div class="elementor-widget elementor-widget-container"><span class="post-author">Liz Kern</span></div>',
        ("Liz Kern",),
    ),
    "a link to an author's page": ('<div class="x1"><a href="/blog/author/ada-moor">Ada Moor</a></div>', ("Ada Moor",)),
    "an avatar's letter is no name": (
        '<div class="x1"><a href="/author/ada-moor">J</a> <a href="/author/ada-moor">Ada Moor</a></div>',
        ("Ada Moor",),
    ),
    "an article's own footer": ('<article><p>Short.</p><footer><div class="author">Halina Go</div></footer></article>', ("Halina Go",)),
    "a user card in a discussion": (
        '<div class="user-details" itemprop="author" itemscope><a href="/users/91/ewok">ewok</a> 4,701 <span>18 gold badges</span></div>',
        ("ewok",),
    ),
    "who comments is no author": ('<div class="comments"><div class="comment"><span class="author">Jo Bly</span></div></div>', ()),
    "an invitation is no author": ('<div><a href="/members/login">Sign in</a></div>', ()),
    "a list of many authors' texts": (
        "".join(f'<div class="x"><a href="/author/writer-{name.lower()}">Writer {name}</a></div>' for name in "Abe Bea Cid Dot Eva".split()),
        (),
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_authors(kind: str) -> None:
    body, authors = CASES[kind]
    assert extract(page(body)).metadata.authors == authors


def test_the_heading_that_shares_its_words_with_the_title_is_the_title() -> None:
    head = "<title>Gauge, mill and weir: all you need to know in 2025 | Valley</title>"
    assert extract(page("", head)).metadata.title == "The gauge at the mill"


def test_the_title_that_the_address_names_is_the_title() -> None:
    # An application whose title element says the same on every page.
    html = page("", "<title>Valley - boats and water</title>")
    assert extract(html, url="https://a.example/r/boats/the_gauge_at_the_mill/").metadata.title == "The gauge at the mill"
    assert extract(html, url="https://a.example/r/boats/17/").metadata.title == "Valley - boats and water"


def test_a_slogan_as_heading_is_not_the_title() -> None:
    head = '<title>Rowing boats for hire | Valley</title><meta property="og:title" content="Rowing boats for hire">'
    assert extract(page("", head)).metadata.title == "Rowing boats for hire"


def test_the_only_date_of_a_page_is_its_date() -> None:
    far = "".join(f"<p>Mark {number} was cut into the post in a dry spring.</p>" for number in range(20))
    found = extract(page(far + "<p>Published on July 18, 2025</p>")).metadata
    assert (found.published, found.sources["published"]) == ("2025-07-18", "dated-text")


def test_several_dates_far_from_the_title_date_nothing() -> None:
    far = "".join(f"<p>Mark {number} was cut into the post in a dry spring.</p>" for number in range(20))
    assert extract(page(far + "<p>July 18, 2025</p><p>August 3, 2025</p>")).metadata.published == ""


def test_a_question_is_dated_by_itself_and_not_by_its_answers() -> None:
    body = (
        '<time itemprop="dateCreated" datetime="2014-02-04T13:02:51Z">Feb 4, 2014</time>'
        '<div class="answer"><time itemprop="datePublished" datetime="2019-01-21T10:00:00Z">Jan 21, 2019</time></div>'
    )
    assert extract(page(body)).metadata.published == "2014-02-04"


def test_a_base_element_does_not_hide_the_pages_own_address() -> None:
    page = (
        "<html><head><title>The river path - Valley</title><base href='/'></head><body><h1>Valley</h1><h2>The river path</h2>"
        f"<p>{'The path leaves the village behind the old mill and follows the water. ' * 5}</p></body></html>"
    )
    metadata = extract(page, url="https://walks.example/2024/03/05/the-river-path").metadata
    assert metadata.title == "The river path"
    assert metadata.published == "2024-03-05"


# Kinds of dates that one page tells several of, or tells in its own language.
DATES = {
    "an update stands first": '<p class="meta">Updated 9 May 2024 · Published 3 May 2024</p>',
    "hAtom writes it into a title": '<abbr class="published" title="2024-05-03T10:00:00Z">last week</abbr>',
    "Swedish": '<div class="post-date">3 maj 2024</div>',
    "Turkish": '<div class="post-date">3 Mayıs 2024</div>',
    "Ukrainian": '<div class="post-date">3 травня 2024</div>',
    "Greek": '<div class="post-date">3 Μαΐου 2024</div>',
    "the word stands before the element": "Updated <time datetime='2024-05-09'>9 May 2024</time> Published <time datetime='2024-05-03'>3 May 2024</time>",
    "seconds": '<meta property="article:published_time" content="1714730400">',
    "French, with author and hour": "<p>Par Ada Moor, publié le 3 mai 2024 à 10h30 par la rédaction</p>",
    "a name of its own for the day": '<meta name="w-published-time" content="2024-05-09"><meta name="w-published-date" content="2024-05-03">',
    "a custom element": '<faceplate-timeago ts="2024-05-03T09:47:05.754000+0000">2 y ago</faceplate-timeago>',
    "an American hour": '<div class="post-date">5/3/2024 7:38:01 PM</div>',
    "a time in the date's element": '<small class="date"><time datetime="2024-05-03">5/3/2024</time></small>',
    "a long line of an update": "<p>By Ada Moor, Founder and Editor-in-Chief of the Valley, updated 3 May 2024</p>",
    "a card of another story stands before": "",
}


@pytest.mark.parametrize("kind", DATES)
def test_the_day_of_publication(kind: str) -> None:
    card = (
        '<aside class="latest"><a href="/z"><time datetime="2024-09-09">9 Sep 2024</time> The ferry</a></aside><time datetime="2024-05-03">May</time>'
    )
    html = page(DATES[kind] or card)
    assert extract(html).metadata.published == "2024-05-03"


@pytest.mark.parametrize(
    "line", ["di Ada Moor - 4 marzo 2024", "Door Ada Moor, 4 maart 2024", "Por Ada Moor em 4 de março de 2024", "Av Ada Moor", "Par Ada Moor"]
)
def test_a_line_that_says_who_wrote_it(line: str) -> None:
    assert extract(page(f"<p>{line}</p>")).metadata.authors == ("Ada Moor",)


def test_two_names_in_one_declared_string_are_two_authors() -> None:
    declared = '<script type="application/ld+json">{"@type": "NewsArticle", "author": "Ada Moor and Ivo Holm"}</script>'
    assert extract(f"<title>Mill</title>{declared}<article><h1>Mill</h1>{PROSE}</article>").metadata.authors == ("Ada Moor", "Ivo Holm")


def test_every_author_of_a_paper() -> None:
    metas = "".join(f'<meta name="citation_author" content="{name}">' for name in ("Moor, Ada", "Bo Li", "van der Berg, Cid"))
    document = extract(
        f'<head><title>[1] Gauges</title><meta name="citation_title" content="Gauges of rivers">{metas}</head><body><h1>Title:Gauges of rivers</h1></body>'
    )
    assert document.metadata.authors == ("Ada Moor", "Bo Li", "Cid van der Berg")
    assert document.metadata.title == "Gauges of rivers"


def test_a_heading_that_only_links_home_is_the_blogs_name() -> None:
    page = (
        "<head><title>River notes: The gauge</title></head><body><h1><a href='/'>River notes</a></h1><h3>The gauge</h3><p>"
        + "Chalked on the door. " * 20
    )
    assert extract(page, url="https://river.example/2024/gauge").metadata.title == "The gauge"
    assert extract(page, url="https://river.example/").metadata.title == "River notes"


POST = """<div class="blockpost"><h2><span><a href="viewtopic.php?pid={at}#p{at}">{day}</a></span></h2><div class="postbody"><div class="postleft"><dl>
<dt><strong>{name}</strong></dt><dd class="usertitle">Member</dd><dd><span>Registered: 2011-01-27</span></dd><dd><span>Posts: 98</span></dd></dl></div>
<div class="postmsg"><p>{said}</p></div></div></div>"""


def test_a_threads_author_is_who_opened_it() -> None:
    said = "The path leaves the village behind the old mill and follows the water for two kilometres."
    posts = [
        POST.format(at=at, day=f"2024-05-0{at} 10:59:47", name=name, said=f"{said} {word} of them are wet.")
        for at, name, word in ((3, "archie38", "Two"), (4, "bo", "Half"), (5, "archie38", "None"))
    ]
    document = extract(f"<title>Paths</title><body><h1>Paths</h1>{''.join(posts)}</body>", url="https://talk.example/viewtopic.php?id=2")
    assert document.metadata.authors == ("archie38",)
    assert document.metadata.published == "2024-05-03"
    assert "**archie38** · [2024-05-03 10:59:47](https://talk.example/viewtopic.php?pid=3#p3)" in document.markdown
    assert "Registered" not in document.markdown


def test_who_reviews_a_product_is_not_its_author() -> None:
    said = "The oars are light and strong, and they came well packed within a week."
    review = "<div class='review'><span class='author'>Bo</span> <span class='date'>4 May 2024</span><p>{}</p></div>"
    html = f"<title>Oars</title><main><h1>Oars</h1><p>{said}</p><p>{said[::-1]}</p>{''.join(review.format(said.replace('week', w)) for w in ('day', 'month'))}</main>"
    assert extract(html).metadata.authors == ()
