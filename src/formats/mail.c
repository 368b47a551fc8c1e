/* mail.c - e-mail, by GMime: messages, mboxes and threads. Of each message the subject, the sender, the
 * date and the text are read; attachments are not. A thread is a text file of messages one after the other,
 * each with the header lines that people copy: From, Date or Sent, Subject or To. */
#include "formats/mail.h"
#include "formats/html.h"
#include "formats/library.h"
#include "formats/mail_body.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/decode.h"
#include "text/utf8.h"

#include <stdio.h>
#include <string.h>

enum { HEAD = 8192, DEEPEST = 20, MOST_MESSAGES = 1000000 };

/* ---- Recognising ---- */

enum { FIELD_FROM = 1, FIELD_DATE = 2, FIELD_SUBJECT = 4, FIELD_TRACE = 8, FIELD_TO = 16 };

static unsigned field_of(const char *line, size_t name)
{
    static const struct {
        const char *name;
        unsigned field;
    } known[] = {{"From", FIELD_FROM},          {"Date", FIELD_DATE},
                 {"Sent", FIELD_DATE},          {"Subject", FIELD_SUBJECT},
                 {"Message-ID", FIELD_TRACE},   {"Received", FIELD_TRACE},
                 {"Return-Path", FIELD_TRACE},  {"MIME-Version", FIELD_TRACE},
                 {"Delivered-To", FIELD_TRACE}, {"To", FIELD_TO}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == name && kn_ascii_same_start(line, known[i].name, name))
            return known[i].field;
    return 0;
}

/* A line "From address date" with a year or a time in it, as each message of an mbox begins. */
static bool is_mbox_line(const char *bytes, size_t length)
{
    const char *newline = length > 5 && memcmp(bytes, "From ", 5) == 0 ? memchr(bytes, '\n', length) : NULL;
    size_t end = newline ? (size_t)(newline - bytes) : 0, colons = 0;
    for (size_t i = 5; i < end; i++)
        colons += bytes[i] == ':';
    return newline && colons >= 2 && end < 200;
}

/* The fields of the header at the beginning, 0 if it is none. */
static unsigned header_fields(const char *bytes, size_t length)
{
    size_t head = length < HEAD ? length : HEAD, at = 0;
    unsigned fields = 0;
    if (is_mbox_line(bytes, head))
        at = (size_t)((const char *)memchr(bytes, '\n', head) - bytes) + 1;
    while (at < head) {
        const char *newline = memchr(bytes + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - bytes) : head, i = at;
        if (end == at || (end == at + 1 && bytes[at] == '\r'))
            break;
        while (i < end && (unsigned char)bytes[i] > ' ' && (unsigned char)bytes[i] < 0x7F && bytes[i] != ':')
            i++;
        if (bytes[at] != ' ' && bytes[at] != '\t') {
            if (i == end || bytes[i] != ':' || i == at)
                return 0;
            fields |= field_of(bytes + at, i - at);
        } else if (at == 0) {
            return 0;
        }
        at = end + 1;
    }
    return fields;
}

bool kn_mail_is(const char *name, const char *bytes, size_t length)
{
    unsigned fields = header_fields(bytes, length);
    (void)name;
    if (fields & FIELD_TRACE)
        return (fields & (FIELD_FROM | FIELD_DATE | FIELD_SUBJECT)) != 0;
    return (fields & FIELD_FROM) && (fields & FIELD_DATE) && (fields & (FIELD_SUBJECT | FIELD_TO));
}

#ifdef KNAP_WITH_MAIL

/* The length of the first message of a thread: up to the next line "From: ..." that begins a header. A message with
 * headers that no person copies goes to the end: what follows in it are its own parts. */
static size_t message_length(const char *bytes, size_t length)
{
    const char *end = bytes + length;
    if (header_fields(bytes, length) & FIELD_TRACE)
        return length;
    for (const char *line = memchr(bytes, '\n', length); line && ++line < end;
         line = memchr(line, '\n', (size_t)(end - line)))
        if (end - line > 5 && kn_ascii_same_start(line, "From:", 5) && kn_mail_is("", line, (size_t)(end - line)))
            return (size_t)(line - bytes);
    return length;
}

#include <gmime/gmime.h>

#define FUNCTIONS(X)                                                                                                   \
    X(g_mime_init)                                                                                                     \
    X(g_mime_stream_mem_new_with_buffer)                                                                               \
    X(g_mime_parser_new_with_stream)                                                                                   \
    X(g_mime_parser_set_format)                                                                                        \
    X(g_mime_parser_construct_message)                                                                                 \
    X(g_mime_parser_eos)                                                                                               \
    X(g_object_unref)                                                                                                  \
    X(g_mime_message_get_from) X(internet_address_list_length) X(internet_address_list_get_address)                    \
        X(internet_address_get_name) X(internet_address_mailbox_get_addr) X(internet_address_mailbox_get_type)         \
            X(g_mime_message_get_date) X(g_date_time_get_ymd) X(g_mime_message_get_subject)                            \
                X(g_mime_message_get_message_id) X(g_mime_message_get_mime_part)                                       \
                    X(g_mime_object_get_content_disposition) X(g_mime_content_disposition_is_attachment)               \
                        X(g_mime_multipart_get_type) X(g_mime_multipart_get_count) X(g_mime_multipart_get_part)        \
                            X(g_mime_object_get_content_type) X(g_mime_content_type_is_type)                           \
                                X(g_mime_text_part_get_type) X(g_mime_text_part_get_text) X(g_free)                    \
                                    X(g_type_check_instance_is_a) X(g_log_set_handler) X(g_log_remove_handler)

typedef struct gmime {
    FUNCTIONS(KN_FUNCTION_FIELD)
} gmime;
static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};

typedef struct reader {
    const gmime *lib;
    const kn_source *source;
    kn_extract extract;
    const char *sender;
    bool many; /* an mbox or a thread */
    size_t found;
} reader;

static bool is_a(const gmime *lib, void *object, GType type)
{
    return object && (lib->g_type_check_instance_is_a)(object, type);
}

/* ---- Parts ---- */

static knap_status add_text_part(reader *self, GMimeTextPart *part, bool html, knap_error *error)
{
    const gmime *lib = self->lib;
    char *text = (lib->g_mime_text_part_get_text)(part);
    kn_decoded decoded;
    knap_status status;
    if (!text)
        return KNAP_OK;
    status = kn_decode(self->source->name, text, strlen(text), NULL, self->source->allocator, &decoded, error);
    (lib->g_free)(text);
    if (status)
        return status;
    if (html) {
        kn_source page = {.name = self->source->name,
                          .bytes = decoded.mapped.text.bytes,
                          .length = decoded.mapped.text.length,
                          .allocator = self->source->allocator};
        if (page.length)
            status = kn_html_extract(&page, &self->extract, error);
    } else {
        kn_mail_body(&self->extract, decoded.mapped.text.bytes ? decoded.mapped.text.bytes : "",
                     decoded.mapped.text.length, self->sender);
    }
    kn_mapped_free(&decoded.mapped);
    return status;
}

static bool is_type(const gmime *lib, GMimeObject *part, const char *type, const char *subtype)
{
    return (lib->g_mime_content_type_is_type)((lib->g_mime_object_get_content_type)(part), type, subtype);
}

static knap_status add_part(reader *self, GMimeObject *part, int depth, knap_error *error);

/* Of alternatives the plain text, else the page, else the last that can be read. */
static knap_status add_alternative(reader *self, GMimeMultipart *parts, int depth, knap_error *error)
{
    const gmime *lib = self->lib;
    int count = (lib->g_mime_multipart_get_count)(parts), chosen = count - 1;
    for (int i = count; i-- > 0;)
        if (is_type(lib, (lib->g_mime_multipart_get_part)(parts, i), "text", "html"))
            chosen = i;
    for (int i = count; i-- > 0;)
        if (is_type(lib, (lib->g_mime_multipart_get_part)(parts, i), "text", "plain"))
            chosen = i;
    return chosen < 0 ? KNAP_OK : add_part(self, (lib->g_mime_multipart_get_part)(parts, chosen), depth + 1, error);
}

static knap_status add_part(reader *self, GMimeObject *part, int depth, knap_error *error)
{
    const gmime *lib = self->lib;
    GMimeContentDisposition *place = part ? (lib->g_mime_object_get_content_disposition)(part) : NULL;
    knap_status status = KNAP_OK;
    if (!part || depth > DEEPEST || (place && (lib->g_mime_content_disposition_is_attachment)(place)))
        return KNAP_OK;
    if (is_a(lib, part, (lib->g_mime_multipart_get_type)())) {
        GMimeMultipart *parts = (GMimeMultipart *)part;
        if (is_type(lib, part, "multipart", "alternative"))
            return add_alternative(self, parts, depth, error);
        for (int i = 0; !status && i < (lib->g_mime_multipart_get_count)(parts); i++)
            status = add_part(self, (lib->g_mime_multipart_get_part)(parts, i), depth + 1, error);
        return status;
    }
    if (is_a(lib, part, (lib->g_mime_text_part_get_type)()) &&
        (is_type(lib, part, "text", "plain") || is_type(lib, part, "text", "html")))
        return add_text_part(self, (GMimeTextPart *)part, is_type(lib, part, "text", "html"), error);
    return KNAP_OK;
}

/* ---- Messages ---- */

/* Where a subject goes on behind a mark that it begins with: "Re:", "Fwd:", the name of a list in brackets. NULL: it has none. */
static const char *skip_mark(const char *subject)
{
    static const char *const marks[] = {"re:", "fwd:", "fw:", "aw:", "wg:", "sv:"};
    const char *close = subject[0] == '[' ? strchr(subject, ']') : NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strlen(subject) >= strlen(marks[i]) && kn_ascii_same_start(subject, marks[i], strlen(marks[i])))
            return subject + strlen(marks[i]);
    return close && close[1] ? close + 1 : NULL;
}

/* The subject without such marks. */
static const char *plain_subject(const char *subject)
{
    const char *next;
    while (subject && (next = skip_mark(subject)) != NULL)
        subject = next + strspn(next, " ");
    return subject;
}

static void read_sender(reader *self, GMimeMessage *message)
{
    const gmime *lib = self->lib;
    InternetAddressList *from = (lib->g_mime_message_get_from)(message);
    InternetAddress *first =
        from && (lib->internet_address_list_length)(from) ? (lib->internet_address_list_get_address)(from, 0) : NULL;
    const char *name = first ? (lib->internet_address_get_name)(first) : NULL;
    if (!name && first && is_a(lib, first, (lib->internet_address_mailbox_get_type)()))
        name = (lib->internet_address_mailbox_get_addr)((InternetAddressMailbox *)first);
    self->sender = name && kn_utf8_all_valid(name, strlen(name)) ? name : NULL;
}

static uint32_t message_day(const gmime *lib, GMimeMessage *message)
{
    GDateTime *date = (lib->g_mime_message_get_date)(message);
    int year, month, day;
    if (!date)
        return 0;
    (lib->g_date_time_get_ymd)(date, &year, &month, &day);
    return year > 1900 ? (uint32_t)(year * 10000 + month * 100 + day) : 0;
}

static knap_status add_message(reader *self, GMimeMessage *message, const kn_output *output, knap_error *error)
{
    const gmime *lib = self->lib;
    const char *subject = plain_subject((lib->g_mime_message_get_subject)(message));
    const char *known = (lib->g_mime_message_get_message_id)(message);
    char id[256] = "";
    knap_status status;
    kn_extract_clear(&self->extract);
    read_sender(self, message);
    if (subject && kn_utf8_all_valid(subject, strlen(subject)))
        kn_extract_block(&self->extract, subject, strlen(subject), KNAP_BLOCK_HEADING, 1);
    status = add_part(self, (lib->g_mime_message_get_mime_part)(message), 0, error);
    self->extract.date = message_day(lib, message);
    self->found++;
    if (self->many && known && strlen(known) < sizeof id && kn_utf8_all_valid(known, strlen(known)))
        snprintf(id, sizeof id, "%s", known);
    else if (self->many)
        snprintf(id, sizeof id, "%zu", self->found);
    if (!status && self->extract.failed)
        status = kn_no_memory(error);
    return status ? status : output->document(output->context, &self->extract, id, error);
}

/* Warnings about damaged messages are dropped: the library does not print. */
static void ignore_warning(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer context)
{
    (void)domain, (void)level, (void)message, (void)context;
}

/* One message, or all of an mbox. */
static knap_status read_stream(reader *self, const char *bytes, size_t length, bool mbox, const kn_output *output,
                               knap_error *error)
{
    const gmime *lib = self->lib;
    GMimeStream *stream = (lib->g_mime_stream_mem_new_with_buffer)(bytes, length);
    GMimeParser *parser = (lib->g_mime_parser_new_with_stream)(stream);
    knap_status status = KNAP_OK;
    (lib->g_mime_parser_set_format)(parser, mbox ? GMIME_FORMAT_MBOX : GMIME_FORMAT_MESSAGE);
    do {
        GMimeMessage *message = (lib->g_mime_parser_construct_message)(parser, NULL);
        if (!message)
            break;
        status = add_message(self, message, output, error);
        (lib->g_object_unref)(message);
    } while (!status && mbox && self->found < MOST_MESSAGES && !(lib->g_mime_parser_eos)(parser));
    (lib->g_object_unref)(parser);
    (lib->g_object_unref)(stream);
    return status;
}

static knap_status read_messages(const gmime *lib, const kn_source *source, const kn_output *output, knap_error *error)
{
    guint handler = (lib->g_log_set_handler)("gmime", G_LOG_LEVEL_MASK, ignore_warning, NULL);
    bool mbox = is_mbox_line(source->bytes, source->length < HEAD ? source->length : HEAD);
    size_t first = mbox ? source->length : message_length(source->bytes, source->length);
    reader self = {.lib = lib, .source = source, .many = mbox || first < source->length};
    knap_status status = KNAP_OK;
    (lib->g_mime_init)();
    kn_extract_begin(&self.extract, source->allocator);
    for (size_t at = 0, length = first; !status && at < source->length && self.found < MOST_MESSAGES; at += length) {
        length = at == 0 ? first : message_length(source->bytes + at, source->length - at);
        status = read_stream(&self, source->bytes + at, length, mbox, output, error);
    }
    if (!status && self.found == 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "no message in it: it is damaged or cut short");
    kn_extract_free(&self.extract);
    (lib->g_log_remove_handler)("gmime", handler);
    return status;
}

knap_status kn_mail_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    gmime lib;
    knap_status status = kn_library_load(source, KNAP_WITH_MAIL, names, sizeof names / sizeof *names, &lib, error);
    return status ? status : read_messages(&lib, source, output, error);
}

#else

knap_status kn_mail_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    (void)output;
    return kn_left_out(source, "e-mail", "WITH_MAIL", "libgmime-3.0-dev", error);
}

#endif
