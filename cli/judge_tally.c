/* judge_tally.c - counts the answers: by system, by rival, by topic, and how far judges agree. */
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double judge_value(const judge_row *row, char answer)
{
    if (answer == 'T')
        return 0.5;
    return (answer == 'A') != row->swapped ? 1 : 0;
}

/* ---- Scores of pairs ---- */

/* For each row and question the mean over its judges, from the side of the row's first system; NaN: nobody answered. */
typedef struct scores {
    double (*of)[JUDGE_QUESTIONS];
    size_t (*given)[3]; /* [rows] how often A, B, T was said; filled by question */
} scores;

static void count_values(const judge_ballot *ballot, size_t question, size_t (*given)[3])
{
    memset(given, 0, ballot->rows * sizeof *given);
    for (size_t i = 0; i < ballot->answers; i++) {
        const judge_answer *answer = &ballot->answer[i];
        char value = answer->value[question];
        if (value)
            given[answer->pair][value == 'A' ? 0 : value == 'B' ? 1 : 2]++;
    }
}

static scores score_rows(const judge_ballot *ballot, judge_agreement *agreement)
{
    scores all;
    all.of = judge_new(ballot->memory, ballot->rows, sizeof *all.of);
    all.given = judge_new(ballot->memory, ballot->rows, sizeof *all.given);
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        size_t a = 0, b = 0;
        count_values(ballot, q, all.given);
        for (size_t r = 0; r < ballot->rows; r++) {
            const judge_row *row = &ballot->row[r];
            const size_t *given = all.given[r];
            double judges = (double)(given[0] + given[1] + given[2]);
            double first = (double)given[row->swapped ? 1 : 0] + 0.5 * (double)given[2];
            a += given[0];
            b += given[1];
            all.of[r][q] = row->same ? 0.5 : judges > 0 ? first / judges : NAN;
        }
        agreement[q].alpha =
            judge_alpha((const size_t(*)[3])all.given, ballot->rows, &agreement[q].share, &agreement[q].units);
        agreement[q].side = a + b ? (double)a / (double)(a + b) : NAN;
    }
    return all;
}

/* ---- Lines of the tables ---- */

/* Sums up scores from the side of the line's system. `score` and `topic` are room for all rows. */
static judge_result sum_up(const judge_ballot *ballot, const double *score, const size_t *topic, size_t count,
                           size_t same)
{
    judge_result result = {.pairs = count, .same = same, .share = NAN, .low = NAN, .high = NAN, .p = NAN};
    judge_memory memory = {.allocator = NULL};
    double *sum = judge_new(&memory, ballot->topics + 1, sizeof *sum);
    size_t *pairs = judge_new(&memory, ballot->topics + 1, sizeof *pairs);
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        total += score[i];
        sum[topic[i]] += score[i] - 0.5;
        pairs[topic[i]]++;
        result.wins += score[i] > 0.5;
        result.losses += score[i] < 0.5;
        result.ties += score[i] == 0.5;
    }
    for (size_t t = 0; t < ballot->topics; t++) {
        result.topics += pairs[t] > 0;
        result.topics_won += sum[t] > 1e-9;
        result.topics_lost += sum[t] < -1e-9;
    }
    if (count) {
        result.share = total / (double)count;
        judge_wilson(result.share, judge_effective(score, topic, count, ballot->topics), &result.low, &result.high);
        result.p = judge_sign_test(result.topics_won, result.topics_lost);
    }
    kn_arena_free(&memory);
    return result;
}

static judge_line make_line(const judge_ballot *ballot, const scores *all, size_t system, size_t rival, size_t topic)
{
    judge_line line = {.system = system, .rival = rival, .topic = topic};
    judge_memory memory = {.allocator = NULL};
    double *score = judge_new(&memory, ballot->rows, sizeof *score);
    size_t *of = judge_new(&memory, ballot->rows, sizeof *of);
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        size_t count = 0, same = 0;
        for (size_t r = 0; r < ballot->rows; r++) {
            const judge_row *row = &ballot->row[r];
            bool is_first = row->first == system;
            size_t other = is_first ? row->second : row->first;
            if ((!is_first && row->second != system) || (rival < ballot->systems && other != rival) ||
                (topic < ballot->topics && row->topic != topic) || isnan(all->of[r][q]))
                continue;
            score[count] = is_first ? all->of[r][q] : 1 - all->of[r][q];
            of[count++] = row->topic;
            same += row->same;
        }
        line.result[q] = sum_up(ballot, score, of, count, same);
    }
    kn_arena_free(&memory);
    return line;
}

/* The system that all pairs have first, or `systems` where every system meets every other. */
static size_t find_focus(const judge_ballot *ballot)
{
    for (size_t r = 1; r < ballot->rows; r++)
        if (ballot->row[r].first != ballot->row[0].first)
            return ballot->systems;
    return ballot->row[0].first;
}

static bool meet(const judge_ballot *ballot, size_t first, size_t second)
{
    for (size_t r = 0; r < ballot->rows; r++)
        if (ballot->row[r].first == first && ballot->row[r].second == second)
            return true;
    return false;
}

typedef struct named {
    const char *name;
    size_t index;
} named;

static int by_name(const void *left, const void *right)
{
    return strcmp(((const named *)left)->name, ((const named *)right)->name);
}

static size_t *topics_by_name(const judge_ballot *ballot)
{
    named *list = judge_new(ballot->memory, ballot->topics, sizeof *list);
    size_t *order = judge_new(ballot->memory, ballot->topics, sizeof *order);
    for (size_t t = 0; t < ballot->topics; t++)
        list[t] = (named){ballot->topic[t], t};
    qsort(list, ballot->topics, sizeof *list, by_name);
    for (size_t t = 0; t < ballot->topics; t++)
        order[t] = list[t].index;
    return order;
}

void judge_count(judge_tally *tally, const judge_ballot *ballot)
{
    size_t systems = ballot->systems, topics = ballot->topics, focus = find_focus(ballot);
    unsigned char *read = judge_new(ballot->memory, ballot->rows, 1);
    size_t *order;
    scores all;
    *tally = (judge_tally){.ballot = ballot};
    all = score_rows(ballot, tally->agreement);
    tally->total = judge_new(ballot->memory, systems, sizeof *tally->total);
    tally->rival = judge_new(ballot->memory, systems * systems, sizeof *tally->rival);
    tally->topic = judge_new(ballot->memory, topics, sizeof *tally->topic);
    for (size_t s = 0; s < systems; s++) {
        if (focus == systems || s == focus)
            tally->total[tally->totals++] = make_line(ballot, &all, s, systems, topics);
        for (size_t other = 0; other < systems; other++)
            if (meet(ballot, s, other))
                tally->rival[tally->rivals++] = make_line(ballot, &all, s, other, topics);
    }
    order = topics_by_name(ballot);
    for (size_t t = 0; focus < systems && t < topics; t++)
        tally->topic[tally->topics++] = make_line(ballot, &all, focus, systems, order[t]);
    for (size_t i = 0; i < ballot->answers; i++) {
        const judge_answer *answer = &ballot->answer[i];
        read[answer->pair] = 1;
        tally->incomplete += !answer->value[0] || !answer->value[1] || !answer->value[2];
    }
    for (size_t r = 0; r < ballot->rows; r++) {
        tally->same += ballot->row[r].same;
        tally->to_read += !ballot->row[r].same;
        tally->read += read[r];
    }
}

bool judge_is_loss(const judge_tally *tally, const judge_answer *answer)
{
    return answer->value[JUDGE_OVERALL] &&
           judge_value(&tally->ballot->row[answer->pair], answer->value[JUDGE_OVERALL]) == 0;
}
