/* archive.c - compressed files and archives, by libarchive. Only built-in filters are used, no external
 * programs; the expanded size is bounded. */
#include "formats/archive.h"
#include "formats/library.h"
#include "formats/name.h"
#include "base/error.h"

#include <string.h>

bool kn_archive_is(const char *name, const char *bytes, size_t length)
{
    static const struct {
        const char *bytes;
        size_t length, at;
    } magic[] = {{"\x1F\x8B\x08", 3, 0},
                 {"\x28\xB5\x2F\xFD", 4, 0},
                 {"\xFD"
                  "7zXZ\0",
                  6, 0},
                 {"BZh", 3, 0},
                 {"PK\3\4", 4, 0},
                 {"PK\5\6", 4, 0},
                 {"ustar", 5, 257}};
    (void)name;
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        if (length >= magic[i].at + magic[i].length + 4 &&
            memcmp(bytes + magic[i].at, magic[i].bytes, magic[i].length) == 0)
            return magic[i].bytes[0] != 'B' || (bytes[3] >= '1' && bytes[3] <= '9' && bytes[4] == '1');
    return false;
}

#ifdef KNAP_WITH_OFFICE
#include <archive.h>
#include <archive_entry.h>

#define FUNCTIONS(X)                                                                                                   \
    X(archive_read_new)                                                                                                \
    X(archive_read_support_filter_gzip)                                                                                \
    X(archive_read_support_filter_bzip2)                                                                               \
    X(archive_read_support_filter_xz)                                                                                  \
    X(archive_read_support_filter_zstd) X(archive_read_support_format_zip) X(archive_read_support_format_tar)          \
        X(archive_read_support_format_raw) X(archive_read_support_format_empty) X(archive_read_open_memory)            \
            X(archive_error_string) X(archive_format) X(archive_entry_pathname_utf8) X(archive_entry_pathname)         \
                X(archive_read_data) X(archive_read_next_header) X(archive_entry_filetype) X(archive_read_free)

typedef struct functions {
    FUNCTIONS(KN_FUNCTION_FIELD)
} functions;
static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};

enum { MOST_ENTRIES = 20000, PIECE = 1 << 16 };

static struct archive *open_archive(const functions *lib, const kn_source *source)
{
    struct archive *archive = lib->archive_read_new();
    if (!archive)
        return NULL;
    lib->archive_read_support_filter_gzip(archive);
    lib->archive_read_support_filter_bzip2(archive);
    lib->archive_read_support_filter_xz(archive);
    lib->archive_read_support_filter_zstd(archive);
    lib->archive_read_support_format_zip(archive);
    lib->archive_read_support_format_tar(archive);
    lib->archive_read_support_format_raw(archive);
    lib->archive_read_support_format_empty(archive);
    lib->archive_read_open_memory(archive, source->bytes,
                                  source->length); /* errors are reported with the first header */
    return archive;
}

static knap_status damaged(const functions *lib, const kn_source *source, struct archive *archive, knap_error *error)
{
    const char *why = lib->archive_error_string(archive);
    return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "cannot unpack this file: %s",
                      why ? why : "it is damaged or cut short");
}

/* Hidden files and files that operating systems add. */
static bool is_hidden(const char *name)
{
    const char *slash = strrchr(name, '/');
    return (slash ? slash[1] : name[0]) == '.' || strncmp(name, "__MACOSX/", 9) == 0;
}

static const char *entry_name(const functions *lib, struct archive *archive, struct archive_entry *entry)
{
    const char *name = lib->archive_entry_pathname_utf8(entry);
    if (lib->archive_format(archive) == ARCHIVE_FORMAT_RAW)
        return "";
    name = name ? name : lib->archive_entry_pathname(entry);
    return name ? name : "unnamed";
}

/* Appends the bytes of the open entry to `bytes`, at most `left` of them. */
static knap_status read_entry(const functions *lib, const kn_source *source, struct archive *archive, size_t left,
                              kn_text *bytes, knap_error *error)
{
    for (;;) {
        la_ssize_t got;
        if (!kn_text_room(bytes, PIECE))
            return kn_no_memory(error);
        got = lib->archive_read_data(archive, bytes->bytes + bytes->length, PIECE);
        if (got < 0)
            return damaged(lib, source, archive, error);
        bytes->length += (size_t)got;
        bytes->bytes[bytes->length] = 0;
        if (bytes->length > left)
            return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                              "unpacked it has more than %zu bytes: unpack it by hand if that is right", source->most);
        if (got == 0)
            return KNAP_OK;
    }
}

static knap_status walk(const functions *lib, const kn_source *source, bool (*wanted)(const char *name),
                        kn_entry_fn visit, void *context, knap_error *error)
{
    struct archive *archive = open_archive(lib, source);
    struct archive_entry *entry;
    kn_text bytes = {.allocator = source->allocator};
    size_t left = source->most, entries = 0;
    knap_status status = archive ? KNAP_OK : kn_no_memory(error);
    while (!status) {
        int got = lib->archive_read_next_header(archive, &entry);
        const char *name;
        if (got == ARCHIVE_EOF)
            break;
        if (got != ARCHIVE_OK && got != ARCHIVE_WARN) {
            status = damaged(lib, source, archive, error);
            break;
        }
        name = entry_name(lib, archive, entry);
        if (++entries > MOST_ENTRIES)
            status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "more than %d files in it", MOST_ENTRIES);
        if (status || lib->archive_entry_filetype(entry) == AE_IFDIR ||
            (wanted ? !wanted(name) : name[0] && is_hidden(name)))
            continue;
        bytes.length = 0;
        status = read_entry(lib, source, archive, left, &bytes, error);
        if (!status) {
            left -= bytes.length;
            status = visit(context, name, bytes.bytes, bytes.length, error);
        }
    }
    if (archive)
        lib->archive_read_free(archive);
    kn_text_free(&bytes);
    return status;
}

knap_status kn_archive_walk(const kn_source *source, bool (*wanted)(const char *name), kn_entry_fn visit, void *context,
                            knap_error *error)
{
    functions lib;
    knap_status status = kn_library_load(source, KNAP_WITH_OFFICE, names, sizeof names / sizeof *names, &lib, error);
    return status ? status : walk(&lib, source, wanted, visit, context, error);
}

#else

knap_status kn_archive_walk(const kn_source *source, bool (*wanted)(const char *name), kn_entry_fn visit, void *context,
                            knap_error *error)
{
    (void)wanted;
    (void)visit;
    (void)context;
    return kn_left_out(source, "a compressed or office file", "WITH_OFFICE", "libarchive-dev", error);
}

#endif

static knap_status give_file(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    const kn_output *output = context;
    return output->file(output->context, name, bytes, length, error);
}

knap_status kn_archive_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    kn_output copy = *output;
    return kn_archive_walk(source, NULL, give_file, &copy, error);
}
