/* summarize/word_rows.h - the features of a word, one row each.
 *
 * To add a feature, add a row: its name, its group, and its value from the sums `s` over the word's occurrences and what is
 * known of the word `w` (see word_features.c). Its value should be a share, a logarithm or a bounded count, so that it is of
 * about the same size in every cluster. Models trained before have to be trained again. */
#pragma once

/* GROUP(id, name): what a setting can switch off. The last two hold no features: the same features once more for function
 * words alone, and weights of common words themselves. */
#define KN_WORD_GROUP_ROWS(GROUP)                                                                                      \
    GROUP(FREQUENCY, "frequency")                                                                                      \
    GROUP(LEAD, "lead")                                                                                                \
    GROUP(CENTRALITY, "centrality")                                                                                    \
    GROUP(BACKGROUND, "background")                                                                                    \
    GROUP(FORM, "form")                                                                                                \
    GROUP(CONTEXT, "context")                                                                                          \
    GROUP(TITLE, "title")                                                                                              \
    GROUP(DATES, "dates")                                                                                              \
    GROUP(FUNCTION, "function")                                                                                        \
    GROUP(INDICATORS, "indicators")

/* FEATURE(name, group, value). The first rows, KN_SLOPED_FEATURES of them, also have slopes: see word_fit.h. */
#define KN_WORD_ROWS(FEATURE)                                                                                          \
    FEATURE("one", ALWAYS, 1)                                                                                          \
    FEATURE("df", FREQUENCY, w->df)                                                                                    \
    FEATURE("df^2", FREQUENCY, w->df * w->df)                                                                          \
    FEATURE("sqrt-df", FREQUENCY, sqrt(w->df))                                                                         \
    FEATURE("logit-df", FREQUENCY, log_of(w->logs, (s->documents + .5) / (w->all_documents - s->documents + .5)) / 4)  \
    FEATURE("log-tf", FREQUENCY, w->tf)                                                                                \
    FEATURE("log-tf^2", FREQUENCY, w->tf * w->tf)                                                                      \
    FEATURE("tf-share", FREQUENCY, 50 * s->times / w->all_tokens)                                                      \
    FEATURE("sentence-share", FREQUENCY, 5 * s->lines / w->all_lines)                                                  \
    FEATURE("tf=1", FREQUENCY, s->times == 1)                                                                          \
    FEATURE("tf=2", FREQUENCY, s->times == 2)                                                                          \
    FEATURE("d<=1", FREQUENCY, s->documents <= 1)                                                                      \
    FEATURE("df>=.5", FREQUENCY, w->df >= .5)                                                                          \
    FEATURE("df>=.8", FREQUENCY, w->df >= .8)                                                                          \
    FEATURE("lead", LEAD, w->lead)                                                                                     \
    FEATURE("sqrt-lead", LEAD, sqrt(w->lead))                                                                          \
    FEATURE("lead3", LEAD, w->early)                                                                                   \
    FEATURE("sqrt-lead3", LEAD, sqrt(w->early))                                                                        \
    FEATURE("lead>=1", LEAD, s->leads >= 1)                                                                            \
    FEATURE("lead>=2", LEAD, s->leads >= 2)                                                                            \
    FEATURE("earliest", LEAD, 1 - s->first_smallest)                                                                   \
    FEATURE("mean-first", LEAD, s->first_sum / s->documents)                                                           \
    FEATURE("similarity", CENTRALITY, 20 * s->similarity / s->lines)                                                   \
    FEATURE("mean-lexrank", CENTRALITY, s->lexrank / s->lines)                                                         \
    FEATURE("max-lexrank", CENTRALITY, s->lexrank_most / 3)                                                            \
    FEATURE("idf", BACKGROUND, w->idf)                                                                                 \
    FEATURE("idf^2", BACKGROUND, w->idf * w->idf)                                                                      \
    FEATURE("icf", BACKGROUND, w->icf)                                                                                 \
    FEATURE("log-df-ratio", BACKGROUND, log_of(w->logs, (w->df + .02) / (w->share + .02)) / 3)                         \
    FEATURE("capital", FORM, w->capital)                                                                               \
    FEATURE("capital*df", FORM, w->capital * w->df)                                                                    \
    FEATURE("digits", FORM, w->digits)                                                                                 \
    FEATURE("length", FORM, fmin(12, w->characters) / 12)                                                              \
    FEATURE("df*idf", FORM, w->df * w->idf)                                                                            \
    FEATURE("lead*idf", FORM, w->lead * w->idf)                                                                        \
    FEATURE("log-tf*idf", FORM, w->tf * w->idf)                                                                        \
    FEATURE("lead*df", FORM, w->lead * w->df)                                                                          \
    FEATURE("twice", FORM, s->twice / s->lines)                                                                        \
    FEATURE("quoted", CONTEXT, s->quoted / s->times)                                                                   \
    FEATURE("with-pronoun", CONTEXT, s->pronoun / s->times)                                                            \
    FEATURE("with-speaker", CONTEXT, s->speaker / s->times)                                                            \
    FEATURE("-ed", CONTEXT, s->ed / s->times)                                                                          \
    FEATURE("-ing", CONTEXT, s->ing / s->times)                                                                        \
    FEATURE("-ly", CONTEXT, s->ly / s->times)                                                                          \
    FEATURE("-s", CONTEXT, s->s / s->times)                                                                            \
    FEATURE("best-pair", CONTEXT, s->pair_best)                                                                        \
    FEATURE("best-pair^2", CONTEXT, s->pair_best * s->pair_best)                                                       \
    FEATURE("pairs", CONTEXT, log_of(w->logs, 1 + s->pairs) / 2)                                                       \
    FEATURE("first-third", CONTEXT, s->first_third / s->times)                                                         \
    FEATURE("sentence-length", CONTEXT, s->length / s->times / 30)                                                     \
    FEATURE("company", CONTEXT, log_of(w->logs, 1 + s->company) / 5)                                                   \
    FEATURE("max-sentence-df", CONTEXT, 2 * s->line_df_most)                                                           \
    FEATURE("mean-sentence-df", CONTEXT, 3 * s->line_df / s->lines)                                                    \
    FEATURE("title", TITLE, w->title)                                                                                  \
    FEATURE("sqrt-title", TITLE, sqrt(w->title))                                                                       \
    FEATURE("title>=1", TITLE, s->titles >= 1)                                                                         \
    FEATURE("title*idf", TITLE, w->title * w->idf)                                                                     \
    FEATURE("recency", DATES, s->recency / s->documents)                                                               \
    FEATURE("newest", DATES, s->newest)                                                                                \
    FEATURE("newest-lead", DATES, s->newest_lead)
