/* documents_test.c - clusters out of folders, files, streams, JSONL and the DUC layout; what is wrong with
 * them; and back. Fixtures are made in a folder of their own that is removed at the end. */
#include "text_check.h"

#include "io/inner.h"

static char root[256];

static const char *in_root(const char *name)
{
    static char path[8][600];
    static size_t turn;
    char *here = path[turn++ % 8];
    snprintf(here, sizeof path[0], "%s/%s", root, name);
    return here;
}

/* Makes a file and the folders on the way. */
static void put_bytes(const char *name, const char *bytes, size_t length)
{
    char path[600];
    FILE *file;
    snprintf(path, sizeof path, "%s", in_root(name));
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void put(const char *name, const char *text)
{
    put_bytes(name, text, strlen(text));
}

static void remove_below(const char *folder)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    assert_non_null(directory);
    while ((entry = readdir(directory)) != NULL) {
        char path[1024];
        struct stat about;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
        if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
            remove_below(path);
        else
            unlink(path);
    }
    closedir(directory);
    rmdir(folder);
}

static int make_root(void **state)
{
    const char *base = getenv("TMPDIR");
    (void)state;
    snprintf(root, sizeof root, "%s/knap-documents-XXXXXX", base ? base : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    (void)state;
    remove_below(root);
    return 0;
}

static knap_corpus *open_one(const char *path)
{
    knap_corpus *corpus = NULL;
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    return corpus;
}

/* "id documents references" for each cluster, separated by semicolons. */
static const char *shape(const knap_corpus *corpus)
{
    static char text[4096];
    text[0] = 0;
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, i);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %zu %zu", i ? "; " : "", cluster->id,
                 cluster->documents, cluster->references);
    }
    return text;
}

static size_t notes_of(const knap_corpus *corpus, knap_note_kind kind)
{
    size_t count, found = 0;
    const knap_note *note = knap_corpus_notes(corpus, &count);
    for (size_t i = 0; i < count; i++)
        found += note[i].kind == kind;
    return found;
}

static const char *text_of(const knap_corpus *corpus, size_t cluster, size_t document)
{
    return knap_document_text(knap_corpus_cluster(corpus, cluster)->document[document], NULL);
}

static void fails(const char *path, knap_status status, const char *message)
{
    knap_corpus *corpus = NULL;
    knap_error error = {0};
    assert_int_equal(knap_corpus_open(&path, 1, NULL, NULL, &corpus, &error), status);
    if (!strstr(error.message, message))
        fail_msg("'%s' is not in '%s: %s'", message, error.file, error.message);
}

/* ---- Layouts ---- */

static void folders_of_clusters(void **state)
{
    knap_corpus *corpus;
    (void)state;
    put("plain/b/docs/2.txt", "Two.");
    put("plain/b/docs/1.txt", "One.");
    put("plain/b/docs/10.txt", "Ten.");
    put("plain/b/docs/.hidden", "No.");
    put("plain/b/refs/A.txt", "All.");
    put("plain/a/docs/x.txt", "X.");
    put("plain/deep/c/docs/y.txt", "Y.");
    corpus = open_one(in_root("plain"));
    assert_string_equal(shape(corpus), "a 1 0; b 3 1; deep/c 1 0");
    assert_string_equal(text_of(corpus, 1, 0), "One.");
    assert_string_equal(text_of(corpus, 1, 1), "Ten."); /* strcmp's order: 1, 10, 2 */
    assert_string_equal(knap_document_name(knap_corpus_cluster(corpus, 1)->reference[0]),
                        in_root("plain/b/refs/A.txt"));
    knap_corpus_close(corpus);
    corpus = open_one(in_root("plain/b/")); /* one of them */
    assert_string_equal(shape(corpus), "b 3 1");
    knap_corpus_close(corpus);
    corpus = open_one(in_root("plain/b/docs")); /* just files */
    assert_string_equal(shape(corpus), "docs 3 0");
    knap_corpus_close(corpus);
}

static void files_are_one_cluster(void **state)
{
    const char *paths[2];
    knap_corpus *corpus = NULL;
    (void)state;
    put("files/first.txt", "First.");
    put("files/second", "Second.");
    paths[0] = in_root("files/first.txt");
    paths[1] = in_root("files/second");
    assert_ok(knap_corpus_open(paths, 2, NULL, NULL, &corpus, error));
    assert_string_equal(shape(corpus), "first 2 0");
    knap_corpus_close(corpus);
}

static void standard_input(void **state)
{
    knap_corpus_options options = {.input = tmpfile()};
    const char *path = "-";
    knap_corpus *corpus = NULL;
    (void)state;
    fputs("Some text. More text.", options.input);
    rewind(options.input);
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(shape(corpus), "stdin 1 0");
    knap_corpus_close(corpus);
    fclose(options.input);
    options.input = tmpfile();
    fputs("{\"id\": \"j\", \"documents\": [\"One.\"]}", options.input);
    rewind(options.input);
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(shape(corpus), "j 1 0");
    knap_corpus_close(corpus);
    fclose(options.input);
}

static void jsonl(void **state)
{
    knap_corpus *corpus;
    (void)state;
    put("c.jsonl", "\xEF\xBB\xBF{\"id\":\"a\",\"documents\":[\"One "
                   "\\u00e9.\",{\"text\":\"Two.\"}],\"references\":[\"R.\"]}\n\n"
                   "{\"id\":7,\"documents\":[\"x\",\"x\",\" \"]}\r\n{\n\"documents\":\n[\"y\"]}");
    corpus = open_one(in_root("c.jsonl"));
    assert_string_equal(shape(corpus), "a 2 1; 7 1 0; 3 1 0");
    assert_string_equal(text_of(corpus, 0, 0), "One é.");
    assert_string_equal(knap_document_id(knap_corpus_cluster(corpus, 2)->document[0]), "4.0001");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_DUPLICATE), 1);
    assert_int_equal(notes_of(corpus, KNAP_NOTE_EMPTY), 1);
    knap_corpus_close(corpus);
    put("lines/a.jsonl", "{\"id\":\"a\",\"documents\":[\"It\x92s.\",\"Two.\"]}");
    put("lines/b.jsonl", "{\"id\":\"b\",\"documents\":[\"x\"]}");
    corpus = open_one(in_root("lines"));
    assert_string_equal(shape(corpus), "a 2 0; b 1 0");
    assert_string_equal(text_of(corpus, 0, 0), "It’s.");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_ENCODING), 1);
    knap_corpus_close(corpus);
    /* a bad file in a folder of them is skipped as a whole, with a note; the others are read */
    put("some/a.jsonl", "{\"id\":\"a\",\"documents\":[\"x\"]}");
    put("some/b.jsonl", "{\"id\":\"b\",\"documents\":[\"y\"]}\n{\"id\":\"c\",\"documents\":[\"z\"");
    put("some/d.jsonl", "{\"id\":\"d\",\"documents\":[\"w\"]}");
    corpus = open_one(in_root("some"));
    assert_string_equal(shape(corpus), "a 1 0; d 1 0");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_UNREADABLE), 1);
    knap_corpus_close(corpus);
    put("none/a.jsonl", "{\"documents\":[3]}");
    fails(in_root("none"), KNAP_BAD_INPUT, "document 1 is not a string");
    put("bad1.jsonl", "{\"documents\":[\"a\"]}\n{\"documents\":[\"a\"\n");
    fails(in_root("bad1.jsonl"), KNAP_BAD_INPUT, "not JSON");
    put("bad2.jsonl", "{\"documents\":[3]}");
    fails(in_root("bad2.jsonl"), KNAP_BAD_INPUT, "document 1 is not a string");
    put("bad3.jsonl", "{\"items\":[]}");
    fails(in_root("bad3.jsonl"), KNAP_BAD_INPUT, "\"documents\"");
    put("bad4.jsonl", "{\"documents\":[\"a\"]}\n{\"documents\":[\"\"]}");
    fails(in_root("bad4.jsonl"), KNAP_BAD_INPUT, "no document with any text");
    put("bad5.jsonl", "");
    fails(in_root("bad5.jsonl"), KNAP_BAD_INPUT, "no documents");
}

/* ---- DUC ---- */

static const char apw[] = "<DOC>\n<DOCNO> APW20991016.0240 </DOCNO>\n<DOCTYPE> NEWS STORY </DOCTYPE>\n"
                          "<HEADER>\ncx1f  w1998 &Cx1f;\n</HEADER>\n<BODY>\n<SLUG> BC-Averill-Ferries </SLUG>\n"
                          "<HEADLINE>\nFerry chief turns down talks\n</HEADLINE>\n<TEXT>\n"
                          "   PORT AVERILL, Gannet (CNS) _ Ferry chief Warren Stroud on Monday\n"
                          "turned away the union's plan for new crews, AT&AMP;T said &lt;today&gt;\n"
                          "and the &quot;U.S. Gen. Smith&quot; agreed with caf&#233; owners over the issue.\n"
                          "<ANNOTATION> (PROFILE (WS SL:BC-x; CT:i;)) </ANNOTATION>\n"
                          "   ``We won,'' he said.   1 < 2 &c.\n"
                          "</TEXT>\n<TRAILER>\nAP-NY-10-16-98 0912EDT\n</TRAILER>\n</BODY>\n</DOC>\n";

static void sgml_documents(void **state)
{
    knap_corpus *corpus;
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count;
    char text[512];
    (void)state;
    put("apw", apw);
    corpus = open_one(in_root("apw"));
    document = knap_corpus_cluster(corpus, 0)->document[0];
    assert_string_equal(knap_document_id(document), "APW20991016.0240");
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 3);
    knap_sentence_text(document, &sentence[0], text, sizeof text);
    assert_string_equal(text,
                        "Ferry chief Warren Stroud on Monday turned away the union's plan for new crews, AT&T said "
                        "<today> and the \"U.S. Gen. Smith\" agreed with café owners over the issue.");
    assert_memory_equal(apw + sentence[0].source_begin, "PORT AVERI", 10);
    assert_memory_equal(apw + sentence[0].source_end - 6, "issue.", 6);
    knap_sentence_text(document, &sentence[1], text, sizeof text);
    assert_string_equal(text, "``We won,'' he said.");
    assert_memory_equal(apw + sentence[1].source_begin, "``We won,'' he said.", 20);
    assert_int_equal(sentence[1].source_end - sentence[1].source_begin, 20);
    knap_sentences_free(split);
    knap_language_close(language);
    knap_corpus_close(corpus);
}

static void sgml_that_is_not_well_formed(void **state)
{
    knap_corpus *corpus;
    (void)state;
    /* Several documents a file, tags in lower case, unclosed elements, paragraphs. */
    put("trec", "<doc>\n<docno>A-1</docno><text><p>One.<p>Two.<F P=105>never closed</text></doc>"
                "<DOC><DOCNO>A-2</DOCNO><LP>Lead.</LP><TEXT>Rest <!-- hidden -->here.");
    corpus = open_one(in_root("trec"));
    assert_string_equal(shape(corpus), "trec 2 0");
    assert_string_equal(text_of(corpus, 0, 0), "\n\nOne.\n\nTwo.never closed");
    assert_string_equal(text_of(corpus, 0, 1), "Lead.\n\nRest here.");
    knap_corpus_close(corpus);
    put("aquaint", "<?xml version=\"1.0\"?>\n<DOC id=\"APW_ENG_20050101.0001\" type=\"story\" >\n<HEADLINE>\nNot this\n"
                   "</HEADLINE>\n<DATELINE>\nROME\n</DATELINE>\n<TEXT>\n<P>\nThe pope spoke.\n</P>\n</TEXT>\n</DOC>\n");
    corpus = open_one(in_root("aquaint"));
    assert_string_equal(knap_document_id(knap_corpus_cluster(corpus, 0)->document[0]), "APW_ENG_20050101.0001");
    assert_string_equal(text_of(corpus, 0, 0), "\n\n\n\nThe pope spoke.\n\n\n\n");
    knap_corpus_close(corpus);
    put("fbis", "<DOC><TEXT>\nLanguage: <F P=105> Spanish </F>\nArticle Type:BFN\n\n [Text] Quito won.</TEXT></DOC>");
    corpus = open_one(in_root("fbis"));
    assert_string_equal(text_of(corpus, 0, 0), " Quito won.");
    knap_corpus_close(corpus);
    put("untitled", "<DOC><DOCNO>1</DOCNO><HEADLINE>Only this</HEADLINE></DOC>");
    fails(in_root("untitled"), KNAP_BAD_INPUT, "no document with any text");
}

static void duc_layout(void **state)
{
    knap_corpus *corpus;
    knap_corpus_options options = {.models_length = 100};
    const char *path;
    (void)state;
    put("duc/docs/d30001t/APW1", "<DOC><TEXT>One.</TEXT></DOC>");
    put("duc/docs/d30001t/APW2", "<DOC><TEXT>Two.</TEXT></DOC>");
    put("duc/docs/d30002t/APW1", "<DOC><TEXT>Three.</TEXT></DOC>");
    put("duc/docs/d30003t/APW1", "<DOC><TEXT>Four.</TEXT></DOC>");
    put("duc/models/D30001.M.100.T.A", "Ref A.");
    put("duc/models/D30001.M.100.T.B", "Ref B.");
    put("duc/models/D30002.M.100.T.C", "<SUM TYPE=\"PERDOCSET\"\nSIZE=\"100\">\nRef C.</SUM>");
    put("duc/models/D30002.M.050.T.C", "Short.");
    put("duc/models/README", "About these.");
    put("duc/peers/D30001.M.100.T.17", "A system's.");
    path = in_root("duc");
    corpus = open_one(path);
    assert_string_equal(shape(corpus), "d30001t 2 2; d30002t 1 2; d30003t 1 0");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_UNMATCHED), 1);
    knap_corpus_close(corpus);
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(shape(corpus), "d30001t 2 2; d30002t 1 1; d30003t 1 0");
    assert_string_equal(knap_document_text(knap_corpus_cluster(corpus, 1)->reference[0], NULL), "\nRef C.");
    knap_corpus_close(corpus);
    corpus = open_one(in_root("duc/docs")); /* models stand beside */
    assert_string_equal(shape(corpus), "d30001t 2 2; d30002t 1 2; d30003t 1 0");
    knap_corpus_close(corpus);
    options.models = in_root("duc/models");
    options.models_length = 0;
    path = in_root("duc/docs/d30001t");
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(shape(corpus), "d30001t 2 2");
    knap_corpus_close(corpus);
    /* TAC: two sets a topic. */
    put("tac/D0801A/D0801A-A/X1", "<DOC><TEXT>A.</TEXT></DOC>");
    put("tac/D0801A/D0801A-B/X2", "<DOC><TEXT>B.</TEXT></DOC>");
    put("tac/models/D0801-A.M.100.A.D", "Ref.");
    put("tac/models/D0801-B.M.100.A.D", "Ref.");
    corpus = open_one(in_root("tac"));
    assert_string_equal(shape(corpus), "D0801A/D0801A-A 1 1; D0801A/D0801A-B 1 1");
    knap_corpus_close(corpus);
}

/* ---- What is wrong with input ---- */

static void bad_input(void **state)
{
    knap_corpus *corpus;
    (void)state;
    fails(in_root("nowhere"), KNAP_IO, "cannot open");
    put("file", "x");
    fails(in_root("file/below"), KNAP_IO, "cannot open");
    put("empty/.keep", "");
    fails(in_root("empty"), KNAP_BAD_INPUT, "no documents in this folder");
    put("hollow/docs/a.txt", " \n");
    fails(in_root("hollow"), KNAP_BAD_INPUT, "no document with any text");
    put("nothing.txt", "");
    fails(in_root("nothing.txt"), KNAP_BAD_INPUT, "no document with any text");
    put_bytes("binary/docs/a.png", "\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16);
    fails(in_root("binary"), KNAP_BAD_INPUT, "not a text file");
    put("word.txt", "word");
    corpus = open_one(in_root("word.txt"));
    assert_string_equal(shape(corpus), "word 1 0");
    knap_corpus_close(corpus);
    put("mixed/docs/a.txt", "Text.");
    put("mixed/docs/b.txt", "");
    corpus = open_one(in_root("mixed"));
    assert_string_equal(shape(corpus), "mixed 1 0");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_EMPTY), 1);
    knap_corpus_close(corpus);
    put("stray/c/docs/a.txt", "Text.");
    put("stray/README", "Read me.");
    corpus = open_one(in_root("stray"));
    assert_int_equal(notes_of(corpus, KNAP_NOTE_IGNORED), 1);
    knap_corpus_close(corpus);
    if (geteuid() != 0) { /* root reads everything */
        put("secret.txt", "x");
        chmod(in_root("secret.txt"), 0);
        fails(in_root("secret.txt"), KNAP_IO, "cannot open");
    }
}

static void a_file_of_100_megabytes(void **state)
{
    size_t size = 100u << 20, length;
    char *bytes = malloc(size);
    knap_corpus *corpus;
    (void)state;
    assert_non_null(bytes);
    memset(bytes, 'x', size);
    put_bytes("long.txt", bytes, size);
    free(bytes);
    corpus = open_one(in_root("long.txt"));
    knap_document_text(knap_corpus_cluster(corpus, 0)->document[0], &length);
    assert_int_equal(length, size);
    knap_corpus_close(corpus);
    unlink(in_root("long.txt"));
}

static void duplicates_count_once(void **state)
{
    knap_corpus *corpus;
    const knap_note *note;
    size_t count;
    (void)state;
    put("twins/docs/a.txt", "The same  text.\n");
    put("twins/docs/b.txt", "The same\r\ntext.");
    put("twins/docs/c.txt", "The same text");
    corpus = open_one(in_root("twins"));
    assert_string_equal(shape(corpus), "twins 2 0");
    note = knap_corpus_notes(corpus, &count);
    assert_int_equal(count, 1);
    assert_int_equal(note[0].kind, KNAP_NOTE_DUPLICATE);
    assert_string_equal(note[0].file, in_root("twins/docs/b.txt"));
    assert_non_null(strstr(note[0].message, "a.txt"));
    knap_corpus_close(corpus);
}

/* Two documents that agree in `same` characters and differ in `other` after them: how many count. */
static size_t openings(size_t same, size_t other)
{
    char text[20000];
    knap_corpus *corpus;
    size_t count;
    memset(text, 'x', same);
    for (size_t i = 9; i < same; i += 10)
        text[i] = ' '; /* nine of ten characters count */
    for (int twin = 0; twin < 2; twin++) {
        memset(text + same, twin ? 'y' : 'z', other);
        text[same + other] = 0;
        put(twin ? "opening/docs/b.txt" : "opening/docs/a.txt", text);
    }
    corpus = open_one(in_root("opening"));
    count = knap_corpus_cluster(corpus, 0)->documents;
    assert_int_equal(notes_of(corpus, KNAP_NOTE_DUPLICATE), 2 - count);
    knap_corpus_close(corpus);
    return count;
}

static void the_same_opening_counts_once(void **state)
{
    (void)state;
    assert_int_equal(openings(500, 1), 1);
    assert_int_equal(openings(500, 3000), 1);
    assert_int_equal(openings(500, 9000), 2); /* a letterhead */
    assert_int_equal(openings(3000, 9000), 1);
    assert_int_equal(openings(430, 1), 2); /* 387 characters */
}

static void encodings(void **state)
{
    knap_corpus *corpus = NULL;
    knap_corpus_options options = {.encoding = "iso-8859-7"};
    const char *path;
    (void)state;
    put("latin.txt", "It\x92s \xA3"
                     "6.");
    path = in_root("latin.txt");
    corpus = open_one(path);
    assert_string_equal(text_of(corpus, 0, 0), "It’s £6.");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_ENCODING), 1);
    knap_corpus_close(corpus);
    put("greek.txt", "\xE1\xE2.");
    path = in_root("greek.txt");
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(text_of(corpus, 0, 0), "αβ.");
    assert_int_equal(notes_of(corpus, KNAP_NOTE_ENCODING), 0);
    knap_corpus_close(corpus);
}

/* Offsets go through both the code page and the markup. */
static void offsets_in_latin1_sgml(void **state)
{
    static const char bytes[] = "<DOC><TEXT>\xC9t\xE9 &amp; <P>hiver. Caf\xE9 ferm\xE9.</TEXT></DOC>";
    knap_corpus *corpus;
    knap_language *language;
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count;
    (void)state;
    put("latin.sgml", bytes);
    corpus = open_one(in_root("latin.sgml"));
    document = knap_corpus_cluster(corpus, 0)->document[0];
    assert_ok(knap_language_open("fr", NULL, &language, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_int_equal(count, 3);
    assert_int_equal(sentence[0].source_end - sentence[0].source_begin, 9);
    assert_memory_equal(bytes + sentence[0].source_begin, "\xC9t\xE9 &amp;", 9);
    assert_memory_equal(bytes + sentence[2].source_begin, "Caf\xE9 ferm\xE9.", 11);
    knap_sentences_free(split);
    knap_language_close(language);
    knap_corpus_close(corpus);
}

/* ---- Writing ---- */

static void same_corpus(const knap_corpus *a, const knap_corpus *b)
{
    assert_int_equal(knap_corpus_clusters(a), knap_corpus_clusters(b));
    for (size_t i = 0; i < knap_corpus_clusters(a); i++) {
        const knap_cluster *x = knap_corpus_cluster(a, i), *y = knap_corpus_cluster(b, i);
        assert_string_equal(x->id, y->id);
        assert_int_equal(x->documents, y->documents);
        assert_int_equal(x->references, y->references);
        for (size_t j = 0; j < x->documents; j++)
            assert_string_equal(knap_document_text(x->document[j], NULL), knap_document_text(y->document[j], NULL));
        for (size_t j = 0; j < x->references; j++)
            assert_string_equal(knap_document_text(x->reference[j], NULL), knap_document_text(y->reference[j], NULL));
    }
}

static void there_and_back(const char *from, const char *name)
{
    knap_corpus *corpus = open_one(from), *lines, *folders;
    char path[600];
    snprintf(path, sizeof path, "%s.jsonl", in_root(name));
    assert_ok(knap_corpus_save_jsonl(corpus, path, error));
    lines = open_one(path);
    same_corpus(corpus, lines);
    snprintf(path, sizeof path, "%s.folder/new", in_root(name));
    assert_ok(knap_corpus_save_folder(lines, path, error));
    folders = open_one(path);
    same_corpus(corpus, folders);
    knap_corpus_close(folders);
    snprintf(path, sizeof path, "%s.folder2", in_root(name));
    assert_ok(knap_corpus_save_folder(corpus, path, error));
    folders = open_one(path);
    same_corpus(corpus, folders);
    knap_corpus_close(folders);
    knap_corpus_close(lines);
    knap_corpus_close(corpus);
}

static void conversion_keeps_everything(void **state)
{
    knap_corpus *corpus;
    knap_error error;
    (void)state;
    put("odd/one/docs/z \"q\" \\.txt", "Control \x01, tab\t, quote \", backslash \\ and é.");
    put("odd/one/docs/a.txt", "A.");
    put("odd/one/refs/A.txt", "R.");
    put("odd/two/docs/b.txt", "B.");
    there_and_back(in_root("odd"), "out");
    corpus = open_one(in_root("odd"));
    assert_int_equal(knap_corpus_save_jsonl(corpus, in_root("no/such/folder.jsonl"), &error), KNAP_IO);
    assert_int_equal(knap_corpus_save_folder(corpus, in_root("odd/one/docs/a.txt"), &error), KNAP_IO);
    knap_corpus_close(corpus);
}

/* ---- Shared data ---- */

static void load_shared(const char *folder, const char *language, size_t clusters, size_t documents, size_t references,
                        size_t duplicates, size_t recoded)
{
    char path[256];
    knap_corpus *corpus;
    size_t found_documents = 0, found_references = 0, notes;
    snprintf(path, sizeof path, SHARED_DATA "%s", folder);
    corpus = open_one(path);
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++) {
        assert_string_equal(knap_cluster_language(knap_corpus_cluster(corpus, i)), language);
        found_documents += knap_corpus_cluster(corpus, i)->documents;
        found_references += knap_corpus_cluster(corpus, i)->references;
    }
    assert_int_equal(knap_corpus_clusters(corpus), clusters);
    assert_int_equal(found_documents, documents);
    if (references)
        assert_int_equal(found_references, references);
    knap_corpus_notes(corpus, &notes);
    assert_int_equal(notes_of(corpus, KNAP_NOTE_DUPLICATE), duplicates);
    assert_int_equal(notes_of(corpus, KNAP_NOTE_ENCODING), recoded);
    assert_int_equal(notes, duplicates + recoded);
    knap_corpus_close(corpus);
}

/* The duplicates and the files that are not UTF-8 were counted with cmp and iconv: every note is true. */
static void shared_data_loads(void **state)
{
    (void)state;
    need_shared_data();
    load_shared("multiling2011/english", "en", 10, 100, 30, 0, 0);
    load_shared("multiling2011/french", "fr", 10, 100, 0, 0, 0);
    load_shared("multiling2011/czech", "cs", 10, 100, 30, 0, 1);
    load_shared("multiling2011/greek", "el", 10, 100, 30, 0, 0);
    load_shared("multiling2011/hindi", "hi", 10, 99, 30, 1, 0);
    load_shared("multiling2011/arabic", "ar", 10, 100, 30, 0, 0);
    load_shared("multiling2011/hebrew", "he", 10, 100, 30, 0, 0);
    load_shared("opinosis", "en", 51, 51, 0, 0, 17);
    load_shared("fewsum", "en", 160, 1279, 480, 1, 0);
}

static void shared_data_converts(void **state)
{
    (void)state;
    need_shared_data();
    there_and_back(SHARED_DATA "multiling2011/czech", "czech");
    there_and_back(SHARED_DATA "opinosis", "opinosis");
}

static knap_status read_and_write(const knap_allocator *allocator)
{
    static char paths[3][600];
    const char *path[] = {paths[0], paths[1], paths[2]};
    knap_corpus *corpus;
    knap_error error;
    knap_status status;
    snprintf(paths[0], sizeof paths[0], "%s", in_root("duc"));
    snprintf(paths[1], sizeof paths[1], "%s", in_root("c.jsonl"));
    snprintf(paths[2], sizeof paths[2], "%s", in_root("apw"));
    status = knap_corpus_open(path, 3, NULL, allocator, &corpus, &error);
    if (status != KNAP_OK)
        return status;
    status = knap_corpus_save_jsonl(corpus, in_root("failing.jsonl"), &error);
    if (status == KNAP_OK)
        status = knap_corpus_save_folder(corpus, in_root("failing"), &error);
    knap_corpus_close(corpus);
    return status;
}

static void failing_allocations(void **state)
{
    (void)state;
    assert_true(fail_each_allocation(read_and_write) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders_of_clusters),
                                       cmocka_unit_test(files_are_one_cluster),
                                       cmocka_unit_test(standard_input),
                                       cmocka_unit_test(jsonl),
                                       cmocka_unit_test(sgml_documents),
                                       cmocka_unit_test(sgml_that_is_not_well_formed),
                                       cmocka_unit_test(duc_layout),
                                       cmocka_unit_test(bad_input),
                                       cmocka_unit_test(a_file_of_100_megabytes),
                                       cmocka_unit_test(duplicates_count_once),
                                       cmocka_unit_test(the_same_opening_counts_once),
                                       cmocka_unit_test(encodings),
                                       cmocka_unit_test(offsets_in_latin1_sgml),
                                       cmocka_unit_test(conversion_keeps_everything),
                                       cmocka_unit_test(shared_data_loads),
                                       cmocka_unit_test(shared_data_converts),
                                       cmocka_unit_test(failing_allocations)};
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
