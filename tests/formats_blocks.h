/* formats_blocks.h - small texts of each format, and the blocks that must come out of them. */
#ifndef KNAP_TESTS_FORMATS_BLOCKS_H
#define KNAP_TESTS_FORMATS_BLOCKS_H

typedef struct block_case {
    const char *name, *text;
    const char *blocks; /* a line per block: kind, level if it is not 0, text */
} block_case;

static const block_case block_cases[] = {
    /* ---- Markdown ---- */
    {"a.md", "# One\n\nText *here*.\n\n### Three\n\nMore.\n\nTwo\n---\n",
     "heading1 One\nparagraph Text here.\nheading3 Three\nparagraph More.\nheading2 Two\n"},
    {"a.md", "- Feed the cat.\n\n  It eats at six.\n  - Fish.\n- Close the door.\n\n1. Go.\n",
     "item1 Feed the cat.\nitem1 It eats at six.\nitem2 Fish.\nitem1 Close the door.\nitem1 Go.\n"},
    {"a.md", "> A quotation\n> of two lines.\n\n```sh\nmake all\n```\n\n    indented code\n",
     "quote A quotation of two lines.\ncode make all\ncode indented code\n"},
    {"a.md", "| a | b |\n|---|---|\n| 1 | two *x* |\n", "table a | b\ntable 1 | two x\n"},
    {"a.md", "> [!WARNING]\n> The gate is shut.\n\n> A quotation.\n",
     "paragraph The gate is shut.\nquote A quotation.\n"},
    {"a.md", "The mill[^1] is old.[^b]\n\n[^1]: It was built in 1800.\n[^b]: Nobody knows who built it.\n",
     "paragraph The mill is old.\nnote It was built in 1800.\nnote Nobody knows who built it.\n"},
    {"a.md",
     "<p align=\"center\">\n  <img src=\"a.png\" alt=\"logo\">\n</p>\n<h1 align=center>Mill</h1>\n\n<!-- hidden\n\n"
     "words -->\n\n[![b](c)](d) [![e](f)](g)\n\n<p align=\"center\"><a href=\"x\">Docs</a> | <a "
     "href=\"y\">Chat</a></p>\n"
     "\n<div>\nMill grinds flour &amp; oats.<br>It is fast.\n</div>\n",
     "heading1 Mill\nfurniture Docs | Chat\nparagraph Mill grinds flour & oats. It is fast.\n"},
    {"a.md", "A <b>bold</b> word<!-- no --> and<br/>a <kbd>key</kbd> if a < b.\n",
     "paragraph A bold word and a key if a < b.\n"},
    {"a.md",
     "# M\n\n<details>\n<summary>More</summary>\n\nInner text.\n\n</details>\n<ul><li>One.</li><li>Two.</li></ul>\n"
     "<pre>\ncode\n</pre>\n<table><tr><td>x</td><td>y</td></tr></table>\n",
     "heading1 M\nparagraph More\nparagraph Inner text.\nitem1 One.\nitem1 Two.\ncode code\ntable x | y\n"},
    {"a.md",
     "+++\ntitle = \"The mill\"\ndate = 2026-01-02\n+++\nText &eacute;&hellip;&#65;&#x42;&check;&nosuch; *end*.\n",
     "heading1 The mill\nparagraph Text \xC3\xA9\xE2\x80\xA6"
     "AB\xE2\x9C\x93&nosuch; end.\n"},
    {"a.md", "# T\n\n:::note\nThe fence goes :rocket: away at 10:30:45.\n:::\n",
     "heading1 T\nparagraph The fence goes away at 10:30:45.\n"},
    {"a.md", "# T\n\n[Install](#i) | [Use](#u) | [Licence](#l)\n\nSee the [manual of the mill](x).\n",
     "heading1 T\nfurniture Install | Use | Licence\nparagraph See the manual of the mill.\n"},
    /* ---- reStructuredText ---- */
    {"a.rst",
     "=====\nTitle\n=====\n\nText one\nand "
     "two.\n\nPart\n----\n\nMore.\n\nInner\n~~~~~\n\nOther\n-----\n\n----\n\nEnd.\n",
     "heading1 Title\nparagraph Text one and two.\nheading2 Part\nparagraph More.\nheading3 Inner\nheading2 Other\n"
     "paragraph End.\n"},
    {"a.rst",
     ":Author: A. Smith\n:Date: 2026-01-02\n\nCall :func:`~os.path.join` or :ref:`the guide <guide>` with ``x * y``,\n"
     "*not* **this**; see `the site <http://x.example>`_, Python_ and `a b`_. It is old [1]_.\n",
     "furniture :Author: A. Smith\nfurniture :Date: 2026-01-02\n"
     "paragraph Call join or the guide with x * y, not this; see the site, Python and a b. It is old.\n"},
    {"a.rst", ".. |mill| replace:: old *mill*\n.. |pic| image:: a.png\n\nThe |mill| |pic| turns\\ s 2\\*3 |other|.\n",
     "paragraph The old mill turnss 2*3 other.\n"},
    {"a.rst",
     ".. _top:\n.. A comment\n   of two lines.\n\n.. note:: Mind the\n   gap.\n\n   It is wide.\n\n.. image:: a.png\n  "
     " :alt: x\n\n"
     ".. code-block:: c\n   :linenos:\n\n   int x;\n\n.. toctree::\n   :maxdepth: 2\n\n   one\n   two\n\n"
     ".. versionadded:: 3.2\n   The gap.\n",
     "paragraph Mind the gap.\nparagraph It is wide.\ncode int x;\nfurniture one two\nnote The gap.\n"},
    {"a.rst", "Run this::\n\n    make all\n\n    make test\n\nThen stop.\n\n::\n\n   more\n\n>>> 1 + 1\n2\n",
     "paragraph Run this:\ncode make all make test\nparagraph Then stop.\ncode more\ncode >>> 1 + 1 2\n"},
    {"a.rst",
     "- One well-\n  built item\n  goes on.\n\n  A second paragraph.\n\n  * Inner.\n- Two.\n\n1. First.\n2. Second.\n\n"
     "A. Smith built it in\n1800 with a friend.\n",
     "item1 One well-built item goes on.\nitem1 A second paragraph.\nitem2 Inner.\nitem1 Two.\nitem1 First.\nitem1 Second.\n"
     "paragraph A. Smith built it in 1800 with a friend.\n"},
    {"a.rst",
     "flour\n    What a mill makes.\n\n-o FILE  Write the flour to FILE.\n--all\n    Grind all.\n\n    Even oats.\n",
     "item1 flour:\nitem2 What a mill makes.\nitem1 -o FILE:\nitem2 Write the flour to FILE.\nitem1 --all:\n"
     "item2 Grind all.\nitem2 Even oats.\n"},
    {"a.rst",
     "+---+----+\n| a | b  |\n+===+====+\n| 1 | *x*|\n+---+----+\n\n=====  ===\nName   n\n=====  ===\nmill   2\n=====  "
     "===\n\nText.\n",
     "table a | b\ntable 1 | x\ntable Name n\ntable mill 2\nparagraph Text.\n"},
    {"a.rst",
     "The mill [1]_ and [Smith26]_ stand.\n\n    A quotation.\n\n.. [1] A footnote that\n   goes on.\n.. [Smith26] A "
     "book.\n",
     "paragraph The mill and stand.\nquote A quotation.\nnote A footnote that goes on.\nreference A book.\n"},
    {"a.rst",
     "Tt\n==\n\n.. figure:: a.png\n   :width: 3\n\n   The caption.\n\n.. py:function:: grind(x)\n\n   Grind it.\n\n"
     ".. unknown-thing:: a\n\n   Words.\n\n.. topic:: Abstract\n\n   The abstract.\n",
     "heading1 Tt\ncaption The caption.\ncode grind(x)\nparagraph Grind it.\nfurniture Words.\nheading "
     "Abstract\nparagraph The abstract.\n"},
    {"pep.txt",
     "PEP: 99\nTitle: Mills\nAuthor: A\n\nAbstract\n========\n\nUse ``mills``::\n\n    x\n\n.. note:: Yes, see "
     ":pep:`8`.\n",
     "furniture PEP: 99\nheading1 Mills\nfurniture Author: A\nheading2 Abstract\nparagraph Use mills:\ncode x\n"
     "paragraph Yes, see 8.\n"},
};
enum { BLOCK_CASES = sizeof block_cases / sizeof *block_cases };

#endif
