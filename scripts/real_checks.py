"""Mechanical flaws of a picked sentence. Knows nothing about knap or files.

flaws(text, kind, names) gives the reasons why a sentence is broken. A check must not fire on a correct sentence:
where a mark can be right ("e.g.", "printf(3)", "pre- and post-war", "<file>"), it does not count.
"""

import re
import unicodedata

END_MARKS = ".!?…。！？．｡؟۔।॥።։‼⁇⁈⁉།။។៕᙮"
CLOSERS = "\"'”’»›«‹“‟」』】〉》）)]}*_`"
OPENERS = "\"'“‘„‚«‹»›「『【〈《（([{¿¡`…—– "
CODE_PUNCTUATION = set("{}[]<>=;|\\@#$^&*_+~")
WITHOUT_END_MARKS = re.compile("[\u0e00-\u0eff\u0f00-\u0fff\u1780-\u17ff]")  # Thai, Lao, Tibetan, Khmer
CJK = "[\u3040-\u30ff\u3400-\u9fff]"
HTML_TAGS = (
    "a|abbr|b|big|blockquote|body|br|center|cite|code|dd|del|div|dl|dt|em|font|form|h[1-6]|head|hr|html|i|iframe|img|"
    "input|ins|kbd|label|li|link|meta|nav|ol|option|p|para|pre|q|rt|s|script|section|select|small|span|strong|style|"
    "sub|sup|table|tbody|td|th|title|tr|tt|u|ul|var"
)
# Words after a hyphen that stands for the second part of another word: "pre- and post-war", "Vor- und Nachteile".
SUSPENDED = "and|or|to|und|oder|bzw|bis|sowie|et|ou|y|o|e|u|en|of|och|og|eller|i|lub|a|nebo|és|vagy|in|on|by|nor|but|ve|veya|ja|tai"

MARKUP = [
    ("html", re.compile(rf"</?({HTML_TAGS})(\s[^<>]*)?/?>", re.I)),
    ("html", re.compile(r"</[\w:]+>|<\w+:\w+[\s/>]")),
    ("html", re.compile(r"<!\[CDATA|<\?xml|<!--|-->|<!DOCTYPE", re.I)),
    ("entity", re.compile(r"&(amp|lt|gt|quot|apos|nbsp|[mn]dash|hellip|[lr][sd]quo|#\d+|#x[0-9a-f]+);", re.I)),
    ("rst", re.compile(r":[a-z][a-z:.+-]*:`|`_{1,2}(\W|$)|(^|\s)\.\. [\w-]+(::|:)|``[^`]+``|^:[\w -]+: ")),
    ("roff", re.compile(r"\\f[BIRP(\[]|\\\(\w\w|\\&|\\-|^[.'](SH|SS|TP|PP|IP|B|BR|I|IR|RS|RE|nf|fi|ad|TH|de|ds|if|ie)\b")),
    ("markdown", re.compile(r"\*\*\w[^*]*\*\*|\]\([^)\s]+\)|^#{1,6} |```|!\[|\]\[[\w -]*\]|^>\s")),
    ("tex", re.compile(r"\\(begin|end|emph|text\w\w|cite\w*|ref|label|section|item|footnote|url|href|usepackage)\b")),
    ("tex", re.compile(r"(?<![A-Za-z]:)\\[a-zA-Z]{2,}\s?[{\[]|\$[^$]*[\\^_][^$]*\$")),
    ("asciidoc", re.compile(r"\b(link|image|xref|https?):\S*\[|^=+ \w|<<[\w-]+(,[^>]*)?>>|^\[[\w=,. -]+\]$")),
    ("org", re.compile(r"\[\[[^\]]+\]|#\+[A-Za-z_]+")),
    ("json", re.compile(r'\\n",|"(cell_type|metadata|source)":')),
]
# Marks that plain text may have too; they count only where the document's format gives them another meaning.
MARKUP_BY_KIND = {
    "markdown": re.compile(r"`[^`]+`|(?<!\w)\*\w[^*]*\*(?!\w)|(?<!\w)__\w[^_]*__(?!\w)"),
    "restructuredtext": re.compile(r"`[^`]+`|(?<!\w)\*\w[^*]*\*(?!\w)|\|\w+\|"),
    "org": re.compile(r"^\*+ |(^|[\s(])([=~])[^\s=~][^=~]*\2([\s.,;:)]|$)"),
    "asciidoc": re.compile(r"`[^`]+`|(^|\s)\+[^\s+][^+]*\+(\s|[.,]|$)"),
    "latex": re.compile(r"\\[a-zA-Z]+|[{}]|~\w"),
}
LIST_MARK = re.compile(
    r"^\s*([-*•·‣◦▪○●■◆✓➢\uf0b7]\s|o\s+(?=[A-Z])|\d{1,3}(\.\d{1,3})*[.)]\s|\d+(\.\d+)+\s+\w|[a-z][.)]\s|[A-Z]\)\s"
    r"|\([a-z0-9]{1,2}\)\s|\([ivx]{1,4}\)\s|[ivx]{1,4}[.)]\s)"
)
DIFF = re.compile(r"^(@@ -\d|diff --git|index [0-9a-f]{7}|[-+]{3} [ab]/|[+-]\s*\S.*[;{}]\s*$|[+-]\s*\w+\s*=)")
CODE = re.compile(
    r"[{};]\s*$|^\s*(\$|#|%|>>>) \w+ -|^>>> |#\s*include\s*<|\b(def|function|void|int|char) \w+\s?\([^)]*\)\s*[:{;]"
    r"|\w\([^()]*\);|^import \w+$|^\w+ = \w+\(|\s(==|!=|&&|\|\||:=)\s"
)
SYNOPSIS = re.compile(r"\[\s?--?\w|\[\s?(OPTION|FILE|options?|file)\b.{0,12}\]", re.I)
HEADER = re.compile(r"^(From|To|Cc|Subject|Date|Message-ID|Received|Content-Type|In-Reply-To|Signed-off-by|Reviewed-by):\s")
DOT_LEADERS = re.compile(r"\.{5,}|(\. ){4,}|(\s?·){4,}|_{5,}|-{5,}|={5,}|\*{5,}|~{5,}|#{5,}")
HYPHEN_SPACE = re.compile(rf"[^\W\d_]{{2,}}[-\u2010\u00ad] (?!({SUSPENDED})\b)[a-zà-öø-ÿа-яёα-ω]{{2,}}")
U2010_SPACE = re.compile("\\w[\u2010\u00ad] \\w")
GLUED = re.compile(r"(?<![\w./:@_-])[a-zß-öø-ÿ]{3,}[.!?;][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{1,}(?![\w./:@(_-]|\.\w)")
CITATION = re.compile(r"\[\d{1,3}\](: ?\d+)?|\[(citation needed|edit|note \d+)\]")
CJK_SPACE = re.compile(rf"{CJK} +{CJK}")
NUMBERS = re.compile(r"([-+]?\d[\d.,:%/]*(?<!,)\s+){5,}")
COLUMNS = re.compile(r"\t|\S {4,}\S|(\s\|\s[^|=]*){3,}|[\u2500-\u257f]")
# Wrong encodings give pairs of Latin-1 signs, or longer runs of accented letters than any language has.
MOJIBAKE = re.compile("([\u00a1-\u00bf][\u00a1-\u00ff]){3,}|[\u00c0-\u00ff]{6,}")
BAD_CHARACTER = re.compile("[\ufffd\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f\ufb00-\ufb06\ue000-\uf8ff]|Ã[\u0080-\u00bf©¤¶¼]")
REPEAT = re.compile(r"\b((?:\w+\W+){4,}?)\1")
URL = re.compile(r"(https?|ftp|mailto|file)://?\S+|www\.\S+|\S+@\S+\.\w+")
WORD = re.compile(r"[^\W\d_]{2,}")
TIMESTAMP = re.compile(r"\d\d:\d\d[:.]\d\d|-->")


def has_end(text):
    """Whether the sentence ends with a mark that ends sentences in its script."""
    stripped = text.rstrip().rstrip(CLOSERS + " \u00a0")
    if WITHOUT_END_MARKS.search(text[-5:]):
        return True
    if not stripped:
        return False
    last = stripped[-1]
    if last in END_MARKS or text.rstrip()[-1] in END_MARKS:
        return True
    if last in "—–" and stripped != text.rstrip():
        return True  # speech that is broken off: "But I--"
    return last == ";" and re.search("[α-ω]", text) is not None  # the Greek question mark


def lower_start(text, names):
    """Whether the sentence starts in lower case, and not with an identifier or a name that is written so."""
    start = text.lstrip().lstrip(OPENERS)
    match = re.match(r"\S+", start)
    if not match or not start[0].isalpha() or not start[0].islower() or start[0].upper() == start[0]:
        return False
    first = match.group().rstrip(CLOSERS + ",.;:!?")
    if first != first.lower() or re.search(r"[\d_./()\\:@+=<>]|\w-\w|--", first):
        return False  # iPod, utf8, knap.h, printf(3), git-bisect, user@host
    if text.lstrip()[0] in "\"'“‘«„`" and re.match(rf"\W?{re.escape(first)}[\"'”’»“`]", text.lstrip()):
        return False  # 'ls' prints ...
    if unicodedata.category(start[0]) == "Lo":
        return False
    return re.split(r"['’]", first)[0] not in names and first not in names


def code_like(text):
    """Whether most of the sentence is punctuation of programs; short ones need a definite sign."""
    marks = sum(c in CODE_PUNCTUATION for c in text)
    return len(text) > 20 and marks > 0.12 * len(text)


def flaws(text, kind="", names=frozenset()):
    """The reasons why a sentence is broken; none: it is not."""
    text = text.strip()
    plain = URL.sub("", text)
    found = []

    def note(reason, condition):
        if condition and reason not in found:
            found.append(reason)

    speech = kind in ("fiction", "subtitles")
    note("url-alone", len(WORD.findall(plain)) < 3 and URL.search(text))
    note("no-end", not has_end(text))
    note("lower-start", lower_start(text, names))
    for reason, pattern in MARKUP:
        note("markup:" + reason, pattern.search(plain if reason in ("asciidoc", "org") else text))
    own = MARKUP_BY_KIND.get(kind)
    note("markup:" + kind, own and own.search(plain))
    note("list-mark", LIST_MARK.search(text) and not (speech and text[0] == "-"))
    note("diff", DIFF.search(text))
    note("code", CODE.search(plain.rstrip(";") if has_end(text) else plain) or code_like(plain))
    note("synopsis", len(SYNOPSIS.findall(plain)) >= 2)
    note("mail-header", HEADER.search(text) if kind == "mail" else False)
    note("leaders", DOT_LEADERS.search(plain))
    note("hyphen", HYPHEN_SPACE.search(plain) or U2010_SPACE.search(plain))
    note("glued", GLUED.search(plain))
    note("citation", CITATION.search(text) if kind in ("wiki", "web-article") else False)
    note("cjk-space", CJK_SPACE.search(text))
    note("columns", COLUMNS.search(text) or NUMBERS.search(text))
    note("timestamp", TIMESTAMP.search(text) if kind == "subtitles" else False)
    note("bad-character", BAD_CHARACTER.search(text) or MOJIBAKE.search(text))
    note("repeat", REPEAT.search(text))
    note("no-words", not WORD.search(plain) and not re.search(CJK, text) and not WITHOUT_END_MARKS.search(text))
    return found
