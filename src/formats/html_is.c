/* html_is.c - recognises HTML pages and the encoding that they declare. */
#include "formats/html.h"
#include "formats/name.h"
#include "base/ascii.h"

#include <stdio.h>
#include <string.h>

static bool starts(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && kn_ascii_same_start(at, word, length);
}

/* Where the first tag begins that is not a comment, an XML declaration or white space; NULL where text
 * comes first. */
static const char *first_tag(const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + (length < KN_HTML_HEAD ? length : KN_HTML_HEAD);
    while (at < end) {
        const char *close = NULL;
        while (at < end && kn_ascii_space(*at))
            at++;
        if (starts(at, end, "\xEF\xBB\xBF")) {
            at += 3;
            continue;
        }
        if (starts(at, end, "<!--")) {
            for (close = at + 4; close + 3 <= end && memcmp(close, "-->", 3) != 0;)
                close++;
            at = close + 3;
        } else if (starts(at, end, "<?xml")) {
            close = memchr(at, '>', (size_t)(end - at));
            at = close ? close + 1 : end;
        } else {
            return at < end && *at == '<' ? at : NULL;
        }
    }
    return NULL;
}

/* Finds a tag that begins a line or stands right behind another. */
static const char *find_tag_start(const char *bytes, const char *end, const char *tag)
{
    for (const char *at = bytes; (at = memchr(at, '<', (size_t)(end - at))) != NULL; at++)
        if (starts(at, end, tag) && (at == bytes || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '>'))
            return at;
    return NULL;
}

/* A page after something else: warnings of PHP, a line of text. A text that shows a page has its tags in its middle too, so a
 * name that says what it is decides. */
static bool is_late_page(const char *name, const char *bytes, size_t length)
{
    const char *end = bytes + (length < KN_HTML_HEAD ? length : KN_HTML_HEAD), *page;
    if (name && kn_name_ends(name, "md markdown txt rst adoc org eml tex"))
        return false;
    page = find_tag_start(bytes, end, "<!doctype html");
    if (!page)
        page = find_tag_start(bytes, end, "<html");
    return page && (find_tag_start(page, end, "<head") || find_tag_start(page, end, "<body") ||
                    find_tag_start(page, end, "<title") || find_tag_start(page, end, "<meta"));
}

bool kn_html_is(const char *name, const char *bytes, size_t length)
{
    static const char *const openings[] = {
        "<!doctype html", "<html",    "<head>",  "<head ", "<body",  "<title>", "<meta ", "<main",
        "<article",       "<section", "<table",  "<div",   "<h1",    "<h2",     "<p>",    "<p ",
        "<center>",       "<script",  "<header", "<nav",   "<link ", "<style",  "<base ", "<a "};
    const char *at = first_tag(bytes, length), *end = bytes + length;
    for (size_t i = 0; at && i < sizeof openings / sizeof *openings; i++)
        if (starts(at, end, openings[i]))
            return true;
    return length && is_late_page(name, bytes, length);
}

/* The encoding that pages mean by a name, which is often wider than what the name says. */
static const char *real_encoding(const char *label)
{
    static const char *const wider[][2] = {{"iso-8859-1", "windows-1252"},
                                           {"latin1", "windows-1252"},
                                           {"us-ascii", "windows-1252"},
                                           {"ascii", "windows-1252"},
                                           {"iso-8859-9", "windows-1254"},
                                           {"gb2312", "gb18030"},
                                           {"gbk", "gb18030"},
                                           {"x-sjis", "shift_jis"},
                                           {"euc-kr", "windows-949"},
                                           {"ks_c_5601-1987", "windows-949"},
                                           {"tis-620", "windows-874"}};
    for (size_t i = 0; i < sizeof wider / sizeof *wider; i++)
        if (kn_ascii_same(label, wider[i][0]))
            return wider[i][1];
    return label;
}

bool kn_html_encoding(const char *bytes, size_t length, char *encoding, size_t size)
{
    const char *end = bytes + (length < KN_HTML_HEAD ? length : KN_HTML_HEAD);
    bool xml = starts(bytes, end, "<?xml");
    if (!xml && !kn_html_is(NULL, bytes, length))
        return false;
    for (const char *at = bytes; at + 9 < end; at++) {
        char label[48];
        size_t used = 0;
        if (xml && *at == '>')
            xml = false; /* the declaration ends */
        if (!starts(at, end, "charset=") && !(xml && starts(at, end, "encoding=")))
            continue;
        for (at += at[1] == 'h' || at[1] == 'H' ? 8 : 9; at < end && (*at == '"' || *at == '\'' || *at == ' '); at++)
            ;
        while (at < end && used + 1 < sizeof label &&
               (kn_ascii_letter(*at) || kn_ascii_digit(*at) || strchr("-_:.", *at)))
            label[used++] = *at++;
        label[used] = 0;
        snprintf(encoding, size, "%s", real_encoding(label));
        return used > 0;
    }
    return false;
}
