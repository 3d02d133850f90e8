"""Families of element names, so that every rule reads as set membership."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Elements whose text is never read, whatever they contain.
SKIPPED = frozenset(
    "script style head link meta title base svg canvas iframe object embed video audio map area input select option optgroup "
    "datalist textarea progress meter param track rp rt frameset frame noframes applet colgroup col".split()
)
INLINE = frozenset(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark math nobr picture q ruby rb s samp "
    "small source span strike strong sub sup time tt u var wbr slot o:p".split()
)
MATHML = frozenset(
    "semantics annotation annotation-xml mrow mi mo mn ms mtext mspace msub msup msubsup mfrac msqrt mroot mover munder munderover mtable "
    "mtr mtd mstyle mpadded mphantom merror menclose mfenced mmultiscripts mprescripts none maction".split()
)
# Where a custom element without block content is read as part of the sentence (`<relative-time>`), as browsers lay it out.
SENTENCES = frozenset({"p", "li", "td", "th", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "summary", "label"}) | INLINE
# Fragments that are pages of a single-page application, not places on this one.
ROUTES = ("#/", "#!")
