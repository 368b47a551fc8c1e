/* judge_report.c - the results as one self-contained page: cli/judge_report.html with the tables in it. */
#include "figures.h"
#include "judge.h"

#include <math.h>
#include <string.h>

/* cli/judge_report.html, put into the program by the build */
extern const unsigned char judge_report[];
extern const size_t judge_report_length;

static void cell(FILE *file, const char *text)
{
    fputs("<td>", file);
    cli_figure_text(file, text);
    fputs("</td>", file);
}

/* The share in figures, and as a bar with its interval; the line at 50% is the style's. */
static void share_cell(FILE *file, const judge_result *result, bool interval)
{
    if (isnan(result->share)) {
        fputs("<td>-</td>", file);
        return;
    }
    fprintf(file, "<td><b>%.1f%%</b>", 100 * result->share);
    if (interval)
        fprintf(file,
                " <small>%.1f to %.1f, p %.4f</small><span class=\"bar\" aria-hidden=\"true\"><i style=\"left:%.1f%%;"
                "width:%.1f%%\"></i><u style=\"left:%.1f%%\"></u></span>",
                100 * result->low, 100 * result->high, result->p, 100 * result->low, 100 * (result->high - result->low),
                100 * result->share);
    fputs("</td>", file);
}

static void table(FILE *file, const judge_tally *tally, const char *title, const judge_line *line, size_t count)
{
    const judge_ballot *ballot = tally->ballot;
    if (!count)
        return;
    fprintf(file, "<h2>%s</h2>\n<div class=\"card\"><table><thead><tr><th scope=\"col\">%s</th><th>pairs</th>", title,
            line->topic < ballot->topics ? "topic" : "system");
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++)
        fprintf(file, "<th scope=\"col\">%s</th>", judge_question[q]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t i = 0; i < count; i++) {
        fputs("<tr><th scope=\"row\">", file);
        cli_figure_text(file,
                        line[i].topic < ballot->topics ? ballot->topic[line[i].topic] : ballot->system[line[i].system]);
        if (line[i].rival < ballot->systems) {
            fputs(" against ", file);
            cli_figure_text(file, ballot->system[line[i].rival]);
        }
        fprintf(file, "</th><td>%zu</td>", line[i].result[JUDGE_OVERALL].pairs);
        for (size_t q = 0; q < JUDGE_QUESTIONS; q++)
            share_cell(file, &line[i].result[q], line[i].topic == ballot->topics);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

static void agreement(FILE *file, const judge_tally *tally)
{
    fputs("<h2>Agreement of judges</h2>\n<div class=\"card\"><table><thead><tr><th scope=\"col\">question</th>"
          "<th scope=\"col\">pairs judged by several</th><th scope=\"col\">same answer</th>"
          "<th scope=\"col\">Krippendorff's alpha</th><th scope=\"col\">side A among answers that are not "
          "ties</th></tr></thead><tbody>\n",
          file);
    for (size_t q = 0; q < JUDGE_QUESTIONS; q++) {
        const judge_agreement *row = &tally->agreement[q];
        fprintf(file, "<tr><th scope=\"row\">%s</th><td>%zu</td>", judge_question[q], row->units);
        if (row->units)
            fprintf(file, "<td>%.1f%%</td>", 100 * row->share);
        else
            fputs("<td>-</td>", file);
        if (isnan(row->alpha))
            fputs("<td>-</td>", file);
        else
            fprintf(file, "<td>%.3f</td>", row->alpha);
        if (isnan(row->side))
            fputs("<td>-</td></tr>\n", file);
        else
            fprintf(file, "<td>%.1f%%</td></tr>\n", 100 * row->side);
    }
    fputs("</tbody></table></div>\n", file);
}

static void losses(FILE *file, const judge_tally *tally)
{
    const judge_ballot *ballot = tally->ballot;
    fputs("<h2>Losses and their reasons</h2>\n<div class=\"card\"><table class=\"text\"><thead><tr><th "
          "scope=\"col\">pair</th><th scope=\"col\">topic</th><th scope=\"col\">system</th><th scope=\"col\">lost "
          "to</th><th scope=\"col\">judge</th><th scope=\"col\">reason</th></tr></thead><tbody>\n",
          file);
    for (size_t i = 0; i < ballot->answers; i++) {
        const judge_answer *answer = &ballot->answer[i];
        const judge_row *row = &ballot->row[answer->pair];
        if (!judge_is_loss(tally, answer))
            continue;
        fputs("<tr>", file);
        cell(file, row->id);
        cell(file, ballot->topic[row->topic]);
        cell(file, ballot->system[row->first]);
        cell(file, ballot->system[row->second]);
        cell(file, ballot->judge[answer->judge]);
        cell(file, answer->reason);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

knap_status judge_write_report(const judge_tally *tally, const char *path, knap_error *error)
{
    static const char MARK[] = "@BODY@";
    const char *page = (const char *)judge_report, *mark = strstr(page, MARK);
    char *text;
    size_t length;
    FILE *file = cli_page(&text, &length);
    fwrite(page, 1, (size_t)(mark - page), file);
    fprintf(
        file,
        "<p>Key %s: %zu pairs to read, %zu with an answer; %zu pairs of identical texts count as ties. Judges: %zu. "
        "Answers: %zu.</p>\n",
        tally->ballot->digest, tally->to_read, tally->read, tally->same, tally->ballot->judges, tally->ballot->answers);
    table(file, tally, "Preference", tally->total, tally->totals);
    table(file, tally, "By rival", tally->rival, tally->rivals);
    table(file, tally, "By topic", tally->topic, tally->topics);
    agreement(file, tally);
    losses(file, tally);
    fputs(mark + strlen(MARK), file);
    return judge_close_text(file, &text, &length, path, error);
}
