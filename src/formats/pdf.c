/* pdf.c - PDF, by poppler: the lines of each page with their places. pdf_lines.h says what becomes of them. */
#include "formats/pdf.h"
#include "formats/library.h"
#include "formats/name.h"
#include "formats/pdf_lines.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

#include <unicode/uchar.h>

enum { HEAD = 1024 };

/* The header may stand anywhere in the first kilobyte. */
bool kn_pdf_is(const char *name, const char *bytes, size_t length)
{
    size_t head = length < HEAD ? length : HEAD;
    (void)name;
    for (size_t i = 0; i + 5 <= head; i++) {
        const char *at = memchr(bytes + i, '%', head - i);
        if (!at)
            return false;
        i = (size_t)(at - bytes);
        /* text that mentions PDF is not one: binary data come before the header, or nothing does */
        if (i + 5 <= head && memcmp(at, "%PDF-", 5) == 0)
            return i == 0 || memchr(bytes, 0, i) || bytes[0] == '\r' || bytes[0] == '\n' ||
                   (unsigned char)bytes[0] == 0xEF;
    }
    return false;
}

#ifdef KNAP_WITH_PDF
#include <poppler.h>

#define FUNCTIONS(X)                                                                                                   \
    X(poppler_document_new_from_bytes)                                                                                 \
    X(poppler_document_get_n_pages)                                                                                    \
    X(poppler_document_get_page)                                                                                       \
    X(poppler_page_get_text)                                                                                           \
    X(poppler_page_get_text_layout)                                                                                    \
    X(poppler_page_get_text_attributes)                                                                                \
    X(poppler_page_free_text_attributes)                                                                               \
    X(poppler_document_get_creation_date_time)                                                                         \
    X(poppler_document_get_title)                                                                                      \
    X(poppler_index_iter_new)                                                                                          \
    X(poppler_index_iter_free)                                                                                         \
    X(poppler_index_iter_get_child)                                                                                    \
    X(poppler_index_iter_get_action)                                                                                   \
    X(poppler_index_iter_next)                                                                                         \
    X(poppler_action_free)                                                                                             \
    X(poppler_error_quark)                                                                                             \
    X(g_bytes_new_static) X(g_bytes_unref) X(g_object_unref) X(g_free) X(g_error_free) X(g_error_matches)              \
        X(g_date_time_get_ymd) X(g_date_time_unref) X(g_log_set_handler) X(g_log_remove_handler)

typedef struct poppler {
    FUNCTIONS(KN_FUNCTION_FIELD)
} poppler;
static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};

enum { MOST_PAGES = 20000, DEEPEST_OUTLINE = 6, MOST_TITLES = 20000, LONGEST_NUMBER = 10, MOST_NUMBERS = 12 };

static bool add_line(kn_pdf_text *pages, const kn_pdf_line *line)
{
    if (!KN_ROOM(pages->text.allocator, pages->line, pages->lines + 1))
        return false;
    pages->line[pages->lines++] = *line;
    return true;
}

/* ---- Characters ---- */

/* What is known about the characters of a page: a box each, and runs of one font. */
typedef struct page_text {
    const char *text;
    const PopplerRectangle *box;
    guint boxes;
    const GList *font; /* of PopplerTextAttributes, by rising index */
} page_text;

typedef struct open_line {
    kn_pdf_line line;
    size_t letters, fixed, bold; /* counts of characters that are no spaces */
    double sizes, heights;       /* sums over them: of the sizes of font, and of the heights */
} open_line;

static bool names_any(const char *font, const char *const *words)
{
    for (; *words; words++)
        if (strstr(font, *words))
            return true;
    return false;
}

static bool is_fixed(const char *font)
{
    static const char *const words[] = {"Mono",        "mono",      "Courier",    "courier", "CMTT",    "CMSLTT",
                                        "CMITT",       "cmtt",      "SFTT",       "sftt",    "Consola", "Menlo",
                                        "Typewriter",  "LMTT",      "txtt",       "pcrr",    "ECTT",    "Inconsolata",
                                        "Nimbus Mono", "NimbusMon", "FixedWidth", "zi4",     NULL};
    return names_any(font, words);
}

static bool is_bold(const char *font)
{
    static const char *const words[] = {"Bold", "bold",  "Black",  "Medi", "CMBX", "cmbx",
                                        "SFBX", "Heavy", "CMSSBX", "LMBX", NULL};
    return names_any(font, words);
}

static double top_of(const PopplerRectangle *box)
{
    return box->y1 < box->y2 ? box->y1 : box->y2;
}

static double bottom_of(const PopplerRectangle *box)
{
    return box->y1 < box->y2 ? box->y2 : box->y1;
}

/* A run of characters in one font. */
typedef struct font_run {
    const GList *next;
    gint end;         /* its last character */
    const char *name; /* of the font that `fixed` and `bold` are about */
    double size;      /* 0: not known */
    bool fixed, bold;
} font_run;

/* Moves on to the run that holds a character, or the next one. */
static void find_run(font_run *run, guint character)
{
    const PopplerTextAttributes *font = NULL;
    while (run->next && run->end < (gint)character) {
        font = run->next->data;
        run->end = font->end_index;
        run->next = run->next->next;
    }
    if (run->end < (gint)character) {
        *run = (font_run){.end = G_MAXINT};
        return;
    }
    run->size = font->font_size;
    if (!run->name || !font->font_name || strcmp(run->name, font->font_name) != 0) {
        run->name = font->font_name ? font->font_name : "";
        run->fixed = is_fixed(run->name);
        run->bold = is_bold(run->name);
    }
}

static void widen(open_line *open, const PopplerRectangle *box, const font_run *font, int32_t code)
{
    kn_pdf_line *line = &open->line;
    double top = top_of(box), bottom = bottom_of(box);
    if (open->letters == 0) {
        *line = (kn_pdf_line){
            .x1 = box->x1, .x2 = box->x2, .y1 = top, .y2 = bottom, .begin = line->begin, .page = line->page};
    } else {
        line->x1 = box->x1 < line->x1 ? box->x1 : line->x1;
        line->x2 = box->x2 > line->x2 ? box->x2 : line->x2;
        line->y1 = top < line->y1 ? top : line->y1;
        line->y2 = bottom > line->y2 ? bottom : line->y2;
    }
    if (code < 0x80 ? kn_ascii_letter((char)code) : u_isalpha(code))
        line->letters++;
    else
        line->signs += code != '.' && code != ',';
    open->letters++;
    open->heights += bottom - top;
    open->sizes += font->size > 0 ? font->size : bottom - top;
    open->fixed += font->fixed;
    open->bold += font->bold;
}

/* Whether a line, right of a number that poppler sets apart, belongs to it: the title of a section, or the text of a note with a
 * small raised number. */
static bool follows_number(const kn_pdf_text *pages, const kn_pdf_line *number, const kn_pdf_line *line)
{
    double gap = line->x1 - number->x2;
    if (number->page != line->page || number->letters || number->end - number->begin > LONGEST_NUMBER ||
        !kn_ascii_digit(pages->text.bytes[number->begin]))
        return false;
    return (number->bold ? line->bold : number->size < 0.8 * line->size) && gap > -0.1 * line->height &&
           gap < 2.5 * line->height && fmax(number->y1, line->y1) < fmin(number->y2, line->y2) - 0.3 * number->height;
}

/* Puts the number that belongs to a line, which poppler may have given some lines before it, in front of its text, which is the end of
 * all text. */
static bool take_number(kn_pdf_text *pages, kn_pdf_line *line)
{
    char text[LONGEST_NUMBER + 1];
    size_t least = pages->lines > MOST_NUMBERS ? pages->lines - MOST_NUMBERS : 0, at = pages->lines, length;
    while (at > least && !follows_number(pages, &pages->line[at - 1], line))
        at--;
    if (at == least)
        return true;
    length = pages->line[at - 1].end - pages->line[at - 1].begin;
    memcpy(text, pages->text.bytes + pages->line[at - 1].begin, length);
    text[length++] = ' ';
    kn_text_add(&pages->text, text, length); /* room */
    if (pages->text.failed)
        return false;
    memmove(pages->text.bytes + line->begin + length, pages->text.bytes + line->begin,
            pages->text.length - length - line->begin);
    memcpy(pages->text.bytes + line->begin, text, length);
    line->end += length;
    line->signs += pages->line[at - 1].signs;
    line->x1 = pages->line[at - 1].x1;
    line->y1 = fmin(pages->line[at - 1].y1, line->y1);
    memmove(&pages->line[at - 1], &pages->line[at], (pages->lines - at) * sizeof *pages->line);
    pages->lines--;
    return true;
}

/* Ends the line. Text that runs upwards or downwards, such as a stamp at the margin, is left out. */
static bool end_line(kn_pdf_text *pages, open_line *open)
{
    kn_pdf_line *line = &open->line;
    bool good = true, upright = open->letters < 5 || line->y2 - line->y1 < 2 * (line->x2 - line->x1);
    line->end = pages->text.length;
    while (line->end > line->begin && pages->text.bytes[line->end - 1] == ' ')
        line->end--;
    if (open->letters && upright) {
        line->size = open->sizes / (double)open->letters;
        line->height = open->heights / (double)open->letters;
        line->fixed = open->fixed * 5 > open->letters * 4;
        line->bold = open->bold * 5 > open->letters * 4;
        good = take_number(pages, line) && add_line(pages, line);
    }
    *open = (open_line){.line = {.begin = pages->text.length, .page = line->page}};
    return good;
}

/* A small raised digit behind a word or a full stop refers to a note. */
static bool is_note_mark(const page_text *page, guint at, const char *before)
{
    const PopplerRectangle *box = &page->box[at], *last = box - 1;
    double height = bottom_of(last) - top_of(last);
    return bottom_of(box) - top_of(box) < 0.85 * height && bottom_of(box) < bottom_of(last) - 0.08 * height &&
           box->x1 >= last->x1 &&
           (strchr(".,;:!?)", before[1]) || (kn_ascii_letter(before[1]) && kn_ascii_letter(before[0])));
}

/* Most characters: those that are appended as they are. */
static bool is_plain(int32_t code)
{
    return code >= ' ' && code < 0xE000;
}

/* A space that has no width: poppler writes one where the font changes, as in small capitals. */
static bool is_no_space(const page_text *page, guint at)
{
    const PopplerRectangle *before = &page->box[at - 1], *after = &page->box[at + 1];
    double height = fmax(bottom_of(before) - top_of(before), bottom_of(after) - top_of(after));
    double gap = after->x1 - before->x2;
    return gap < 0.08 * height && gap > -0.3 * height && fabs(bottom_of(after) - bottom_of(before)) < 0.5 * height;
}

/* Appends a character that is not plain. Ligatures become letters; characters without a meaning are left out. */
static void add_character(kn_text *to, const char *bytes, size_t length, int32_t code)
{
    static const char *const ligatures[] = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
    if (code >= 0x1B && code <= 0x1F) /* the places of these in fonts of TeX, which name no characters */
        code += 0xFB00 - 0x1B;
    else if (code >= 0x0B && code <= 0x0F)
        code += 0xFB00 - 0x0B;
    if (code >= 0xFB00 && code <= 0xFB06)
        kn_text_add(to, ligatures[code - 0xFB00], strlen(ligatures[code - 0xFB00]));
    else if (code != 0xFFFD && !(code >= 0xE000 && code <= 0xF8FF) && (code >= ' ' || code == '\t'))
        kn_text_add(to, bytes, length);
}

/* The lines of a page. Runs of plain characters are appended at once. */
static bool add_lines(kn_pdf_text *pages, const page_text *page, size_t number)
{
    open_line open = {.line = {.begin = pages->text.length, .page = number}};
    font_run run = {.next = page->font, .end = -1};
    size_t length = strlen(page->text), plain = 0; /* where the run of plain characters begins */
    char before[2] = {0, 0};                       /* the last two characters */
    guint character = 0;
    bool marks = false; /* in the digits of a note's mark */
    for (size_t here = 0, next = 0;; here = next, character++) {
        const char *at = page->text + here;
        int32_t code = here < length ? kn_utf8_next(page->text, &next, length) : 0;
        bool ends = code == '\n' || here >= length, joined = false;
        marks = kn_ascii_digit(*at) && character > 0 && character < page->boxes && open.letters &&
                (marks || (before[1] && is_note_mark(page, character, before)));
        if (code == ' ' && open.letters && character > 0 && character + 1 < page->boxes && page->text[next] != '\n' &&
            page->text[next] != ' ')
            joined = is_no_space(page, character);
        if (!is_plain(code) || marks || joined || (open.letters == 0 && (code == ' ' || character >= page->boxes))) {
            kn_text_add(&pages->text, page->text + plain, here - plain);
            plain = here >= length ? length : next;
        }
        if (ends) {
            before[0] = before[1] = 0;
            if (!end_line(pages, &open))
                return false;
            if (here >= length)
                break;
            continue;
        }
        if (marks || joined)
            continue;
        if (character < page->boxes && code != ' ') {
            if (run.end < (gint)character)
                find_run(&run, character);
            widen(&open, &page->box[character], &run, code);
        }
        if (!is_plain(code) && open.letters)
            add_character(&pages->text, at, next - here, code);
        before[0] = before[1];
        before[1] = code < 0x80 ? (char)code : 'x';
    }
    return !pages->text.failed;
}

static bool add_page(const poppler *lib, kn_pdf_text *pages, PopplerPage *page, size_t number)
{
    char *text = (lib->poppler_page_get_text)(page);
    PopplerRectangle *box = NULL;
    GList *fonts = NULL;
    guint boxes = 0;
    bool good = true;
    if (text && kn_utf8_all_valid(text, strlen(text)) && (lib->poppler_page_get_text_layout)(page, &box, &boxes)) {
        fonts = (lib->poppler_page_get_text_attributes)(page);
        good = add_lines(pages, &(page_text){text, box, boxes, fonts}, number);
        (lib->poppler_page_free_text_attributes)(fonts);
    }
    (lib->g_free)(text);
    (lib->g_free)(box);
    return good;
}

/* ---- Outline and title ---- */

static bool add_title(kn_pdf_text *pages, const char *title, unsigned level)
{
    char key[KN_PDF_LONGEST_TITLE];
    size_t length = kn_pdf_title_key(title, strlen(title), key), count = pages->outline.count;
    if (length == 0 || !kn_utf8_all_valid(title, strlen(title)))
        return true;
    if (!KN_ROOM(pages->text.allocator, pages->outline_level, count + 1))
        return false;
    pages->outline_level[count] = (uint8_t)level;
    return kn_symbols_add(&pages->outline, key, length) != KN_NO_SYMBOL;
}

/* The titles of an outline and of what is below them. Takes the iterator over. */
static bool add_titles(const poppler *lib, kn_pdf_text *pages, PopplerIndexIter *list, unsigned level)
{
    bool good = true;
    if (!list)
        return true;
    do {
        PopplerAction *action = (lib->poppler_index_iter_get_action)(list);
        if (action && action->any.title)
            good = add_title(pages, action->any.title, level);
        if (action)
            (lib->poppler_action_free)(action);
        if (good && level < DEEPEST_OUTLINE && pages->outline.count < MOST_TITLES)
            good = add_titles(lib, pages, (lib->poppler_index_iter_get_child)(list), level + 1);
    } while (good && pages->outline.count < MOST_TITLES && (lib->poppler_index_iter_next)(list));
    (lib->poppler_index_iter_free)(list);
    return good;
}

/* A title that a person wrote: not the name of a file or of a program. */
static bool is_sensible(const char *title)
{
    static const char *const programs[] = {".doc", ".dvi", ".tex",      ".pdf",    ".indd",   ".qxd",       ".ps",
                                           ".rtf", ".odt", "Microsoft", "ntitled", "Slide 1", "PowerPoint", NULL};
    return strlen(title) <= KN_PDF_LONGEST_TITLE && strchr(title, ' ') && kn_utf8_all_valid(title, strlen(title)) &&
           !names_any(title, programs);
}

static uint32_t creation_day(const poppler *lib, PopplerDocument *document)
{
    GDateTime *time = (lib->poppler_document_get_creation_date_time)(document);
    uint32_t day = 0;
    if (time) {
        int year, month, number;
        (lib->g_date_time_get_ymd)(time, &year, &month, &number);
        day = year > 0 ? (uint32_t)(year * 10000 + month * 100 + number) : 0;
        (lib->g_date_time_unref)(time);
    }
    return day;
}

static knap_status read_pages(const poppler *lib, const kn_source *source, PopplerDocument *document,
                              kn_pdf_text *pages, knap_error *error)
{
    int count = (lib->poppler_document_get_n_pages)(document);
    if (count > MOST_PAGES)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "%d pages; at most %d are read", count, MOST_PAGES);
    for (int i = 0; i < count; i++) {
        knap_status status = kn_pause_ask(source->pause, error);
        if (status)
            return status;
        PopplerPage *page = (lib->poppler_document_get_page)(document, i);
        bool good = !page || add_page(lib, pages, page, (size_t)i);
        if (page)
            (lib->g_object_unref)(page);
        if (!good)
            return kn_no_memory(error);
        if (pages->text.length > source->most)
            return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "its text has more than %zu bytes", source->most);
    }
    if (pages->lines == 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                          "no text in its %d pages: if they are scanned, recognise their text first, for example with "
                          "ocrmypdf",
                          count);
    return add_titles(lib, pages, (lib->poppler_index_iter_new)(document), 1) && kn_pdf_measure(pages) &&
                   kn_pdf_drop_heads(pages) && kn_pdf_order(pages)
               ? KNAP_OK
               : kn_no_memory(error);
}

static knap_status cannot_open(const poppler *lib, const kn_source *source, GError *why, knap_error *error)
{
    knap_status status;
    if ((lib->g_error_matches)(why, (lib->poppler_error_quark)(), POPPLER_ERROR_ENCRYPTED))
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                            "this PDF needs a password: remove it first, for example with qpdf --decrypt");
    else
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "cannot read this PDF: %s", why->message);
    (lib->g_error_free)(why);
    return status;
}

/* Warnings about damaged files go nowhere: the library does not print. */
static void ignore_warning(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context)
{
    (void)domain, (void)level, (void)message, (void)context;
}

static knap_status read_document(const poppler *lib, const kn_source *source, const kn_output *output,
                                 knap_error *error)
{
    guint handler = (lib->g_log_set_handler)("Poppler", G_LOG_LEVEL_MASK, ignore_warning, NULL);
    GBytes *bytes = (lib->g_bytes_new_static)(source->bytes, source->length);
    GError *why = NULL;
    PopplerDocument *document = (lib->poppler_document_new_from_bytes)(bytes, NULL, &why);
    kn_pdf_text pages = {.text = {.allocator = source->allocator}};
    char *title = NULL;
    kn_extract extract;
    knap_status status;
    kn_extract_begin(&extract, source->allocator);
    kn_symbols_begin(&pages.outline, source->allocator);
    if (document)
        title = (lib->poppler_document_get_title)(document);
    pages.title = title && is_sensible(title) ? title : "";
    status = document ? read_pages(lib, source, document, &pages, error) : cannot_open(lib, source, why, error);
    if (!status) {
        kn_pdf_kinds(&pages);
        kn_pdf_blocks(&pages, &extract);
        extract.date = creation_day(lib, document);
        status = extract.failed ? kn_no_memory(error) : output->document(output->context, &extract, "", error);
    }
    if (document)
        (lib->g_object_unref)(document);
    (lib->g_bytes_unref)(bytes);
    (lib->g_log_remove_handler)("Poppler", handler);
    KN_RELEASE(source->allocator, pages.line);
    KN_RELEASE(source->allocator, pages.outline_level);
    kn_symbols_free(&pages.outline);
    kn_text_free(&pages.text);
    (lib->g_free)(title);
    kn_extract_free(&extract);
    return status;
}

knap_status kn_pdf_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    poppler lib;
    knap_status status = kn_library_load(source, KNAP_WITH_PDF, names, sizeof names / sizeof *names, &lib, error);
    return status ? status : read_document(&lib, source, output, error);
}

#else

knap_status kn_pdf_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    (void)output;
    return kn_left_out(source, "a PDF", "WITH_PDF", "libpoppler-glib-dev", error);
}

#endif
