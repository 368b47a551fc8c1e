/* html.c - one self-contained page: the summary of each cluster, and beside it the sources with the chosen sentences
 * marked. No script; on a phone the columns are stacked. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Summaries by "
    "knap</title>\n<style>\n"
    ":root{--ink:#1d2433;--soft:#5b6478;--line:#dde1ea;--mark:#ffe9a8;--paper:#fff;--back:#f4f5f8}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e8eaf0;--soft:#a0a8ba;--line:#333a4a;--mark:#6b5a1e;--paper:#"
    "1b202b;"
    "--back:#12161e}}\n"
    "*{box-sizing:border-box}body{margin:0;font:16px/1.55 Georgia,'Times New "
    "Roman',serif;color:var(--ink);background:var(--"
    "back)}\n"
    "main{max-width:76rem;margin:0 auto;padding:1rem}h1{font-size:1.4rem;margin:.5rem 0 "
    "1rem}h2{font-size:1.15rem;margin:2rem "
    "0 .6rem;overflow-wrap:anywhere}\n"
    ".pair{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,7fr);gap:1.2rem;align-items:start}\n"
    ".summary,.sources{background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:1rem 1.2rem}\n"
    ".summary{position:sticky;top:1rem}.summary ol{list-style:none;margin:0;padding:0}.summary li{margin:0 0 .7rem}\n"
    ".summary a{color:inherit;text-decoration:none}.summary a:hover{text-decoration:underline}\n"
    ".small{font:.82rem/1.4 system-ui,sans-serif;color:var(--soft)}\n"
    "details{border-top:1px solid var(--line);padding:.5rem 0}details:first-child{border-top:0}\n"
    "summary{cursor:pointer;font:600 .88rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    ".text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}\n"
    "mark{background:var(--mark);color:inherit;border-radius:.2rem;padding:.05rem .1rem}mark:target{outline:2px solid "
    "currentColor}\n"
    "@media(max-width:46rem){.pair{grid-template-columns:minmax(0,1fr)}.summary{position:static}}\n"
    "</style>\n</head>\n<body>\n<main>\n<h1>Summaries</h1>\n";

static void escape(FILE *file, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            fputc(text[i], file);
        }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* A cluster that is shown. */
typedef struct shown {
    FILE *file;
    const knap_material *material;
    const knap_cluster *cluster;
    size_t number, of_all; /* its number in the material, and in the page */
    const knap_packed *packed;
    size_t *place; /* [packed->list.count] */
} shown;

static void write_summary(const shown *self)
{
    FILE *file = self->file;
    const knap_packed *packed = self->packed;
    const knap_instance *instance = knap_data_at(knap_material_data(self->material), self->number);
    fprintf(file, "<section class=\"summary\" lang=\"%s\" dir=\"auto\">\n<ol>\n",
            knap_material_language(self->material, self->number));
    for (size_t i = 0; i < packed->list.count; i++) {
        size_t item = packed->list.item[self->place[i]];
        knap_candidate candidate = knap_material_item(self->material, self->number, item);
        const char *name = base_name(knap_document_name(self->cluster->document[candidate.document]));
        fprintf(file, "<li><a href=\"#s%zu-%zu\">", self->of_all, item);
        escape(file, candidate.text, candidate.length);
        fprintf(file, "</a> <span class=\"small\">");
        escape(file, name, strlen(name));
        fprintf(file, "</span></li>\n");
    }
    fprintf(file, "</ol>\n<p class=\"small\">%.0f of %.0f", packed->list.cost, knap_instance_budget(instance));
    if (packed->reward == packed->reward)
        fprintf(file, " &middot; ROUGE-1 recall %.3f", packed->reward);
    fprintf(file, "</p>\n</section>\n");
}

/* A document's text with the picked sentences marked. */
static void write_source(const shown *self, size_t document)
{
    FILE *file = self->file;
    const knap_packed *packed = self->packed;
    size_t length, at = 0, marks = 0;
    const char *text = knap_document_text(self->cluster->document[document], &length);
    const char *name = knap_document_name(self->cluster->document[document]),
               *id = knap_document_id(self->cluster->document[document]);
    for (size_t i = 0; i < packed->list.count; i++)
        marks += knap_material_item(self->material, self->number, packed->list.item[i]).document == document;
    fprintf(file, "<details%s><summary>", marks ? " open" : "");
    escape(file, base_name(name), strlen(base_name(name)));
    if (id[0]) {
        fputc(' ', file);
        escape(file, id, strlen(id));
    }
    fprintf(file, "</summary>\n<div class=\"text\" dir=\"auto\">");
    for (size_t i = 0; i < packed->list.count; i++) { /* place is in the order of the sources */
        size_t item = packed->list.item[self->place[i]];
        knap_candidate candidate = knap_material_item(self->material, self->number, item);
        if (candidate.document != document)
            continue;
        escape(file, text + at, candidate.sentence->body - at);
        fprintf(file, "<mark id=\"s%zu-%zu\">", self->of_all, item);
        escape(file, text + candidate.sentence->body, candidate.sentence->end - candidate.sentence->body);
        fprintf(file, "</mark>");
        at = candidate.sentence->end;
    }
    escape(file, text + at, length - at);
    fprintf(file, "</div></details>\n");
}

static knap_status write_cluster(const shown *self, knap_order order, knap_error *error)
{
    const knap_list *list = &self->packed->list;
    knap_status status = knap_summary_order(self->material, self->number, list, order, self->place, error);
    if (status)
        return status;
    fprintf(self->file, "<h2>");
    escape(self->file, self->cluster->id, strlen(self->cluster->id));
    fprintf(self->file, "</h2>\n<div class=\"pair\">\n");
    write_summary(self);
    fprintf(self->file, "<section class=\"sources\">\n");
    status = knap_summary_order(self->material, self->number, list, KNAP_ORDER_SOURCE, self->place, error);
    for (size_t d = 0; !status && d < self->cluster->documents; d++)
        write_source(self, d);
    fprintf(self->file, "</section>\n</div>\n");
    return status;
}

knap_status cli_html_cluster(cli_buffer *page, const knap_material *material, size_t number,
                             const knap_cluster *cluster, size_t of_all, const knap_packed *packed, knap_order order,
                             knap_error *error)
{
    char *text = NULL;
    size_t length = 0, *place = cli_new(packed->list.count, sizeof *place);
    FILE *file = cli_page(&text, &length);
    shown one = {.file = file,
                 .material = material,
                 .cluster = cluster,
                 .number = number,
                 .of_all = of_all,
                 .packed = packed,
                 .place = place};
    knap_status status = write_cluster(&one, order, error);
    cli_page_end(file, &text);
    cli_add(page, text, length);
    free(text);
    free(place);
    return status;
}

knap_status cli_write_html(const char *path, const char *parts, size_t length, knap_error *error)
{
    static const char tail[] = "</main>\n</body>\n</html>\n";
    cli_buffer page = {.bytes = NULL};
    knap_status status;
    cli_add_text(&page, HEAD);
    cli_add(&page, parts, length);
    cli_add_text(&page, tail);
    status = cli_write_file(path, page.bytes, page.length, error);
    free(page.bytes);
    return status;
}
