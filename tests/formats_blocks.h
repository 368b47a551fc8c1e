/* formats_blocks.h - small texts of each format, and the blocks that must come out of them. */
#pragma once

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
    {"a.md", "The mill has:\n| Part | Use |\n| --- | --- |\n| wheel | Turns `it`. |\n\nIt is old.\n",
     "paragraph The mill has:\ntable | Part | Use |\ntable | --- | --- |\ntable | wheel | Turns it. |\nparagraph It is "
     "old.\n"},
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
     "item1 One well-built item goes on.\nitem1 A second paragraph.\nitem2 Inner.\nitem1 Two.\nitem1 First.\nitem1 "
     "Second.\n"
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
    {"a.rst",
     "Tt\n==\n\nRead :doc:`the first part</intro>` and `a<b`.\n\n.. container:: mill\n\n   It grinds.\n\n.. "
     "rst-class:: "
     "wide\n\nIt turns.\n",
     "heading1 Tt\nparagraph Read the first part and a<b.\nparagraph It grinds.\nparagraph It turns.\n"},
    {"pep.txt",
     "PEP: 99\nTitle: Mills\nAuthor: A\n\nAbstract\n========\n\nUse ``mills``::\n\n    x\n\n.. note:: Yes, see "
     ":pep:`8`.\n",
     "furniture PEP: 99\nheading1 Mills\nfurniture Author: A\nheading2 Abstract\nparagraph Use mills:\ncode x\n"
     "paragraph Yes, see 8.\n"},
    /* ---- Manual pages ---- */
    {"mill.1",
     "'\\\" t\n.\\\" A comment\n.TH MILL 1 2026-01-02 \"Mill 1.0\" \"User Commands\"\n.SH NAME\nmill \\- grind "
     "flour\n.SH SYNOPSIS\n"
     ".B mill\n.RI [ file ...]\n.SH DESCRIPTION\n\\fBmill\\fP grinds \\(lqoats\\(rq, it\\(aqs\n.I fast\nand\\c\n.BR "
     "ly\nclean.\n"
     ".PP\nSee\n.BR grep (1),\nor C:\\e.\n.SS Inner\nMore.\n.SH AUTHOR\nWritten by A. Smith.\n",
     "heading1 MILL(1)\nfurniture 2026-01-02 Mill 1.0 User Commands\nheading2 NAME\nparagraph mill \xE2\x80\x93 grind flour.\n"
     "heading2 SYNOPSIS\ncode mill [file...]\nheading2 DESCRIPTION\nparagraph mill grinds "
     "\xE2\x80\x9Coats\xE2\x80\x9D, it's fast "
     "andly clean.\nparagraph See grep(1), or C:\\.\nheading3 Inner\nparagraph More.\nheading2 AUTHOR\n"
     "furniture Written by A. Smith.\n"},
    {"mill.1",
     ".TH M 1\n.SH OPTIONS\n.TP\n.BR \\-f \", \" \\-\\-file=\\fIF\\fR\nRead from F.\n.IP\nAgain.\n.TP\n.B "
     "\\-q\n.TQ\n.B \\-\\-quiet\nBe quiet.\n"
     ".RS\n.IP \\(bu 2\nInner point.\n.RE\n.PP\nA paragraph.\n.IP 1. 4\nFirst.\n.nf\nint x;\n  int y;\n.fi\n",
     "heading1 M(1)\nheading2 OPTIONS\nitem1 -f, --file=F:\nitem2 Read from F.\nitem2 Again.\nitem1 -q:\nitem1 "
     "--quiet:\n"
     "item2 Be quiet.\nitem3 Inner point.\nparagraph A paragraph.\nitem1 First.\ncode int x; int y;\n"},
    {"mill.1",
     ".TH M 1\n.de XX\nhidden\n..\n.ds Aq '\n.ds C+ C\\v'-.1v'+\n.ie n .IP \"\"\"shown\"\" x\" 4\n.el .IP \"hidden\" "
     "4\nIt\\*(Aqs \\*(C+ \\s-1BIG\\s0\\&.\n"
     ".if t \\{\nhidden\n.\\}\n.TS\ntab(;);\nl l.\na;b\n_\n1;2\n.TE\n.PP\nThe \\('elan of \\[u00E9] "
     "\\(no\\~one\\&\\s-2\\u[1]\\d\\s+2.\n",
     "heading1 M(1)\nitem1 \"shown\" x:\nitem2 It's C+ BIG.\ntable a | b\ntable 1 | 2\nparagraph The \xC3\xA9lan of "
     "\xC3\xA9 "
     "\xC2\xAC one.\n"},
    {"mill.5",
     ".TH M 5\n.SH FORMAT\n.PP\n\\fBspeed\\fR\n.RS 4\nHow fast it turns.\n.RE\n.PP\nThe end comes here.\n.RS\nSet "
     "apart.\n.RE\n",
     "heading1 M(5)\nheading2 FORMAT\nitem1 speed:\nitem2 How fast it turns.\nparagraph The end comes here.\nparagraph "
     "Set apart.\n"},
    {"mill.8",
     ".Dd $Mdocdate$\n.Dt MILL 8\n.Os\n.Sh NAME\n.Nm mill\n.Nd grind flour\n.Sh SYNOPSIS\n.Nm\n.Op Fl ab\n.Ar\n.Sh "
     "DESCRIPTION\nThe\n.Nm\n"
     "utility grinds\n.Dq fine oats ,\nsee\n.Xr grep 1 .\n.Bl -tag -width x\n.It Fl o Ar file\nWrite to\n.Ar file "
     ".\n.El\n.Bd -literal\nmill x\n.Ed\n.Pp\n"
     "It runs on\n.Fx .\n.Bl -bullet\n.It\nA point.\n.El\n.Ex -std\n",
     "heading1 MILL(8)\nheading2 NAME\nparagraph mill \xE2\x80\x93 grind flour.\nheading2 SYNOPSIS\ncode mill [-ab] file ...\n"
     "heading2 DESCRIPTION\nparagraph The mill utility grinds \xE2\x80\x9C"
     "fine oats\xE2\x80\x9D, see grep(1).\nitem1 -o file:\n"
     "item2 Write to file.\ncode mill x\nparagraph It runs on FreeBSD.\nitem1 A point.\n"
     "paragraph The mill utility exits 0 on success, and >0 if an error occurs.\n"},
    /* ---- RTF ---- */
    {"a.rtf",
     "{\\rtf1\\ansi\\pard\\outlinelevel1 Part\\par\\pard\\ls1{\\listtext 1.}\\ilvl1 A point.\\par\\pard It "
     "goes{\\footnote The note.} on.\\par"
     "\\pard\\intbl Cell\\cell Two\\cell\\row\\pard\\bullet  Own point.\\par\\pard End.\\par}",
     "heading2 Part\nitem2 A point.\nparagraph It goes on.\ntable Cell\ntable Two\nitem1 Own point.\nparagraph "
     "End.\nnote The note.\n"},
    {"b.rtf",
     "{\\rtf1\\ansi 1) Oats.\\par a) rye\\par (b) Bread.\\par 2) Flour.\\par 9. May was cold.\\par A. Smith built "
     "it.\\par "
     "{\\NeXTGraphic mill.tiff}It \\u-4?turns.\\par}",
     "item1 Oats.\nitem1 rye\nitem1 Bread.\nitem1 Flour.\nparagraph 9. May was cold.\nparagraph A. Smith built "
     "it.\nparagraph It turns.\n"},
    {"looks.rtf", /* a title in large letters, bold headings, contents, a bold word */
     "{\\rtf1\\ansi{\\fonttbl{\\f0 Times;}{\\f1\\fcharset238 Times CE;}}\\fs40 The mill of\\par Brook\\par\\fs20 Contents\\par "
     "Wheel 2\\par Stone 3\\par Oats 7\\par Rye 12\\par{\\b Wheel}\\par It {\\b turns} and \\f1 Lo\\'ef grinds.\\par"
     "{\\b Mind the gap.}\\par\\f0\\b Where it is:\\b0\\par By the brook, which \\'efs wide in May and dry in June of most years.\\par}",
     "heading1 The mill of Brook\nfurniture Contents\nfurniture Wheel 2\nfurniture Stone 3\nfurniture Oats "
     "7\nfurniture Rye 12\nheading2 Wheel\nparagraph It turns and Lo\xC4\x8F grinds.\nparagraph Mind the gap.\nheading4 "
     "Where it is:\nparagraph By the brook, which \xC3\xAFs wide in May and dry in June of most years.\n"},
    {"title.rtf", /* the title of the file, whose words the text has */
     "{\\rtf1{\\info{\\title The old mill}{\\author Ann}}The old mill turns.\\par It grinds.\\par}",
     "heading1 The old mill\nparagraph The old mill turns.\nparagraph It grinds.\n"},
    {"other.rtf", "{\\rtf1{\\info{\\title Letter template}}The old mill turns.\\par It grinds.\\par}",
     "paragraph The old mill turns.\nparagraph It grinds.\n"},
    {"form.rtf", /* what a form asks for */
     "{\\rtf1{\\b Fax}\\par\\pard\\intbl To:\\cell From:\\cell 12\\cell Phone of the mill:\\cell Date\\cell Re\\cell\\row}",
     "heading1 Fax\nparagraph To, From.\nparagraph Phone of the mill.\nparagraph Date, Re.\ntable 12\n"},
    {"first.rtf", "{\\rtf1 The old mill\\par It turns.\\par It grinds.\\par}",
     "heading1 The old mill\nparagraph It turns.\nparagraph It grinds.\n"},
    {"names.rtf", "{\\rtf1 Ann Miller, Bo Baker\\par{\\b The old mill}\\par It turns.\\par It grinds oats and rye all day, as mills do.\\par}",
     "furniture Ann Miller, Bo Baker\nheading1 The old mill\nparagraph It turns.\nparagraph It grinds oats and rye all day, as mills do.\n"},
    /* ---- Notebooks ---- */
    {"a.ipynb",
     "{\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"# Mill\\n\",\"\\n\",\"It *grinds* "
     "oats.\"]},{\"cell_type\":\"code\",\"source\":"
     "\"x = 1\",\"outputs\":[{\"text\":\"hidden\"}]},{\"cell_type\":\"raw\",\"source\":\"hidden\"}],\"nbformat\":4}",
     "heading1 Mill\nparagraph It grinds oats.\ncode x = 1\n"},
    {"old.ipynb",
     "{\"worksheets\":[{\"cells\":[{\"cell_type\":\"heading\",\"level\":2,\"source\":\"Mill\"},{\"cell_type\":\"code\","
     "\"input\":\"y\"}]}]}",
     "heading2 Mill\ncode y\n"},
    /* ---- Feeds ---- */
    {"a.rss",
     "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Mills</title><description>All "
     "mills</description><item><title>One &amp;amp; "
     "all</title><pubDate>Tue, 10 Feb 2026 04:00:00 GMT</pubDate><description>&lt;p&gt;The mill "
     "&lt;b&gt;turns&lt;/b&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;"
     "Fast.&lt;/li&gt;&lt;/ul&gt;</description></item><item><title>Two</title><description>Short.</"
     "description><c:encoded xmlns:c=\"c\">"
     "<![CDATA[<p>Longer text.</p>]]></c:encoded></item></channel></rss>",
     "heading1 Mills\nparagraph All mills.\nitem1 One & all: The mill turns.\nitem1 Two: Longer text.\nheading2 One & all\nparagraph "
     "The mill turns.\nitem1 Fast.\nheading2 Two\nparagraph Longer text.\n"},
    {"b.rss", /* dated items, the newest first; references of HTML and addresses as people write them; text behind the feed */
     "<rss version=\"2.0\"><channel><image><title>Logo</title></image><title>Mills &eacute;</title><description>All about "
     "mills &amp;amp; &lt;i&gt;brooks&lt;/i&gt;</description><item><title>The old mill burns down</title><link>http://x.example/?a=1&b=2</link>"
     "<pubDate>Tue, 10 Feb 2026 04:00:00 GMT</pubDate><description>Last night. Nobody is "
     "hurt.</description></item><item><title>News</title><pubDate>Wed, 11 Feb 2026 04:00:00 GMT</pubDate><description>It "
     "opened on 13. May again. Oats are ground.</description></item><item><title>Flour</title><pubDate>Thu, 1 Jan 2026 04:00:00 "
     "GMT</pubDate></item><item><title>Bran</title><pubDate>Thu, 1 Jan 2026 04:00:00 GMT</pubDate></item></channel></rss><br/>",
     "heading1 Mills \xC3\xA9\nparagraph All about mills & brooks.\nitem1 News: It opened on 13. May again.\nitem1 The old mill "
     "burns down.\nitem1 Flour, Bran.\nheading2 News\nparagraph It opened on 13. May again. Oats are ground.\nheading2 The old "
     "mill burns down\nparagraph Last night. Nobody is hurt.\nheading2 Flour\nheading2 Bran\n"},
    {"a.atom",
     "<feed "
     "xmlns=\"http://www.w3.org/2005/Atom\"><title>Mills</title><entry><title>One</"
     "title><updated>2026-02-10T04:00:00Z</updated>"
     "<content type=\"xhtml\"><div xmlns=\"x\"><p>It is 1 &lt; 2.</p><p>Two.</p></div></content></entry></feed>",
     "heading1 Mills\nitem1 One.\nheading2 One\nparagraph It is 1 < 2.\nparagraph Two.\n"},
    /* ---- LaTeX ---- */
    {"a.tex",
     "\\documentclass{article}\n\\title{The "
     "\\emph{mill}}\n\\newcommand{\\x}{\\emph{M}}\n\\newcommand\\y[1]{hidden "
     "#1}\n\\begin{document}\n\\maketitle\n\\begin{abstract}\nIt grinds\n\\x{} and \\R{}\\mbox{}.\n<<a>>= \r\ncode\n@\n"
     "\\end{abstract}\n\\section{One}\\label{s}\nOats---and ``rye''---are ground~\\cite{a} % hidden\nin the mill, see "
     "\\cite{b} and Section~\\ref{c}.\n\n"
     "The caf\\'e of Fran\\c{c}ois costs \\$5 \\& 10\\% if $x_i = \\alpha$.\\footnote{Cheap "
     "\\textbf{tea}.}\n\\subsection*{Two}\n\\begin{itemize}\n"
     "\\item First.\n\\item[x] Second.\n\\end{itemize}\n\\end{document}\nhidden\n",
     "heading1 The mill\nheading2 Abstract\nparagraph It grinds M and R.\ncode code\nheading2 One\nparagraph "
     "Oats\xE2\x80\x94"
     "and \xE2\x80\x9Crye\xE2\x80\x9D\xE2\x80\x94"
     "are ground in the mill, see [b] and Section.\nparagraph The caf\xC3\xA9 of Fran\xC3\xA7ois costs $5 & 10% if x_i "
     "= alpha.\nheading3 Two\n"
     "item1 First.\nitem1 Second.\nnote Cheap tea.\n"},
    {"b.tex",
     "\\section{A}\nWe have\n\\begin{equation}\nx = 1\n\\end{equation}\n\\begin{verbatim}\n\\item "
     "code\n\\end{verbatim}\n\\begin{figure}\n\\includegraphics[width=3cm]"
     "{a}\n\\caption{A \\emph{mill}.}\n\\end{figure}\n\\begin{table}\\begin{tabular}{ll}\na & b \\\\\n1 & "
     "2\n\\end{tabular}\\end{table}\n\\begin{quote}Said.\\end{quote}\n"
     "\\begin{thebibliography}{9}\n\\bibitem{b} A book.\n\\end{thebibliography}\n",
     "heading2 A\nparagraph We have\ncode x = 1\ncode \\item code\ncaption A mill.\ntable a | b\ntable 1 | 2\nquote "
     "Said.\nreference A book.\n"},
    /* ---- AsciiDoc ---- */
    {"a.adoc",
     "= Mill\nA. Smith <a@x.example>\n:toc: left\n\n== One\n\nIt *grinds* `oats`, see https://x.example[the site], "
     "{url}/x[more] and "
     "<<two,part two>>.\n// hidden\n\n"
     "NOTE: Mind the gap.\n\n.A caption\n[source,c]\n----\nint x;\n----\n\n* First.\n** Inner.\n. Number.\n\nflour:: "
     "What it makes.\n\n|===\n|a |b\n|===\n\n"
     "____\nSaid.\n____\n\nimage::a.png[]\n",
     "heading1 Mill\nfurniture A. Smith <a@x.example>\nheading2 One\nparagraph It grinds oats, see the site, more and "
     "part "
     "two.\nparagraph Mind the gap.\n"
     "caption A caption\ncode int x;\nitem1 First.\nitem2 Inner.\nitem1 Number.\nitem1 flour:\nitem2 What it "
     "makes.\ntable |a |b\nquote Said.\n"},
    {"b.adoc",
     "= The {mill}\n:mill: wheel\n:docs: https://x.example/{mill}\n:unset!:\n\nSee {docs}, {docs}[the manual] and "
     "{other}.\n\nType `sh' or ``make all''. It *turns*.\n\n* Turn the wheel +\nIt takes an hour. +\nYes.\n\n:mill: "
     "stone\n\nThe {mill} {turns.\n",
     "heading1 The\nparagraph See https://x.example/wheel, the manual and .\nparagraph Type 'sh' or \"make all\". It "
     "turns.\nitem1 Turn the wheel\nitem1 It takes an hour. Yes.\nparagraph The stone {turns.\n"},
    {"c.adoc",
     "Mill\n====\nA. Smith <a@x.example>\n\nMühle eins\n----------\n\nIt grinds.\n\n.Run it\n----\nint x;\n----\n\nInner "
     "part\n~~~~~~~~~~\n\nToo long for the line\n----\nint y;\n----\n",
     "heading1 Mill\nfurniture A. Smith <a@x.example>\nheading2 Mühle eins\nparagraph It grinds.\ncaption Run it\ncode "
     "int x;\nheading3 Inner part\nparagraph Too long for the line\ncode int y;\n"},
    /* ---- Org ---- */
    {"b.org", "See /the/ https://x.example/a/b/ and <http://x.example/c/>, *https://x.example/d*.\n",
     "paragraph See the https://x.example/a/b/ and <http://x.example/c/>, https://x.example/d.\n"},
    {"a.org",
     "#+TITLE: Mill\n#+DATE: 2026-01-02\n# hidden\n* TODO One :tag:\n:PROPERTIES:\n:ID: x\n:END:\n:X:\n[[a.svg]]\nIt "
     "*grinds* "
     "=oats=[fn:1], see [[http://x.example][the site]].\n\n"
     "- First\n  goes on.\n  - Inner.\n- Second.\n\n#+BEGIN_SRC c\nint x;\n#+END_SRC\n: literal\n| a | b "
     "|\n|---+---|\n#+BEGIN_QUOTE\nSaid.\n#+END_QUOTE\n** Two\n[fn:1] The note.\n",
     "heading1 Mill\nheading1 One\nparagraph It grinds oats, see the site.\nitem1 First goes on.\nitem2 Inner.\nitem1 "
     "Second.\ncode int x;\ncode literal\n"
     "table a | b\nquote Said.\nheading2 Two\nnote The note.\n"},
    /* ---- Mail ---- */
    {"a.eml",
     "From: Ann <a@x.example>\nTo: b@x.example\nSubject: [PATCH] mill: stop\nDate: Tue, 9 Jun 2026 10:02:11 "
     "+0200\nMessage-ID: <1@x>\n\n"
     "The mill never stops, so that it grinds the whole night through.\nStop it in the evening.\n\n- First the "
     "wheel.\n- Then the stone.\n\n"
     "Signed-off-by: Ann <a@x.example>\n---\n mill.c | 2 +-\n 1 file changed, 1 insertion(+)\n\ndiff --git a/mill.c "
     "b/mill.c\n"
     "index 1..2 100644\n--- a/mill.c\n+++ b/mill.c\n@@ -1 +1 @@\n-int run;\n+int stop;\n\n-- \n2.1\n",
     "heading1 mill: stop\nparagraph The mill never stops, so that it grinds the whole night through. "
     "Stop it in the evening.\n"
     "item1 First the wheel.\nitem1 Then the stone.\nfurniture Signed-off-by: Ann <a@x.example>\ncode mill.c | 2 +-\n"
     "code 1 file changed, 1 insertion(+)\ncode diff --git a/mill.c b/mill.c\ncode index 1..2 100644\ncode --- "
     "a/mill.c\n"
     "code +++ b/mill.c\ncode @@ -1 +1 @@\ncode -int run;\ncode +int stop;\n"},
    {"b.eml",
     "From: Ann <a@x.example>\nTo: b@x.example\nSubject: Oats\nDate: Tue, 9 Jun 2026 10:02:11 +0200\nMessage-ID: "
     "<1@x>\n\n"
     "The oats have come, and the mill grinds them tonight.\nURL: http://x.example/oats\n--Ann, http://x.example/\n\n"
     "*From:* Bo\n*Sent:* Monday\n\n*Subject:* Oats?\n\nWhen do the oats come?\n",
     "heading1 Oats\nparagraph The oats have come, and the mill grinds them tonight.\nfurniture URL: "
     "http://x.example/oats\n"
     "furniture --Ann, http://x.example/\n"},
    {"c.eml",
     "From: Ann <a@x.example>\nTo: b@x.example\nSubject: Oats\nDate: Tue, 9 Jun 2026 10:02:11 +0200\nMessage-ID: "
     "<1@x>\n\n"
     "From: Bo\nSent: Monday\nTo: Ann\n\nWhen do the oats come?\nTo: the mill and back it takes an hour.\n\nTo "
     "unsubscribe, "
     "write to Bo.\n",
     "heading1 Oats\nfurniture From: Bo\nfurniture Sent: Monday\nfurniture To: Ann\nparagraph When do the oats come?\n"
     "furniture To: the mill and back it takes an hour.\n"},
    {"d.eml",
     "From: Ann <a@x.example>\nTo: b@x.example\nSubject: Oats\nDate: Tue, 9 Jun 2026 10:02:11 +0200\nMessage-ID: "
     "<1@x>\n\n"
     "This line is as long as the lines of this mail are going to be.\nThis one is short\nbut goes on here.\nSo it "
     "is.\n\n1. "
     "Oats?\na. Yes.\nb. No.\n2. Rye?\n",
     "heading1 Oats\nparagraph This line is as long as the lines of this mail are going to be. This one is short but "
     "goes on "
     "here.\nparagraph So it is.\nitem1 Oats?\nitem1 Yes.\nitem1 No.\nitem1 Rye?\n"},
    /* ---- Subtitles ---- */
    {"a.srt",
     "1\n00:00:01,000 --> 00:00:02,000\n[Alba Gray] Good evening.\n\n2\n00:00:02,000 --> 00:00:03,000\n(sighs) Where "
     "is it?\n"
     "-In the mill.\n\n3\n00:00:03,000 --> 00:00:04,000\nThe wheel turns \xE2\x99\xAA\n---\n[door slams]\nIt (the "
     "door) "
     "shut.\n\n4\n00:00:04,000 --> 00:00:05,000\n[Bo]: Yes.\n",
     "paragraph Good evening. Where is it?\nparagraph In the mill. It (the door) shut.\nparagraph Yes.\n"},
};
enum { BLOCK_CASES = sizeof block_cases / sizeof *block_cases };
