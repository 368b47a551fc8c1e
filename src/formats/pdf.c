/* pdf.c - PDF, by poppler: the lines of each page with their places. pdf_lines.c makes paragraphs of them. */
#include "formats/pdf.h"
#include "formats/library.h"
#include "formats/name.h"
#include "formats/pdf_lines.h"
#include "base/error.h"
#include "text/utf8.h"

#include <string.h>

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
    X(poppler_page_get_text_layout) X(poppler_document_get_creation_date_time) X(poppler_error_quark)                  \
        X(g_bytes_new_static) X(g_bytes_unref) X(g_object_unref) X(g_free) X(g_error_free) X(g_error_matches)          \
            X(g_date_time_get_ymd) X(g_date_time_unref) X(g_log_set_handler) X(g_log_remove_handler)

typedef struct poppler {
    FUNCTIONS(KN_FUNCTION_FIELD)
} poppler;
static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};

enum { MOST_PAGES = 20000 };

static bool add_line(kn_pdf_text *pages, const kn_pdf_line *line)
{
    kn_pdf_line *grown = kn_grow(pages->text.allocator, pages->line, &pages->capacity, pages->lines + 1, sizeof *grown);
    if (!grown)
        return false;
    pages->line = grown;
    grown[pages->lines++] = *line;
    return true;
}

static void widen(kn_pdf_line *line, const PopplerRectangle *box, size_t *letters)
{
    double top = box->y1 < box->y2 ? box->y1 : box->y2, bottom = box->y1 < box->y2 ? box->y2 : box->y1;
    if (*letters == 0) {
        *line = (kn_pdf_line){
            .x1 = box->x1, .x2 = box->x2, .y1 = top, .y2 = bottom, .begin = line->begin, .page = line->page};
    } else {
        line->x1 = box->x1 < line->x1 ? box->x1 : line->x1;
        line->x2 = box->x2 > line->x2 ? box->x2 : line->x2;
        line->y1 = top < line->y1 ? top : line->y1;
        line->y2 = bottom > line->y2 ? bottom : line->y2;
    }
    line->height = (line->height * (double)*letters + bottom - top) / (double)(*letters + 1);
    ++*letters;
}

/* The lines of a page. `box` has one entry per character of the text. */
static bool add_lines(kn_pdf_text *pages, const char *text, const PopplerRectangle *box, guint boxes, size_t number)
{
    size_t letters = 0;
    kn_pdf_line line = {.begin = pages->text.length, .page = number};
    guint character = 0;
    size_t length = strlen(text);
    for (size_t here = 0, next = 0;; here = next, character++) {
        const char *at = text + here;
        if (*at == '\n' || *at == 0) {
            next = here + 1;
            line.end = pages->text.length;
            if (letters && !add_line(pages, &line))
                return false;
            letters = 0;
            line.begin = pages->text.length;
            if (*at == 0)
                break;
            continue;
        }
        kn_utf8_next(text, &next, length);
        if (character < boxes && *at != ' ')
            widen(&line, &box[character], &letters);
        if (letters || *at != ' ')
            kn_text_add(&pages->text, at, next - here);
    }
    return !pages->text.failed;
}

static bool add_page(const poppler *lib, kn_pdf_text *pages, PopplerPage *page, size_t number)
{
    char *text = (lib->poppler_page_get_text)(page);
    PopplerRectangle *box = NULL;
    guint boxes = 0;
    bool good = true;
    if (text && kn_utf8_all_valid(text, strlen(text)) && (lib->poppler_page_get_text_layout)(page, &box, &boxes))
        good = add_lines(pages, text, box, boxes, number);
    (lib->g_free)(text);
    (lib->g_free)(box);
    return good;
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
    return kn_pdf_drop_heads(pages) && kn_pdf_order(pages) ? KNAP_OK : kn_no_memory(error);
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
    kn_extract extract;
    knap_status status;
    kn_extract_begin(&extract, source->allocator);
    status = document ? read_pages(lib, source, document, &pages, error) : cannot_open(lib, source, why, error);
    if (!status) {
        kn_pdf_paragraphs(&pages, &extract);
        extract.date = creation_day(lib, document);
        status = extract.failed ? kn_no_memory(error) : output->document(output->context, &extract, "", error);
    }
    if (document)
        (lib->g_object_unref)(document);
    (lib->g_bytes_unref)(bytes);
    (lib->g_log_remove_handler)("Poppler", handler);
    kn_free(source->allocator, pages.line, pages.capacity, sizeof *pages.line);
    kn_text_free(&pages.text);
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
