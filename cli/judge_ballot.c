/* judge_ballot.c - reads keys and answers: tables with a line of column names, fields between tabs. */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

const char *const judge_question[JUDGE_QUESTIONS] = {"content", "reading", "overall"};

/* ---- Tables ---- */

enum { MOST_COLUMNS = 16 };

/* A table as it is read: "# name value" lines, the column names, the rows. */
typedef struct table {
    judge_memory *memory;
    const char *path;
    char *at; /* the rest of the file */
    size_t line;
    const char *digest, *judge; /* of the "#" lines; NULL where there is none */
    const char **system;        /* [systems] the names in their order */
    size_t systems;
    size_t body; /* where the line behind the digest begins */
    char *bytes;
    size_t length;
    const char *column[MOST_COLUMNS];
    size_t columns;
} table;

/* The next line without its end, or NULL. */
static char *next_line(table *self)
{
    char *line = self->at, *end;
    if (!*line)
        return NULL;
    end = line + strcspn(line, "\n");
    self->at = *end ? end + 1 : end;
    *end = 0;
    if (end > line && end[-1] == '\r')
        end[-1] = 0;
    self->line++;
    return line;
}

/* Cuts a line at its tabs. Quotation marks that a spreadsheet added to a field are removed. */
static size_t split(char *line, char *field[MOST_COLUMNS])
{
    size_t count = 0;
    while (line) {
        char *tab = strchr(line, '\t'), *to, *from;
        if (tab)
            *tab++ = 0;
        if (line[0] == '"' && line[1] && line[strlen(line) - 1] == '"') {
            line[strlen(line) - 1] = 0;
            for (to = from = ++line; *from; from++) {
                from += from[0] == '"' && from[1] == '"';
                *to++ = *from;
            }
            *to = 0;
        }
        if (count < MOST_COLUMNS)
            field[count] = line;
        count++;
        line = tab;
    }
    return count;
}

static char *trim(char *text)
{
    size_t length;
    text += strspn(text, " ");
    length = strlen(text);
    while (length && text[length - 1] == ' ')
        text[--length] = 0;
    return text;
}

/* The index of a name, added where it is new. There are few names, or equal ones are adjacent. */
static size_t index_of(judge_memory *memory, const char ***names, size_t *count, const char *name)
{
    for (size_t i = *count; i > 0; i--)
        if (strcmp((*names)[i - 1], name) == 0)
            return i - 1;
    *names = judge_grow(memory, (void *)(size_t)*names, *count, sizeof **names);
    (*names)[*count] = judge_copy(memory, name, strlen(name));
    return (*count)++;
}

/* Opens a table and reads up to its column names. `kind` is "key" or "answers". */
static knap_status open_table(table *self, judge_memory *memory, const char *path, const char *kind, knap_error *error)
{
    char *line, *field[MOST_COLUMNS], *title = judge_format(memory, "# knap judge %s 1", kind);
    knap_status status;
    *self = (table){.memory = memory, .path = path};
    status = judge_read_file(memory, path, &self->bytes, &self->length, error);
    if (status)
        return status;
    if (strlen(self->bytes) != self->length)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "this is not a text file");
    self->at = self->bytes + (strncmp(self->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
    line = next_line(self);
    if (line)
        split(line, field);
    if (!line || strncmp(trim(field[0]), title, strlen(title)) != 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 1, "not a file of %s: the first line is not '%s'", kind, title);
    while ((line = next_line(self))) {
        size_t fields = split(line, field);
        char *text = trim(field[0]);
        if (strncmp(text, "# digest ", 9) == 0) {
            self->digest = trim(text + 9);
            self->body = (size_t)(self->at - self->bytes);
        } else if (strncmp(text, "# judge ", 8) == 0 && *trim(text + 8)) {
            self->judge = trim(text + 8);
        } else if (strncmp(text, "# system ", 9) == 0) {
            index_of(memory, &self->system, &self->systems, text + 9);
        } else if (*text && *text != '#') {
            if (fields > MOST_COLUMNS)
                return kn_fail_at(error, KNAP_BAD_INPUT, path, self->line, "there are more than %d columns",
                                  MOST_COLUMNS);
            self->columns = fields;
            for (size_t i = 0; i < fields; i++)
                self->column[i] = trim(field[i]);
            break;
        }
    }
    if (!self->digest)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                          "there is no line '# digest ...': without it nobody knows whose key it is");
    if (!self->columns)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, self->line, "there is no line of column names");
    return KNAP_OK;
}

static knap_status find_columns(const table *self, const char *const *names, size_t count, size_t *at,
                                knap_error *error)
{
    for (size_t i = 0; i < count; i++) {
        for (at[i] = 0; at[i] < self->columns && strcmp(self->column[at[i]], names[i]) != 0;)
            at[i]++;
        if (at[i] == self->columns)
            return kn_fail_at(error, KNAP_BAD_INPUT, self->path, self->line, "there is no column '%s'", names[i]);
    }
    return KNAP_OK;
}

/* The next row with text; *fields is 0 at the end. Fields that are missing at the end of a line are empty. */
static knap_status next_row(table *self, char *field[MOST_COLUMNS], size_t *fields, knap_error *error)
{
    static char none[1];
    char *line;
    *fields = 0;
    while ((line = next_line(self))) {
        if (!line[strspn(line, " \t")] || *line == '#')
            continue;
        *fields = split(line, field);
        if (*fields > self->columns)
            return kn_fail_at(error, KNAP_BAD_INPUT, self->path, self->line, "%zu fields, but there are %zu columns",
                              *fields, self->columns);
        for (size_t i = 0; i < self->columns; i++)
            field[i] = i < *fields ? trim(field[i]) : none;
        return KNAP_OK;
    }
    return KNAP_OK;
}

/* ---- The key ---- */

static int by_id(const void *left, const void *right)
{
    return strcmp(((const judge_row *)left)->id, ((const judge_row *)right)->id);
}

static knap_status read_row(judge_ballot *self, const table *from, char **field, const size_t *at, knap_error *error)
{
    const char *a = field[at[4]], *same = field[at[5]];
    judge_row *row;
    if (strcmp(a, "first") != 0 && strcmp(a, "second") != 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line,
                          "column a: '%.40s' is neither first nor second", a);
    if (strcmp(same, "yes") != 0 && strcmp(same, "no") != 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line,
                          "column identical: '%.40s' is neither yes nor no", same);
    self->row = judge_grow(self->memory, self->row, self->rows, sizeof *self->row);
    row = &self->row[self->rows++];
    row->id = judge_copy(self->memory, field[at[0]], strlen(field[at[0]]));
    row->topic = index_of(self->memory, &self->topic, &self->topics, field[at[1]]);
    row->first = index_of(self->memory, &self->system, &self->systems, field[at[2]]);
    row->second = index_of(self->memory, &self->system, &self->systems, field[at[3]]);
    row->swapped = strcmp(a, "second") == 0;
    row->same = strcmp(same, "yes") == 0;
    return KNAP_OK;
}

knap_status judge_read_key(judge_ballot *ballot, const char *path, knap_error *error)
{
    static const char *const names[] = {"pair", "topic", "first", "second", "a", "identical"};
    enum { NAMES = sizeof names / sizeof *names };
    size_t at[NAMES], fields, length;
    char *field[MOST_COLUMNS], *copy, digest[17];
    table from;
    knap_status status = judge_read_file(ballot->memory, path, &copy, &length, error);
    if (!status)
        status = open_table(&from, ballot->memory, path, "key", error);
    if (status)
        return status;
    judge_digest(copy + from.body, length - from.body, digest);
    if (strcmp(digest, from.digest) != 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "the key was altered: its digest is %s, but it says %.40s",
                          digest, from.digest);
    ballot->digest = from.digest;
    ballot->system = from.system;
    ballot->systems = from.systems;
    status = find_columns(&from, names, NAMES, at, error);
    while (!status) {
        status = next_row(&from, field, &fields, error);
        if (status || !fields)
            break;
        status = read_row(ballot, &from, field, at, error);
    }
    if (!status && !ballot->rows)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "there are no pairs in this key");
    if (!status)
        qsort(ballot->row, ballot->rows, sizeof *ballot->row, by_id);
    return status;
}

/* ---- Answers ---- */

static char value_of(const char *text)
{
    static const char known[] = "AaBbTt";
    const char *found = *text && !text[1] ? strchr(known, *text) : NULL;
    return found ? known[(found - known) & ~1] : 0;
}

/* The row of a pair, or an error that says what is wrong with the id. */
static knap_status find_pair(const judge_ballot *self, const table *from, const char *id, size_t *pair,
                             knap_error *error)
{
    judge_row wanted = {.id = id};
    const judge_row *found = bsearch(&wanted, self->row, self->rows, sizeof *self->row, by_id);
    if (!found)
        return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line, "there is no pair '%.40s' in the key", id);
    if (found->same)
        return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line,
                          "pair %s is on no sheet: its two texts are the same", id);
    *pair = (size_t)(found - self->row);
    return KNAP_OK;
}

static knap_status read_answer(judge_ballot *self, const table *from, char **field, const size_t *at, size_t judge,
                               size_t *seen, knap_error *error)
{
    judge_answer answer = {.judge = judge, .file = from->path, .line = from->line};
    size_t values = 0;
    knap_status status = find_pair(self, from, field[at[0]], &answer.pair, error);
    if (status)
        return status;
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        const char *text = field[at[q + 1]];
        answer.value[q] = value_of(text);
        values += answer.value[q] != 0;
        if (*text && !answer.value[q])
            return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line, "%s: '%.40s' is not A, B or T",
                              judge_question[q], text);
    }
    if (!values && !*field[at[JUDGE_QUESTIONS + 1]])
        return KNAP_OK; /* a row of the template */
    if (seen[answer.pair]) {
        const judge_answer *old = &self->answer[seen[answer.pair] - 1];
        return kn_fail_at(error, KNAP_BAD_INPUT, from->path, from->line, "%s answered pair %s before, at %.200s:%zu",
                          self->judge[judge], field[at[0]], old->file, old->line);
    }
    answer.reason = field[at[JUDGE_QUESTIONS + 1]];
    self->answer = judge_grow(self->memory, self->answer, self->answers, sizeof *self->answer);
    self->answer[self->answers++] = answer;
    seen[answer.pair] = self->answers;
    return KNAP_OK;
}

knap_status judge_read_answers(judge_ballot *ballot, const char *path, knap_error *error)
{
    static const char *const names[] = {"pair", "content", "reading", "overall", "reason"};
    enum { NAMES = sizeof names / sizeof *names };
    size_t at[NAMES], fields, judge, before = ballot->answers, *seen;
    char *field[MOST_COLUMNS];
    table from;
    knap_status status = open_table(&from, ballot->memory, path, "answers", error);
    if (status)
        return status;
    if (strcmp(from.digest, ballot->digest) != 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0, "these answers belong to the key %.40s, not to %s",
                          from.digest, ballot->digest);
    status = find_columns(&from, names, NAMES, at, error);
    judge = index_of(ballot->memory, &ballot->judge, &ballot->judges, from.judge ? from.judge : path);
    seen = judge_new(ballot->memory, ballot->rows, sizeof *seen); /* 1 + the judge's answer to each pair */
    for (size_t i = 0; i < ballot->answers; i++)
        if (ballot->answer[i].judge == judge)
            seen[ballot->answer[i].pair] = i + 1;
    while (!status) {
        status = next_row(&from, field, &fields, error);
        if (status || !fields)
            break;
        status = read_answer(ballot, &from, field, at, judge, seen, error);
    }
    if (!status && ballot->answers == before)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, 0,
                          "there is not one answer in it: fill in content, reading and overall");
    return status;
}
