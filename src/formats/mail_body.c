/* mail_body.c - the writer's own text of a mail, without quoted replies, the lines that introduce them,
 * and signatures. */
#include "formats/mail_body.h"
#include "base/ascii.h"
#include "text/layout.h"

#include <string.h>

enum { WIDEST = 200, LONGEST_GREETING = 40, LONGEST_SIGNATURE = 72 };

typedef struct line {
    size_t begin, end;
} line;

static bool next_line(const char *text, size_t length, size_t *at, line *found)
{
    const char *newline;
    if (*at >= length)
        return false;
    newline = memchr(text + *at, '\n', length - *at);
    found->begin = *at;
    found->end = newline ? (size_t)(newline - text) : length;
    *at = found->end + 1;
    while (found->end > found->begin && kn_ascii_space(text[found->end - 1]))
        found->end--;
    return true;
}

static bool starts(const char *text, const line *at, const char *word)
{
    size_t length = strlen(word);
    return at->end - at->begin >= length && kn_ascii_same_start(text + at->begin, word, length);
}

static bool ends(const char *text, const line *at, const char *word)
{
    size_t length = strlen(word);
    return at->end - at->begin >= length && kn_ascii_same_start(text + at->end - length, word, length);
}

/* What follows is a signature, an earlier mail or a list's footer. */
static bool ends_body(const char *text, const line *at)
{
    static const char *const marks[] = {
        "-----Original Message",    "----- Original Message",   "-----Urspr",      "-------- Forwarded",
        "---------- Forwarded",     "Begin forwarded message:", "_______________", "-------------- next part",
        "-----BEGIN PGP SIGNATURE", "To unsubscribe",           "--~--~---------"};
    if (at->end - at->begin == 2 && memcmp(text + at->begin, "--", 2) == 0)
        return true;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (starts(text, at, marks[i]))
            return true;
    return false;
}

/* "From: Ann", "*Sent:* Monday" or the like, as in the header of an earlier mail. */
static bool is_field(const char *text, const line *at)
{
    static const char *const names[] = {
        "From:",     "Sent:", "Date:",    "To:",  "Cc:", "CC:",   "Subject:", "Reply-To:", "Von:",
        "Gesendet:", "An:",   "Betreff:", "De :", "De:", "Envoy", "Objet",    "Para:",     "Asunto:"};
    line field = {at->begin + (at->begin < at->end && text[at->begin] == '*'), at->end};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (starts(text, &field, names[i]))
            return true;
    return false;
}

/* The first of at least three lines of such a header; blank lines may be between them. */
static bool begins_header(const char *text, size_t length, const line *at)
{
    line next;
    size_t from = at->end + 1, fields = 1;
    if (!is_field(text, at))
        return false;
    for (int i = 0; i < 6 && next_line(text, length, &from, &next); i++) {
        if (next.begin < next.end && !is_field(text, &next))
            break;
        fields += next.begin < next.end;
    }
    return fields >= 3;
}

static bool is_quoted(const char *text, const line *at)
{
    size_t begin = at->begin;
    while (begin < at->end && text[begin] == ' ')
        begin++;
    return begin < at->end &&
           (text[begin] == '>' || (text[begin] == '|' && begin + 1 < at->end && text[begin + 1] == ' '));
}

/* "On Monday Anna wrote:" before a quotation: the last one or two lines of the open paragraph's place. */
static bool announces_quote(const char *text, size_t length, const line *at)
{
    line next;
    size_t from = at->end + 1;
    bool colon = at->end > at->begin && text[at->end - 1] == ':';
    bool first_half = starts(text, at, "On ") || starts(text, at, "Am ") || starts(text, at, "Le ");
    if (!colon && !first_half)
        return false;
    for (int i = 0; i < 3 && next_line(text, length, &from, &next); i++) {
        if (next.begin == next.end)
            continue;
        if (is_quoted(text, &next))
            return colon || i > 0;
        if (colon || !(text[next.end - 1] == ':'))
            return false;
    }
    return false;
}

/* The second line of an announcement that fills two. */
static bool ends_announcement(const char *text, size_t length, const line *at)
{
    line next;
    size_t from = at->end + 1;
    return (ends(text, at, "wrote:") || ends(text, at, "schrieb:")) && next_line(text, length, &from, &next) &&
           (next.begin == next.end || is_quoted(text, &next));
}

static bool is_device_note(const char *text, const line *at)
{
    return starts(text, at, "Sent from my ") || starts(text, at, "Get Outlook for ") ||
           starts(text, at, "Von meinem i");
}

/* "--Ann", "-- Ann, http://x.example": a signature without a line of its own for the dashes. */
static bool is_signature(const char *text, const line *at)
{
    size_t name = at->begin + 2 + (at->end - at->begin > 2 && text[at->begin + 2] == ' ');
    return at->end - at->begin < LONGEST_SIGNATURE && name < at->end && memcmp(text + at->begin, "--", 2) == 0 &&
           text[name] != '-' && kn_ascii_letter(text[name]);
}

/* A line of dashes or the like, as between the messages of a thread. */
static bool is_rule(const char *text, const line *at)
{
    size_t i = at->begin;
    while (i < at->end && strchr("-=_*~", text[i]))
        i++;
    return i == at->end && at->end - at->begin >= 3;
}

/* A bullet, a number or a small letter is before the text. */
static bool is_item(const char *text, const line *at)
{
    kn_item_mark mark = kn_find_mark(text, at->begin, at->end);
    if (mark.kind == KN_MARK_BULLET)
        return text[at->begin] == '-' || text[at->begin] == '*';
    return mark.kind != KN_MARK_NONE &&
           (mark.kind < KN_MARK_LETTER || (text[at->begin] >= 'a' && text[at->begin] <= 'z'));
}

/* The width that lines are filled to. */
static size_t find_width(const char *text, size_t length)
{
    size_t widest = 0, at = 0;
    line here;
    while (next_line(text, length, &at, &here))
        if (!is_quoted(text, &here) && here.end - here.begin > widest && here.end - here.begin < WIDEST)
            widest = here.end - here.begin;
    return widest;
}

/* ---- Patches ---- */

/* A line that begins a patch. */
static bool begins_patch(const char *text, size_t length, const line *at)
{
    line next;
    size_t from = at->end + 1;
    if (starts(text, at, "diff --git ") || starts(text, at, "Index: ") || starts(text, at, "@@ -") ||
        starts(text, at, "diff -"))
        return true;
    return starts(text, at, "--- ") && next_line(text, length, &from, &next) && starts(text, &next, "+++ ");
}

/* A line that may go on with a patch. */
static bool is_patch(const char *text, const line *at)
{
    static const char *const words[] = {"diff ",        "index ",       "Index: ",    "new file",
                                        "deleted file", "similarity ",  "rename ",    "old mode",
                                        "new mode",     "Binary files", "GIT binary", "==="};
    if (at->begin == at->end || strchr(" +-@\\\t", text[at->begin]))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(text, at, words[i]))
            return true;
    return false;
}

/* " mill.c | 12 +++---" or " 2 files changed, 3 insertions(+)": what a patch changes. */
static bool is_statistic(const char *text, const line *at)
{
    const char *bar =
        at->end > at->begin && text[at->begin] == ' ' ? memchr(text + at->begin, '|', at->end - at->begin) : NULL;
    size_t i = bar ? (size_t)(bar - text) + 1 : at->begin;
    while (i < at->end && text[i] == ' ')
        i++;
    if (i >= at->end || !kn_ascii_digit(text[i]))
        return false;
    while (i < at->end && kn_ascii_digit(text[i]))
        i++;
    if (bar)
        return i == at->end || text[i] == ' ';
    return at->end - i > 13 &&
           (memcmp(text + i, " file changed", 13) == 0 || memcmp(text + i, " files change", 13) == 0);
}

/* "URL: http://x.example" */
static bool is_field_of_address(const char *text, const line *at)
{
    size_t i = at->begin;
    while (i < at->end && kn_ascii_letter(text[i]))
        i++;
    if (i == at->begin || at->end - i < 10 || text[i] != ':' || text[i + 1] != ' ')
        return false;
    i += 2;
    return memchr(text + i, ' ', at->end - i) == NULL && memchr(text + i, ':', at->end - i) != NULL &&
           kn_ascii_same_start(text + i, "http", 4);
}

/* "Signed-off-by: A <a@x>": lines for programs and archives. */
static bool is_trailer(const char *text, const line *at)
{
    static const char *const words[] = {
        "Signed-off-by:", "Reviewed-by:", "Acked-by:", "Tested-by:", "Reported-by:", "Suggested-by:", "Co-authored-by:",
        "Change-Id:",     "Cc: ",         "Link: ",    "Fixes: ",    "Closes: ",     "Approved-by:"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts(text, at, words[i]))
            return true;
    if (is_field_of_address(text, at))
        return true;
    /* "[1] http://..." */
    return at->end - at->begin > 8 && text[at->begin] == '[' && kn_ascii_digit(text[at->begin + 1]) &&
           memchr(text + at->begin, ']', 4) != NULL && memchr(text + at->begin, ':', at->end - at->begin) != NULL &&
           !kn_ends_sentence(text, at->begin, at->end);
}

/* ---- The text ---- */

typedef struct body {
    kn_extract *extract;
    const char *text, *speaker;
    size_t length, width;
    bool item;  /* the open paragraph is an item of a list */
    bool patch; /* lines belong to a patch */
    bool found; /* some text was found */
} body;

static void end_paragraph(body *self)
{
    self->item = kn_extract_take_mark(self->extract) || self->item;
    kn_extract_end_said(self->extract, self->item ? KNAP_BLOCK_ITEM : KNAP_BLOCK_PARAGRAPH, self->item, self->speaker);
    self->item = false;
}

static void add_line_as(body *self, const line *here, knap_block kind)
{
    end_paragraph(self);
    kn_extract_add(self->extract, self->text + here->begin, here->end - here->begin);
    kn_extract_end_said(self->extract, kind, 0, self->speaker);
}

/* The line has no end, and the next one goes on in lower case. */
static bool goes_on(const body *self, const line *here)
{
    line next;
    size_t from = here->end + 1;
    char last = self->text[here->end - 1];
    return (kn_ascii_letter(last) || kn_ascii_digit(last)) && here->end - here->begin <= WIDEST &&
           next_line(self->text, self->length, &from, &next) && next.begin < next.end &&
           self->text[next.begin] >= 'a' && self->text[next.begin] <= 'z' && !is_item(self->text, &next);
}

static void add_prose(body *self, line here)
{
    const char *text = self->text;
    size_t size = here.end - here.begin;
    if (is_item(text, &here))
        end_paragraph(self);
    kn_extract_line(self->extract);
    kn_extract_add(self->extract, text + here.begin, here.end - here.begin);
    /* a line that is not filled ends a paragraph: "Dear Anna,", a line of a list; but not in the middle of a sentence */
    if (goes_on(self, &here))
        return;
    if (size > WIDEST || size * 2 < self->width || (size < LONGEST_GREETING && text[here.end - 1] == ',') ||
        (size * 4 < self->width * 3 && kn_ends_sentence(text, here.begin, here.end)))
        end_paragraph(self);
}

static void read_line(body *self, line here)
{
    const char *text = self->text;
    here.begin += starts(text, &here, ">From "); /* as mailboxes write a line that begins with "From " */
    self->patch = self->patch ? is_patch(text, &here) : begins_patch(text, self->length, &here);
    if (self->patch && here.begin < here.end)
        add_line_as(self, &here, KNAP_BLOCK_CODE);
    else if (here.begin == here.end || is_quoted(text, &here) || announces_quote(text, self->length, &here) ||
             ends_announcement(text, self->length, &here) || is_device_note(text, &here) || is_rule(text, &here))
        end_paragraph(self);
    else if (is_statistic(text, &here))
        add_line_as(self, &here, KNAP_BLOCK_CODE);
    else if (is_trailer(text, &here) || is_signature(text, &here) || is_field(text, &here))
        add_line_as(self, &here, KNAP_BLOCK_FURNITURE);
    else
        add_prose(self, here), self->found = true;
}

void kn_mail_body(kn_extract *extract, const char *text, size_t length, const char *speaker)
{
    body self = {
        .extract = extract, .text = text, .speaker = speaker, .length = length, .width = find_width(text, length)};
    size_t at = 0;
    line here;
    while (next_line(text, length, &at, &here) && !ends_body(text, &here) &&
           !(self.found && begins_header(text, length, &here)))
        read_line(&self, here);
    end_paragraph(&self);
}
