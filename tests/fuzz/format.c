/* format.c - bytes of a file in one format of src/formats -> text. The build sets the format: FUZZ_HEADER, FUZZ_IS, FUZZ_READ, its
 * row of the table (FUZZ_DECODED) and a name of a file (FUZZ_NAME). */
#include "fuzz.h"
#include "formats/formats.h"
#include FUZZ_HEADER
#include "base/memory.h"
#include "text/decode.h"
#include "text/utf8.h"

#include <string.h>
#ifdef FUZZ_KEEP
#include <dlfcn.h>
#endif

static const size_t MOST = 1 << 20; /* bytes that an archive may expand to */

#ifdef FUZZ_KEEP
/* Keeps a document of poppler open. Poppler makes its tables of characters with the first open document and frees them with the
 * last, which would take most of the time of a run. Without poppler nothing is kept, and the reader reports that. */
static void keep_open(void)
{
    static const char pdf[] = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count "
                              "0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
    void *library = dlopen(FUZZ_KEEP, RTLD_NOW | RTLD_GLOBAL);
    void *(*bytes)(const void *, size_t), *(*open)(void *, const char *, void *);
    if (!library)
        return;
    *(void **)&bytes = dlsym(library, "g_bytes_new_static");
    *(void **)&open = dlsym(library, "poppler_document_new_from_bytes");
    static void *kept; /* leaks are looked for: this one is reachable */
    kept = open(bytes(pdf, sizeof pdf - 1), NULL, NULL);
    CHECK(kept);
}
#endif

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    (void)count, (void)argument;
#ifdef FUZZ_KEEP
    keep_open();
#endif
    return 0;
}

/* The text is valid UTF-8 without control characters, and its paragraphs are in order, not empty, and hold all of it. */
static knap_status check_document(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    kn_structure structure = kn_extract_structure(extract);
    const char *text = extract->text.bytes ? extract->text.bytes : "";
    size_t length = extract->text.length, at = 0;
    (void)context, (void)error;
    CHECK(id && !extract->failed);
    CHECK(kn_utf8_all_valid(text, length));
    for (size_t i = 0; i < length; i++)
        CHECK((unsigned char)text[i] >= ' ' || text[i] == '\n');
    for (size_t i = 0; i < structure.blocks; i++) {
        const kn_block *block = &structure.block[i];
        CHECK(block->begin >= at && block->begin < block->end && block->end <= length);
        CHECK(kn_skip_space(text, at, block->begin) == block->begin);
        CHECK(!kn_is_space(kn_utf8_at(text, block->begin, block->end)));
        at = block->end;
    }
    CHECK(structure.blocks == 0 || kn_skip_space(text, at, length) == length);
    CHECK(structure.date == 0 || (structure.date % 100 >= 1 && structure.date % 100 <= 31 &&
                                  structure.date / 100 % 100 >= 1 && structure.date / 100 % 100 <= 12));
    return KNAP_OK;
}

static knap_status check_file(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    size_t *total = context;
    uint8_t sum = 0;
    (void)error;
    CHECK(name);
    for (size_t i = 0; i < length; i++)
        sum = (uint8_t)(sum + (uint8_t)bytes[i]); /* all bytes can be read */
    *total += length + (sum & 0);
    CHECK(*total <= MOST);
    return KNAP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    knap_error error = {0};
    kn_decoded decoded;
    size_t total = 0;
    kn_output output = {&total, check_document, check_file};
    kn_source source = {.name = FUZZ_NAME, .bytes = (const char *)bytes, .length = length, .most = MOST};
    if (length == 0 || length > 1 << 16)
        return 0;
    if (FUZZ_DECODED) {
        if (kn_decode(FUZZ_NAME, (const char *)bytes, length, NULL, NULL, &decoded, &error))
            return 0;
        source.bytes = decoded.mapped.text.bytes;
        source.length = decoded.mapped.text.length;
    }
    if (source.length && FUZZ_IS(FUZZ_NAME, source.bytes, source.length)) {
        knap_status status = FUZZ_READ(&source, &output, &error);
        CHECK_ERROR(status, &error);
    }
    if (FUZZ_DECODED)
        kn_mapped_free(&decoded.mapped);
    return 0;
}
