/* train_report.c - the page of knap train --report: what Theorem 1 and its corollary say of the training that was run. */
#include "train_report.h"
#include "team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int train_report_check(const train_report *self, const char *output, bool validates, bool resumes)
{
    if (!self->path)
        return CLI_DONE;
    if (!self->path[0])
        return cli_say(CLI_USAGE, "--report needs the name of a file");
    if (strcmp(self->path, output) == 0)
        return cli_say(CLI_USAGE, "--report and --output name the same file");
    if (validates)
        return cli_say(CLI_USAGE, "--report shows one training, and --validate tries several: leave one of them out");
    if (resumes)
        return cli_say(CLI_USAGE,
                       "--report shows all rounds, and --resume begins with later ones: leave one of them out");
    return cli_team() ? cli_say(CLI_USAGE, "--report is for one process: start knap without mpirun") : CLI_DONE;
}

static int hear(void *context, const knap_progress *news)
{
    train_report *self = context;
    cli_curve_hear(&self->curve, self->epochs, news);
    return self->next ? self->next(self->context, news) : 0;
}

void train_report_attach(train_report *self, size_t epochs, knap_run *run)
{
    if (!self->path)
        return;
    self->epochs = epochs;
    self->next = run->progress;
    self->context = run->context;
    run->progress = hear;
    run->context = self;
}

static const char MEANING[] =
    "<p>Reward, regret and bound are means over the lists of an epoch, in the unit of the reward. The "
    "<b>regret</b> of a list is what its picks lost against the best choice in each position. The <b>bound</b> is "
    "Theorem 1 of Zhou et al. 2013 for these lists: (1 - prod (1 - cost/budget)) times the oracle&#39;s reward, less "
    "the "
    "regret. The reward is never below it.</p>\n"
    "<p>The <b>corollary</b> has the regret of the convex loss that is learned and the gap G between that loss and the "
    "true one in place of the regret. By its definition their sum is the regret, so the line is the same.</p>\n";

/* A row for each of up to twenty points. */
static void write_rows(FILE *file, const train_report *self, size_t instances)
{
    const cli_curve *curve = &self->curve;
    size_t step = cli_curve_step(self->epochs), every = (curve->points + 19) / 20;
    fprintf(file, "<h2>Rounds</h2>\n<div class=\"card\"><table><thead><tr><th>epoch</th><th>rounds</th><th>reward</th>"
                  "<th>regret</th><th>bound</th><th>for new data</th></tr></thead><tbody>\n");
    for (size_t i = every ? (curve->points - 1) % every : 0; i < curve->points; i += every) { /* the last is shown */
        double rounds = (double)instances * (double)((i + 1) * step);
        fprintf(file, "<tr><td>%zu</td><td>%.0f</td><td>%.4f</td><td>%.4f</td>", (i + 1) * step, rounds,
                curve->reward[i], curve->regret[i]);
        if (isnan(curve->bound[i]))
            fprintf(file, "<td>-</td><td>-</td></tr>\n");
        else
            fprintf(file, "<td>%.4f</td><td>%.4f</td></tr>\n", curve->bound[i],
                    curve->bound[i] - 2 * sqrt(2 * log(1 / 0.05) / (double)instances));
    }
    fprintf(file,
            "</tbody></table></div>\n<p class=\"soft\">For new data the theorem takes another 2 sqrt(2 ln(1/0.05) "
            "/ T) from the bound, with a probability of 95%%, for lists of T instances that were drawn "
            "independently; here T is %zu. A number below 0 says nothing.</p>\n",
            instances);
}

knap_status train_report_write(const train_report *self, size_t instances, const knap_report *report,
                               const knap_settings *settings, knap_error *error)
{
    char *page = NULL, value[128];
    size_t length = 0;
    knap_status status;
    FILE *file;
    if (!self->path)
        return KNAP_OK;
    file = cli_page(&page, &length);
    cli_figure_head(file, "knap train");
    fprintf(file, "<p class=\"soft\">%zu instances, %zu epochs; knap %s. In the last epoch: reward %.4f, regret %.4f",
            instances, self->epochs, knap_version(), report->reward, report->regret);
    if (!isnan(report->bound))
        fprintf(file, ", bound %.4f", report->bound);
    fprintf(file, "; oracle %.4f.</p>\n", report->oracle);
    cli_figure_curve(file, &self->curve, self->epochs, "training", "mean reward of the lists of an epoch");
    fputs(MEANING, file);
    if (isnan(report->bound))
        fprintf(file,
                "<p>A reward of these data is not submodular: Theorem 1 does not apply, and there is no bound.</p>\n");
    write_rows(file, self, instances);
    fprintf(file, "<h2>Settings</h2>\n<div class=\"card\"><table><tbody>\n");
    for (const knap_param *param = knap_settings_table(); param->name; param++) {
        fprintf(file, "<tr><td>%s</td><td>", param->name);
        cli_figure_text(file, knap_param_format(param, settings, 0, value, sizeof value));
        fprintf(file, "</td></tr>\n");
    }
    fprintf(file, "</tbody></table></div>\n</main>\n</body>\n</html>\n");
    cli_page_end(file, &page);
    status = cli_write_file(self->path, page, length, error);
    free(page);
    return status;
}
