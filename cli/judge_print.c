/* judge_print.c - the results as text and as JSON. */
#include "judge.h"

#include <math.h>
#include <string.h>

/* ---- Text ---- */

static void print_head(const char *name, int width)
{
    printf("%-*s %5s", width, name, "pairs");
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++)
        printf("  %7s %13s %6s", judge_question[q], "95%", "p");
    printf("\n");
}

static void print_line(const judge_line *line, const char *name, int width)
{
    printf("%-*s %5zu", width, name, line->result[JUDGE_OVERALL].pairs);
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        const judge_result *result = &line->result[q];
        if (isnan(result->share))
            printf("  %7s %13s %6s", "-", "", "");
        else
            printf("  %6.1f%% %5.1f - %5.1f %6.4f", 100 * result->share, 100 * result->low, 100 * result->high,
                   result->p);
    }
    printf("\n");
}

static int widest(const char *const *names, size_t count)
{
    int most = 10;
    for (size_t i = 0; i < count; i++)
        if ((int)strlen(names[i]) > most)
            most = (int)strlen(names[i]);
    return most;
}

static void print_agreement(const judge_tally *tally)
{
    printf("\nAgreement of judges\n");
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        const judge_agreement *agreement = &tally->agreement[q];
        if (!agreement->units) {
            printf("%-10s no pair was judged by two\n", judge_question[q]);
            continue;
        }
        printf("%-10s %5.1f%% of the pairs of answers, %zu pairs of summaries; Krippendorff's alpha ",
               judge_question[q], 100 * agreement->share, agreement->units);
        if (isnan(agreement->alpha))
            printf("undefined: all answers are the same\n");
        else
            printf("%.3f\n", agreement->alpha);
    }
}

/* Each system is on each side equally often, so a share far from one half shows judges who favour a side. */
static void print_sides(const judge_tally *tally)
{
    printf("\nSide A was preferred in");
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++)
        if (isnan(tally->agreement[q].side))
            printf("%s - (%s)", q ? "," : "", judge_question[q]);
        else
            printf("%s %.1f%% (%s)", q ? "," : "", 100 * tally->agreement[q].side, judge_question[q]);
    printf(" of the answers that are not ties.\n");
}

static void print_losses(const judge_tally *tally)
{
    const judge_ballot *ballot = tally->ballot;
    size_t count = 0;
    printf("\nLosses (overall) and their reasons\n");
    for (size_t i = 0; i < ballot->answers; i++) {
        const judge_answer *answer = &ballot->answer[i];
        const judge_row *row = &ballot->row[answer->pair];
        if (!judge_is_loss(tally, answer))
            continue;
        count++;
        printf("%s  %s  %s lost to %s  [%s]  %s\n", row->id, ballot->topic[row->topic], ballot->system[row->first],
               ballot->system[row->second], ballot->judge[answer->judge], *answer->reason ? answer->reason : "-");
    }
    if (!count)
        printf("none\n");
}

void judge_print_text(const judge_tally *tally)
{
    const judge_ballot *ballot = tally->ballot;
    int width = widest(ballot->system, ballot->systems);
    printf("Key %s: %zu pairs to read, %zu with an answer; %zu pairs of identical texts count as ties.\n",
           ballot->digest, tally->to_read, tally->read, tally->same);
    printf("Judges: %zu. Answers: %zu", ballot->judges, ballot->answers);
    if (tally->incomplete)
        printf(", %zu of them incomplete", tally->incomplete);
    printf(
        ".\n\nPreference: share of pairs in which the system was preferred, a tie counts half. 95%%: Wilson interval "
        "on the effective\nnumber of pairs (pairs of one topic go together). p: exact two-sided sign test over topics."
        "\n\n");
    print_head("system", width);
    for (size_t i = 0; i < tally->totals; i++)
        print_line(&tally->total[i], ballot->system[tally->total[i].system], width);
    for (size_t i = 0, of = ballot->systems; i < tally->rivals; i++) {
        if (tally->rival[i].system != of) {
            of = tally->rival[i].system;
            printf("\n%s against\n", ballot->system[of]);
            print_head("rival", width);
        }
        print_line(&tally->rival[i], ballot->system[tally->rival[i].rival], width);
    }
    if (tally->topics) {
        width = widest(ballot->topic, ballot->topics);
        printf("\n%-*s %5s %8s %8s %8s\n", width, "topic", "pairs", judge_question[0], judge_question[1],
               judge_question[2]);
        for (size_t i = 0; i < tally->topics; i++) {
            const judge_line *line = &tally->topic[i];
            printf("%-*s %5zu", width, ballot->topic[line->topic], line->result[JUDGE_OVERALL].pairs);
            for (size_t q = 0; q < JUDGE_QUESTIONS; q++)
                if (isnan(line->result[q].share))
                    printf(" %8s", "-");
                else
                    printf(" %7.1f%%", 100 * line->result[q].share);
            printf("\n");
        }
    }
    print_agreement(tally);
    print_sides(tally);
    print_losses(tally);
}

/* ---- JSON ---- */

static void json_number(const char *name, double number)
{
    if (isnan(number))
        printf(",\"%s\":null", name);
    else
        printf(",\"%s\":%.6g", name, number);
}

static void json_line(const judge_tally *tally, const judge_line *line)
{
    const judge_ballot *ballot = tally->ballot;
    printf("{\"system\":");
    judge_write_json(stdout, ballot->system[line->system]);
    if (line->rival < ballot->systems) {
        printf(",\"rival\":");
        judge_write_json(stdout, ballot->system[line->rival]);
    }
    if (line->topic < ballot->topics) {
        printf(",\"topic\":");
        judge_write_json(stdout, ballot->topic[line->topic]);
    }
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        const judge_result *result = &line->result[q];
        printf(",\"%s\":{\"pairs\":%zu,\"wins\":%zu,\"ties\":%zu,\"losses\":%zu,\"identical\":%zu", judge_question[q],
               result->pairs, result->wins, result->ties, result->losses, result->same);
        printf(",\"topics\":%zu,\"topics_won\":%zu,\"topics_lost\":%zu", result->topics, result->topics_won,
               result->topics_lost);
        json_number("preference", result->share);
        json_number("low", result->low);
        json_number("high", result->high);
        json_number("p", result->p);
        printf("}");
    }
    printf("}");
}

static void json_lines(const judge_tally *tally, const char *name, const judge_line *line, size_t count)
{
    printf(",\n\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        printf("%s\n", i ? "," : "");
        json_line(tally, &line[i]);
    }
    printf("]");
}

/* All answers with the names of the systems, for other analyses. */
static void json_answers(const judge_tally *tally)
{
    const judge_ballot *ballot = tally->ballot;
    printf(",\n\"answers\":[");
    for (size_t i = 0; i < ballot->answers; i++) {
        const judge_answer *answer = &ballot->answer[i];
        const judge_row *row = &ballot->row[answer->pair];
        const char *const parts[][2] = {{"pair", row->id},
                                        {"topic", ballot->topic[row->topic]},
                                        {"system", ballot->system[row->first]},
                                        {"rival", ballot->system[row->second]},
                                        {"judge", ballot->judge[answer->judge]},
                                        {"reason", answer->reason}};
        printf("%s\n{", i ? "," : "");
        for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
            printf("%s\"%s\":", part ? "," : "", parts[part][0]);
            judge_write_json(stdout, parts[part][1]);
        }
        for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
            double value = judge_value(row, answer->value[q]);
            const char *outcome = value > 0.5 ? "\"win\"" : value < 0.5 ? "\"loss\"" : "\"tie\"";
            printf(",\"%s\":%s", judge_question[q], answer->value[q] ? outcome : "null");
        }
        printf("}");
    }
    printf("]");
}

void judge_print_json(const judge_tally *tally)
{
    const judge_ballot *ballot = tally->ballot;
    printf("{\"digest\":\"%s\",\"pairs\":%zu,\"read\":%zu,\"identical\":%zu,\"judges\":%zu,\"answers\":%zu,"
           "\"incomplete\":%zu",
           ballot->digest, tally->to_read, tally->read, tally->same, ballot->judges, ballot->answers,
           tally->incomplete);
    json_lines(tally, "total", tally->total, tally->totals);
    json_lines(tally, "rivals", tally->rival, tally->rivals);
    json_lines(tally, "topics", tally->topic, tally->topics);
    printf(",\n\"agreement\":{");
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        printf("%s\"%s\":{\"pairs\":%zu", q ? "," : "", judge_question[q], tally->agreement[q].units);
        json_number("share", tally->agreement[q].share);
        json_number("alpha", tally->agreement[q].alpha);
        json_number("side_a", tally->agreement[q].side);
        printf("}");
    }
    printf("}");
    json_answers(tally);
    printf("}\n");
}
