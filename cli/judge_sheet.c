/* judge_sheet.c - what a judge gets: the sheet as text, the page, the template of answers. None of them holds the name of
 * a system, a path or the seed. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* cli/judge_page.html, put into the program by the build */
extern const unsigned char judge_page[];
extern const size_t judge_page_length;

enum { WIDTH = 100 };

static const char *side(const judge_plan *plan, const judge_pair *pair, bool b)
{
    size_t system = pair->swapped != b ? pair->second : pair->first;
    return plan->set->system[system].text[pair->topic];
}

static bool is_in(const judge_pair *pair, size_t part)
{
    return pair->part == 0 || pair->part == part;
}

static size_t count_part(const judge_plan *plan, size_t part)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->to_read; i++)
        count += is_in(&plan->pair[i], part);
    return count;
}

/* ---- The sheet ---- */

/* A text of one line, broken before it gets too wide. */
static void wrap(FILE *file, const char *text)
{
    size_t column = 0;
    if (!*text)
        text = "(no text)";
    while (*text) {
        size_t length = strcspn(text, " "), width = 0;
        for (size_t i = 0; i < length; i++)
            width += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (column && column + 1 + width > WIDTH) {
            fputc('\n', file);
            column = 0;
        } else if (column) {
            fputc(' ', file);
            column++;
        }
        fwrite(text, 1, length, file);
        column += width;
        text += length + (text[length] == ' ');
    }
    fputs("\n\n", file);
}

static void write_pair(FILE *file, const judge_plan *plan, const judge_pair *pair)
{
    const judge_topic *topic = &plan->set->topic[pair->topic];
    fprintf(file, "================ pair %s, topic %s ================\n\n", pair->id, topic->name);
    if (topic->docs)
        fprintf(file, "The documents of this topic are at the end of the sheet.\n\n");
    for (size_t i = 0; i < topic->refs; i++) {
        fprintf(file, "---- reference %zu of %zu ----\n\n", i + 1, topic->refs);
        wrap(file, topic->ref[i]);
    }
    for (int b = 0; b < 2; b++) {
        fprintf(file, "---- summary %c ----\n\n", b ? 'B' : 'A');
        wrap(file, side(plan, pair, b));
    }
}

/* The documents of each topic that the part has, once. */
static void write_documents(FILE *file, const judge_plan *plan, size_t part)
{
    for (size_t t = 0; t < plan->set->topics; t++) {
        const judge_topic *topic = &plan->set->topic[t];
        bool used = false;
        for (size_t i = 0; topic->docs && !used && i < plan->to_read; i++)
            used = plan->pair[i].topic == t && is_in(&plan->pair[i], part);
        for (size_t d = 0; used && d < topic->docs; d++)
            fprintf(file, "================ topic %s, document %zu of %zu ================\n\n%s\n\n", topic->name,
                    d + 1, topic->docs, topic->doc[d]);
    }
}

static knap_status write_sheet(const judge_plan *plan, size_t part, const char *answers, const char *path,
                               knap_error *error)
{
    char *text;
    size_t length;
    FILE *file = cli_page(&text, &length);
    fprintf(file, "Blind sheet %s", plan->digest);
    if (plan->parts > 1)
        fprintf(file, ", part %zu of %zu", part, plan->parts);
    fprintf(file,
            ": %zu pairs of summaries\n\n"
            "Answer three questions for each pair, each with A, B or T (tie), in %s:\n"
            "  content   Which summary tells more of what matters?\n"
            "  reading   Which summary reads better?\n"
            "  overall   Which summary would you rather have?\n"
            "and give the reason in a few words. References are what people wrote; they say what matters.\n"
            "Judge each pair by itself. The sides were drawn by lot for each pair.\n\n",
            count_part(plan, part), answers);
    for (size_t i = 0; i < plan->to_read; i++)
        if (is_in(&plan->pair[i], part))
            write_pair(file, plan, &plan->pair[i]);
    write_documents(file, plan, part);
    return judge_close_text(file, &text, &length, path, error);
}

/* ---- The page ---- */

static void write_list(FILE *file, const char *name, const char *const *list, size_t count)
{
    fprintf(file, "\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? "," : "", file);
        judge_write_json(file, list[i]);
    }
    fputc(']', file);
}

static void write_data(FILE *file, const judge_plan *plan, size_t part)
{
    size_t *number = judge_new(plan->set->memory, plan->set->topics, sizeof *number), topics = 0, pairs = 0;
    fprintf(file, "{\"digest\":\"%s\",\"part\":%zu,\"parts\":%zu,\n\"topics\":[", plan->digest, part, plan->parts);
    for (size_t i = 0; i < plan->to_read; i++) {
        const judge_topic *topic = &plan->set->topic[plan->pair[i].topic];
        if (!is_in(&plan->pair[i], part) || number[plan->pair[i].topic])
            continue;
        number[plan->pair[i].topic] = ++topics;
        fprintf(file, "%s\n{\"name\":", topics > 1 ? "," : "");
        judge_write_json(file, topic->name);
        fputc(',', file);
        write_list(file, "refs", topic->ref, topic->refs);
        fputc(',', file);
        write_list(file, "docs", topic->doc, topic->docs);
        fputc('}', file);
    }
    fprintf(file, "],\n\"pairs\":[");
    for (size_t i = 0; i < plan->to_read; i++) {
        const judge_pair *pair = &plan->pair[i];
        if (!is_in(pair, part))
            continue;
        fprintf(file, "%s\n{\"id\":\"%s\",\"topic\":%zu,\"a\":", pairs++ ? "," : "", pair->id, number[pair->topic] - 1);
        judge_write_json(file, side(plan, pair, false));
        fprintf(file, ",\"b\":");
        judge_write_json(file, side(plan, pair, true));
        fputc('}', file);
    }
    fprintf(file, "]}");
}

static knap_status write_page(const judge_plan *plan, size_t part, const char *path, knap_error *error)
{
    static const char MARK[] = "@DATA@";
    const char *page = (const char *)judge_page, *mark = strstr(page, MARK);
    char *text;
    size_t length;
    FILE *file = cli_page(&text, &length);
    fwrite(page, 1, (size_t)(mark - page), file);
    write_data(file, plan, part);
    fputs(mark + strlen(MARK), file);
    return judge_close_text(file, &text, &length, path, error);
}

/* ---- The answers ---- */

/* Answers that somebody has filled in stay. */
static knap_status write_answers(const judge_plan *plan, size_t part, const char *path, bool quiet, knap_error *error)
{
    struct stat about;
    char *text;
    size_t length;
    FILE *file;
    if (stat(path, &about) == 0) {
        if (!quiet)
            cli_say(CLI_DONE, "note: %s is there already and stays as it is", path);
        return KNAP_OK;
    }
    file = cli_page(&text, &length);
    fprintf(file, "# knap judge answers 1\n# digest %s\n# judge \npair\tcontent\treading\toverall\treason\n",
            plan->digest);
    for (size_t i = 0; i < plan->to_read; i++)
        if (is_in(&plan->pair[i], part))
            fprintf(file, "%s\t\t\t\t\n", plan->pair[i].id);
    return judge_close_text(file, &text, &length, path, error);
}

knap_status judge_write_part(const judge_plan *plan, size_t part, const char *folder, bool quiet, knap_error *error)
{
    judge_memory *memory = plan->set->memory;
    const char *number = plan->parts > 1 ? judge_format(memory, "-%zu", part) : "";
    const char *answers = judge_format(memory, "answers%s.tsv", number);
    knap_status status =
        write_sheet(plan, part, answers, judge_format(memory, "%s/sheet%s.txt", folder, number), error);
    if (!status)
        status = write_page(plan, part, judge_format(memory, "%s/sheet%s.html", folder, number), error);
    if (!status)
        status = write_answers(plan, part, judge_format(memory, "%s/%s", folder, answers), quiet, error);
    return status;
}

knap_status judge_write_key(const judge_plan *plan, judge_memory *memory, const char *path, knap_error *error)
{
    struct stat about;
    char *old;
    size_t length;
    if (stat(path, &about) == 0) {
        knap_status status = judge_read_file(memory, path, &old, &length, error);
        if (status)
            return status;
        if (strcmp(old, plan->key) != 0)
            return kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                              "another key is there, and answers to it may exist: choose another folder or remove it");
    }
    return cli_write_file(path, plan->key, strlen(plan->key), error);
}
