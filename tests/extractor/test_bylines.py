"""The line above every post of a discussion: who wrote it and when."""

import pytest

from domwright import extract

_SAID = (
    "The harbour town keeps a record of every boat that came in since 1874, and the clerks were paid by the line.",
    "Most of the ledgers survived the flood of 1953 because somebody had carried them to the attic, one by one.",
    "Nobody has read all of the entries, but a society was founded last year to try, and it meets on Tuesdays.",
)


def _post(post: str, name: str, said: str, day: int = 4) -> str:
    return post.replace("NAME", f'<a class="username" href="/u/{name}">{name}</a>').replace("DAY", f"{day} March 2024").replace("TEXT", said)


def _thread(post: str, head: str = "") -> str:
    """A thread of three posts after a template with NAME, DAY and TEXT."""
    posts = "".join(_post(post, name, said, day) for name, day, said in zip(("ann", "bob", "cid"), (4, 5, 6), _SAID, strict=True))
    html = f"<html><body><main><h1>How ledgers were kept</h1>{head}<div class='posts'>{posts}</div></main></body></html>"
    return extract(html, url="https://talk.example/t/1").markdown


_LINE = "**[ann](https://talk.example/u/ann)** · 4 March 2024\n\n"


@pytest.mark.parametrize(
    "post",
    [
        pytest.param("<div class='post'><h4>NAME</h4><ul><li>NAME</li><li>DAY</li></ul><p>TEXT</p></div>", id="heading, and the name twice"),
        pytest.param("<div class='post'><div>DAY</div><div>NAME</div><p>TEXT</p></div>", id="day first"),
        pytest.param("<div class='post'><p>TEXT</p><div>DAY</div><div>NAME</div></div>", id="below the post"),
        pytest.param(
            "<div class='post'><div>NAME <a href='/team'>Moderator</a></div><div>wrote on</div><div>DAY</div><p>TEXT</p></div>", id="rank and verb"
        ),
        pytest.param("<div class='post'><dl><dt>NAME</dt><dd>DAY</dd></dl><p>TEXT</p></div>", id="definition list"),
        pytest.param("<div class='post'><div><img src='/old.gif' alt='Old'> DAY</div><div>NAME</div><p>TEXT</p></div>", id="icon"),
        pytest.param("<div class='post'><div>NAME<ul><li>Show profile</li></ul></div><div>DAY</div><p>TEXT</p></div>", id="menu in the name"),
    ],
)
def test_a_post_opens_with_who_and_when(post: str) -> None:
    markdown = _thread(post)
    assert 0 < markdown.find(_LINE) < markdown.index("The harbour")
    assert markdown.count("[bob]") == 1
    assert markdown.count("6 March") == 1
    assert "wrote on" not in markdown


def test_what_was_edited_by_somebody_else_is_not_theirs() -> None:
    card = "<div class='signature'><div class='user-info'><div class='time'>{}</div><div class='user-details'>{}<div class='-flair'>39.8k</div></div></div></div>"
    edit = card.format("edited 9 March 2024", "<a href='/u/dee'>dee</a>")
    markdown = _thread(f"<div class='post'><p>TEXT</p><div class='foot'><a>Share</a>{edit}{card.format('answered DAY', 'NAME')}</div></div>")
    assert "**[ann](https://talk.example/u/ann)** · answered 4 March 2024\n\nThe harbour" in markdown


def test_a_question_that_is_built_otherwise_has_its_line() -> None:
    question = "<div class='question'><div class='body'><p>How were the ledgers of a harbour kept before there were machines for it?</p></div>"
    question += "<div class='user'>asked 1 March 2024</div><div><a class='username' href='/u/eve'>eve</a></div></div>"
    markdown = _thread("<div class='post'><p>TEXT</p><div>DAY</div><div>NAME</div></div>", question)
    assert "**[eve](https://talk.example/u/eve)** · asked 1 March 2024\n\nHow were the ledgers" in markdown


def test_the_head_of_a_thread_is_no_post() -> None:
    head = "<div class='head'><p>The ledgers of a harbour were kept by clerks, and this is a thread about how they did it.</p>"
    head += "<div>3 replies, last post by <a class='username' href='/u/cid'>cid</a> 6 March 2024</div></div>"
    assert "last post by" not in _thread("<div class='post'><div>NAME</div><div>DAY</div><p>TEXT</p></div>", head)


def test_the_day_is_not_that_of_joining() -> None:
    card = "<div>NAME</div><div>Joined: 2 May 2011</div>"
    assert _LINE in _thread(f"<div class='post'><div class='card'>{card}</div><div>DAY</div><p>TEXT</p></div>")


def test_the_title_of_a_review_stays_above_its_line() -> None:
    markdown = _thread("<div class='review'><h3>Worth a visit</h3><div>NAME</div><div>DAY</div><p>TEXT</p></div>")
    assert "### Worth a visit\n\n**[ann](https://talk.example/u/ann)** · 4 March 2024\n\nThe harbour" in markdown


def test_who_is_quoted_stays_below_the_quotation() -> None:
    markdown = _thread("<div class='quote'><p>TEXT</p><div class='author'>NAME, keeper of ledgers</div></div>")
    assert markdown.index("The harbour") < markdown.index("[ann]") < markdown.index("Most of")


def test_an_answer_to_oneself_keeps_its_line() -> None:
    inner = "<div class='post'><div>NAME</div><div>DAY</div><p>Nobody remembers why the clerks wrote in violet ink, though, and I would like to know.</p></div>"
    markdown = _thread(f"<div class='post'><div>NAME</div><div>DAY</div><p>TEXT</p><div class='children'>{inner}</div></div>")
    assert markdown.count("[ann]") == 2


def test_links_of_a_post_do_not_stay_in_its_line() -> None:
    line = "<div>NAME <a href='/c/1'>4 March 2024</a> | <a href='/c/1'>parent</a> | <a href='/c/2'>next</a> [–]</div>"
    assert "**[ann](https://talk.example/u/ann)** [4 March 2024](https://talk.example/c/1)\n\nThe harbour" in _thread(
        f"<div class='post'>{line}<p>TEXT</p></div>"
    )


def test_the_day_of_an_answer_is_not_that_of_what_it_answers() -> None:
    inner = "<div class='post'><div><a class='username' href='/u/dee'>dee</a></div><div>DAY</div><p>They wrote in violet ink, I was told.</p></div>"
    markdown = _thread(f"<div class='post'><div>NAME</div><p>TEXT</p><div class='children'>{inner}</div></div>")
    assert "**[ann](https://talk.example/u/ann)**\n\nThe harbour" in markdown
    assert "**[dee](https://talk.example/u/dee)** · 4 March 2024\n\nThey wrote" in markdown


def test_a_name_and_its_age_come_apart() -> None:
    markdown = _thread("<div class='post'><div>NAME<span>9 months ago</span></div><p>TEXT</p></div>")
    assert "**[ann](https://talk.example/u/ann)** 9 months ago\n\nThe harbour" in markdown


def test_a_block_of_posts_is_no_post() -> None:
    post = "<div class='post'><div>NAME</div><div>DAY</div><p>TEXT</p></div>"
    first, *others = _SAID
    page = "".join(
        f"<div class='block'>{''.join(_post(post, name, said) for said in texts)}</div>" for name, texts in (("ann", [first]), ("bob", others))
    )
    markdown = extract(f"<html><body><main><h1>How ledgers were kept</h1>{page}</main></body></html>", url="https://talk.example/t/1").markdown
    assert markdown.count("[ann]") == 1
    assert markdown.count("[bob]") == 2
