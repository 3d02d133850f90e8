"""Everything that is done to a tree before it is looked at, in its order."""

from lxml.etree import _Element as Element

from domwright.extractor.options import Options
from domwright.extractor.prepare.amp import plain_images
from domwright.extractor.prepare.aria import elements_by_role
from domwright.extractor.prepare.disclosures import disclosures_by_switch
from domwright.extractor.prepare.editors import elements_by_editor
from domwright.extractor.prepare.formulas import formulas
from domwright.extractor.prepare.generators import code_by_generator
from domwright.extractor.prepare.levels import nest_by_class
from domwright.extractor.prepare.lines import breaks_for_lines
from domwright.extractor.prepare.noscript import keep_noscript_content
from domwright.extractor.prepare.steps import steps_as_list
from domwright.extractor.prepare.suspense import place_streamed_parts
from domwright.extractor.prepare.tabs import labels_above_panels
from domwright.extractor.prepare.word import lists_of_word


def prepare(root: Element, markup: str, options: Options) -> None:
    """Put streamed parts into place, make elements of what is drawn with others, mark the noscript elements that hold the page's content.

    markup: the text that the tree was made of, which is searched faster than the tree for what few pages have.
    """
    place_streamed_parts(root)
    plain_images(root)
    elements_by_role(root)
    formulas(root)
    if "aria-expanded" in markup:
        disclosures_by_switch(root)
    if "tabpanel" in markup or "<label" in markup:
        labels_above_panels(root)
    elements_by_editor(root)
    code_by_generator(root, markup)
    nest_by_class(root)
    lists_of_word(root)
    steps_as_list(root)
    if "pre-wrap" in markup or "pre-line" in markup:
        breaks_for_lines(root)
    keep_noscript_content(root, options)
