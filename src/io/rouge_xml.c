/* rouge_xml.c - ROUGE-1.5.5's XML configuration, read with libxml2.
 *
 *     <EVAL ID="1"> <PEER-ROOT>..</> <MODEL-ROOT>..</> <INPUT-FORMAT TYPE="SPL"/>
 *                   <PEERS><P ID="A">file</P>..</PEERS> <MODELS><M ID="1">file</M>..</MODELS> </EVAL>
 *
 * Element names are compared without regard to case and may come in any order, as for the script. */
#include "io/rouge_check.h"

#include "base/error.h"
#include "base/library.h"
#include "base/memory.h"
#include "rouge/file.h"
#include "base/ascii.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* libxml2 is loaded when a configuration is read. */
#define FUNCTIONS(X)                                                                                                   \
    X(xmlGetLineNo)                                                                                                    \
    X(xmlGetProp)                                                                                                      \
    X(xmlNodeGetContent) X(xmlNewParserCtxt) X(xmlCtxtReadMemory) X(xmlFreeParserCtxt) X(xmlDocGetRootElement)         \
        X(xmlFreeDoc) X(xmlSAX2GetLineNumber) X(xmlStopParser)
typedef struct libxml2 {
    FUNCTIONS(KN_FUNCTION_FIELD)
    xmlFreeFunc *free; /* a variable of the library */
} libxml2;

/* One EVAL under way. */
typedef struct evaluation {
    const libxml2 *library;
    knap_rouge_set *set;
    const char *path;   /* of the configuration */
    const char *system; /* the only one wanted, or NULL */
    const char *topic;
    char *peer_root, *model_root; /* libxml2's, NULL where there is none */
    knap_rouge_format format;
    knap_error *error;
} evaluation;

static void release(const evaluation *in, char *text)
{
    if (text)
        (*in->library->free)(text);
}

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && kn_ascii_same((const char *)node->name, name);
}

static size_t line_of(const evaluation *in, const xmlNode *node)
{
    long line = in->library->xmlGetLineNo(node);
    return line > 0 ? (size_t)line : 0;
}

static knap_status fail_in(const evaluation *in, const xmlNode *node, const char *what)
{
    return kn_fail_at(in->error, KNAP_BAD_INPUT, in->path, line_of(in, node), "%s: %s", (const char *)node->name, what);
}

static char *attribute(const evaluation *in, const xmlNode *node, const char *name)
{
    return (char *)in->library->xmlGetProp(node, (const xmlChar *)name);
}

/* The text of an element without the white space around it; `release` it. */
static char *content(const evaluation *in, const xmlNode *node)
{
    static const char space[] = " \t\r\n\f\v";
    char *text = (char *)in->library->xmlNodeGetContent(node);
    size_t start, length;
    if (!text)
        return NULL;
    start = strspn(text, space);
    length = strlen(text + start);
    while (length > 0 && strchr(space, text[start + length - 1]))
        length--;
    memmove(text, text + start, length);
    text[length] = 0;
    return text;
}

/* Reads the file that `node` names, under `root`, as a summary or (system NULL) as a reference. */
static knap_status read_named(const evaluation *in, const xmlNode *node, const char *root, const char *system)
{
    kn_text path = {knap_rouge_allocator(knap_rouge_set_scorer(in->set)), NULL, 0, 0, 0};
    char *name = content(in, node);
    knap_status status;
    if (!name)
        return kn_no_memory(in->error);
    if (!*name) {
        release(in, name);
        return fail_in(in, node, "no file is named");
    }
    kn_text_format(&path, "%s%s%s", root ? root : "", root ? "/" : "", name);
    release(in, name);
    status = path.failed ? kn_no_memory(in->error)
                         : knap_rouge_read_text(in->set, in->topic, system, in->format, path.bytes, in->error);
    kn_text_free(&path);
    return status;
}

static knap_status read_files(const evaluation *in, const xmlNode *list, bool peers)
{
    knap_status status = KNAP_OK;
    for (const xmlNode *node = list->children; node && !status; node = node->next) {
        char *id;
        if (!is_element(node, peers ? "P" : "M"))
            continue;
        id = attribute(in, node, "ID");
        if (!id)
            return fail_in(in, node, "the attribute ID is missing");
        if (!peers)
            status = read_named(in, node, in->model_root, NULL);
        else if (!in->system || strcmp(in->system, id) == 0)
            status = read_named(in, node, in->peer_root, id);
        release(in, id);
    }
    return status;
}

static knap_status read_format(evaluation *in, const xmlNode *node)
{
    char *type = attribute(in, node, "TYPE");
    int format;
    if (!type)
        return fail_in(in, node, "the attribute TYPE is missing");
    format = knap_rouge_format_find(type);
    release(in, type);
    if (format < 0)
        return fail_in(in, node, "TYPE is none of SPL, SEE, ISI and PLAIN");
    in->format = (knap_rouge_format)format;
    return KNAP_OK;
}

static knap_status read_root(const evaluation *in, const xmlNode *node, char **root)
{
    release(in, *root);
    *root = content(in, node);
    return *root ? KNAP_OK : kn_no_memory(in->error);
}

/* Reads the folders and the format first, then the files. */
static knap_status read_children(evaluation *in, const xmlNode *eval)
{
    knap_status status = KNAP_OK;
    size_t formats = 0;
    for (const xmlNode *node = eval->children; node && !status; node = node->next) {
        if (is_element(node, "PEER-ROOT"))
            status = read_root(in, node, &in->peer_root);
        else if (is_element(node, "MODEL-ROOT"))
            status = read_root(in, node, &in->model_root);
        else if (is_element(node, "INPUT-FORMAT"))
            status = read_format(in, node), formats++;
    }
    if (!status && !formats)
        return fail_in(in, eval, "it has no INPUT-FORMAT");
    for (const xmlNode *node = eval->children; node && !status; node = node->next) {
        if (is_element(node, "MODELS"))
            status = read_files(in, node, false);
        else if (is_element(node, "PEERS"))
            status = read_files(in, node, true);
    }
    return status;
}

static knap_status read_eval(evaluation *in, const xmlNode *eval)
{
    knap_status status;
    char *id = attribute(in, eval, "ID");
    if (!id)
        return fail_in(in, eval, "the attribute ID is missing");
    in->topic = id;
    in->peer_root = in->model_root = NULL;
    status = read_children(in, eval);
    release(in, in->peer_root);
    release(in, in->model_root);
    release(in, id);
    return status;
}

/* Every EVAL at any depth; libxml2 bounds the depth. */
static knap_status read_evals(evaluation *in, const xmlNode *node, size_t *found)
{
    knap_status status = KNAP_OK;
    for (; node && !status; node = node->next) {
        if (is_element(node, "EVAL")) {
            ++*found;
            status = read_eval(in, node);
        } else if (node->type == XML_ELEMENT_NODE) {
            status = read_evals(in, node->children, found);
        }
    }
    return status;
}

/* Keeps the parser's first error: the later ones are consequences of it. */
typedef struct problem {
    const libxml2 *library;
    bool found, refused;
    size_t line;
    char message[256];
} problem;

#if LIBXML_VERSION >= 21200
typedef const xmlError *parser_error;
#else
typedef xmlError *parser_error;
#endif

static void note_problem(void *context, parser_error reported)
{
    problem *first = ((xmlParserCtxt *)context)->_private;
    if (first->found || reported->level < XML_ERR_ERROR)
        return;
    first->found = true;
    first->line = reported->line > 0 ? (size_t)reported->line : 0;
    snprintf(first->message, sizeof first->message, "%s", reported->message ? reported->message : "not XML");
    first->message[strcspn(first->message, "\n")] = 0;
}

/* Entities of a document's own could make it larger than memory. ROUGE's configurations have none. */
static void refuse_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                          const xmlChar *system_id, xmlChar *content_of)
{
    xmlParserCtxt *parser = context;
    problem *first = parser->_private;
    (void)type, (void)public_id, (void)system_id, (void)content_of;
    if (!first->refused) {
        first->found = first->refused = true;
        first->line = (size_t)first->library->xmlSAX2GetLineNumber(parser);
        snprintf(first->message, sizeof first->message,
                 "entity '%.60s' is declared here: a configuration has no entities of its own; write its text instead",
                 (const char *)name);
    }
    first->library->xmlStopParser(parser);
}

static knap_status parse(const libxml2 *library, const char *path, const kn_text *bytes, xmlDoc **document,
                         knap_error *error)
{
    problem first = {.library = library, .message = "not XML"};
    xmlParserCtxt *context;
    if (bytes->length > INT_MAX)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "a configuration of more than 2 GB");
    context = library->xmlNewParserCtxt();
    if (!context)
        return kn_no_memory(error);
    context->_private = &first;
    context->sax->serror = note_problem;
    context->sax->entityDecl = refuse_entity;
    *document = library->xmlCtxtReadMemory(context, bytes->bytes, (int)bytes->length, path, NULL,
                                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    library->xmlFreeParserCtxt(context);
    if (first.refused) {
        library->xmlFreeDoc(*document);
        *document = NULL;
    }
    return *document ? KNAP_OK : kn_fail_at(error, KNAP_BAD_INPUT, path, first.line, "%s", first.message);
}

static knap_status load(libxml2 *made, const char *path, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME) "xmlFree"};
    const char *missing;
    if (kn_load_functions(KNAP_LIBXML2, names, sizeof names / sizeof *names, made, &missing))
        return KNAP_OK;
    return kn_fail_at(error, KNAP_IO, path, 0, "to read it needs the library %s%s%s: install it", KNAP_LIBXML2,
                      missing ? " with " : "", missing ? missing : "");
}

knap_status knap_rouge_read_config(knap_rouge_set *set, const char *path, const char *system, knap_error *error)
{
    libxml2 library;
    evaluation in = {
        .library = &library, .set = set, .path = path, .system = system, .format = KNAP_ROUGE_SPL, .error = error};
    kn_text bytes = {.allocator = NULL};
    xmlDoc *document = NULL;
    size_t found = 0;
    knap_status status = kn_rouge_check_read("knap_rouge_read_config", set, path, KNAP_ROUGE_SPL, error);
    if (status)
        return status;
    bytes.allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    status = kn_rouge_read_file(path, &bytes, error);
    if (!status)
        status = load(&library, path, error);
    if (!status)
        status = parse(&library, path, &bytes, &document, error);
    kn_text_free(&bytes);
    if (!status)
        status = read_evals(&in, library.xmlDocGetRootElement(document), &found);
    if (!status && !found)
        status = kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "no EVAL element: this is not a ROUGE configuration");
    if (document)
        library.xmlFreeDoc(document);
    return status;
}
