"""Small things of public bug reports of this field's tools, made anew."""

import pytest

from domwright import extract

_BEFORE = "<p>The tide mill stands where the creek meets the bay and was grinding corn until the year 1912, when the dam broke.</p>"
_AFTER = "<p>A small bakery near the bridge opens at seven, and its owner keeps a map of every side path on the wall.</p>"


def _markdown(markup: str) -> str:
    html = f"<html><body><main><article><h1>The tide mill</h1>{_BEFORE}{markup}{_AFTER}</article></main></body></html>"
    text = extract(html, url="https://bay.example/walks/mill").markdown
    return text.partition("the dam broke.")[2].partition("A small bakery")[0].strip()


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        pytest.param("<pre lang='ruby'><code>puts 1</code></pre>", "```ruby\nputs 1\n```", id="language by lang"),
        pytest.param("<pre lang='en'><code>puts 1</code></pre>", "```\nputs 1\n```", id="lang of people"),
        pytest.param(
            "<div><pre><code class='language-bash'>ls</code></pre><div><span>Bash</span></div></div>",
            "```bash\nls\n```",
            id="language below the code",
        ),
        pytest.param("<p>Growth was 5<sup><a href='#mill'>1</a></sup> here.</p><i id='mill'></i>", "Growth was 5¹ here.", id="power in a link"),
        pytest.param("Corn, <a href='/rye'>rye</a> and oats.", "Corn, [rye](https://bay.example/rye) and oats.", id="link in loose text"),
        pytest.param("<a name='x'>Corn</a> and <a>oats</a>.", "Corn and oats.", id="anchors in loose text"),
        pytest.param(
            "<p>One<sup><a href='#a'>1</a></sup></p><h3 id='a'>1 Corn</h3><p>Text about it.</p>", "One1\n\n### 1 Corn\n\nText about it.", id="no note"
        ),
        pytest.param(
            "<p>An <img class='latex' src='/i.png' alt='inn'> and <img class='math' src='/j.png' alt='inn'></p>",
            "An $inn$ and ![inn](https://bay.example/j.png)",
            id="pictures",
        ),
    ],
)
def test_reports(markup: str, expected: str) -> None:
    assert _markdown(markup) == expected


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>", r"x=\frac{1}{2a}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot><msqrt><mi>a</mi><mi>b</mi></msqrt>", r"\sqrt[3]{x}\sqrt{ab}"),
        ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>10</mn></msup><msubsup><mi>c</mi><mi>i</mi><mn>2</mn></msubsup>", "{a+b}^{10}c_i^2"),
        ("<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder><msub><mi>a</mi><mi>n</mi></msub>", r"\lim_{n→∞}a_n"),
        ("<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><munder><mi>x</mi><mo>⏟</mo></munder>", r"∑_1^n\underbrace{x}"),
        (
            "<mover><mi>x</mi><mo>¯</mo></mover><mover><mi>y</mi><mi>z</mi></mover><munderover><mi>a</mi><mi>b</mi><mi>c</mi></munderover>",
            r"\bar{x}\overset{z}{y}\overset{c}{\underset{b}{a}}",
        ),
        ("<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi><mtext>if  any</mtext><mi>Var</mi><mo>%</mo>", r"\sin x\text{if any}\mathrm{Var}\%"),
        ("<mfenced open='{' separators=';'><mn>1</mn><mn>2</mn></mfenced>", r"\{1;2)"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable>",
            r"\begin{matrix} 1 & 0 \\ 2 \end{matrix}",
        ),
        ("<mphantom><mn>1</mn></mphantom><mfrac><mn>7</mn></mfrac>", "7"),
    ],
)
def test_mathml(mathml: str, tex: str) -> None:
    assert _markdown(f"<p>So <math>{mathml}</math> holds.</p>") == f"So ${tex}$ holds."
