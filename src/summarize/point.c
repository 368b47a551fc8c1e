/* point.c - the features of a sentence that says what its document is about, and their weights. */
#include "summarize/point.h"
#include "base/ascii.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINT_NAME(id, name, weight, plain) name,
#define POINT_WEIGHT(id, name, weight, plain) weight,
#define POINT_PLAIN(id, name, weight, plain) plain,
const char *const kn_point_names[] = {KN_POINTS(POINT_NAME)};
static const double WEIGHT[] = {KN_POINTS(POINT_WEIGHT)}, PLAIN_WEIGHT[] = {KN_POINTS(POINT_PLAIN)};

/* What a word hints at. */
enum {
    SAYS = 1,       /* a verb of definitions */
    LEGAL = 2,      /* licences */
    CONTACT = 4,    /* authors, mail, bug reports */
    SETUP = 8,      /* installation */
    POINTER = 16,   /* to another place in the text, or to another text */
    CONDITION = 32, /* opens a sentence about a case */
    COMMAND = 64,   /* opens a request to the reader */
    SELF = 128,     /* what a document calls its subject after "this" */
    ARTICLE = 256,
    IS = 512,
    PAST = 1024,   /* a verb of stories */
    DETAIL = 2048, /* options and their values */
    CHANGE = 4096, /* versions */
    NOTE = 8192,   /* opens a remark */
    CONTEXT = 16384 /* what the reader of a summary does not see */
};

/* English words by their spelling. In other languages these features are 0. */
static const struct cue {
    const char *word;
    unsigned hints;
} CUE[] = {
    {"a", ARTICLE},
    {"above", POINTER | CONTEXT},
    {"add", COMMAND},
    {"added", CHANGE},
    {"aforementioned", CONTEXT},
    {"after", CONDITION},
    {"aims", SAYS},
    {"allow", SAYS},
    {"allows", SAYS},
    {"an", ARTICLE},
    {"appendix", POINTER},
    {"application", SELF},
    {"are", IS},
    {"argument", DETAIL},
    {"arguments", DETAIL},
    {"article", SELF},
    {"as", CONDITION},
    {"author", CONTACT},
    {"authors", CONTACT},
    {"before", CONDITION},
    {"below", POINTER | CONTEXT},
    {"book", SELF},
    {"bsd", LEGAL},
    {"bug", CONTACT},
    {"bugs", CONTACT},
    {"build", SETUP},
    {"building", SETUP},
    {"caution", NOTE},
    {"caveat", NOTE},
    {"chapter", POINTER | SELF},
    {"check", COMMAND},
    {"click", COMMAND},
    {"collection", SELF},
    {"command", SELF},
    {"compile", SETUP},
    {"compiled", SETUP},
    {"compiler", SETUP},
    {"compiling", SETUP},
    {"configure", SETUP},
    {"contact", CONTACT},
    {"contributed", CONTACT},
    {"contributions", CONTACT},
    {"contributors", CONTACT},
    {"converts", SAYS},
    {"copy", COMMAND},
    {"copyright", LEGAL},
    {"copyrighted", LEGAL},
    {"create", COMMAND},
    {"creates", SAYS},
    {"currently", CHANGE},
    {"damages", LEGAL},
    {"default", DETAIL},
    {"defaults", DETAIL},
    {"define", SAYS},
    {"defines", SAYS},
    {"dependencies", SETUP},
    {"describe", SAYS},
    {"describes", SAYS},
    {"designed", SAYS},
    {"did", PAST},
    {"directory", SETUP},
    {"disclaimer", LEGAL},
    {"displays", SAYS},
    {"distributed", LEGAL},
    {"document", SELF},
    {"documentation", SELF | POINTER},
    {"download", SETUP},
    {"downloaded", SETUP},
    {"edit", COMMAND},
    {"email", CONTACT},
    {"enables", SAYS},
    {"ensure", COMMAND},
    {"enter", COMMAND},
    {"example", POINTER},
    {"examples", POINTER},
    {"faq", POINTER},
    {"figure", POINTER},
    {"file", SELF},
    {"fixed", CHANGE},
    {"fixes", CHANGE},
    {"flag", DETAIL},
    {"flags", DETAIL},
    {"following", POINTER},
    {"follows", POINTER},
    {"for", CONDITION},
    {"framework", SELF},
    {"game", SELF},
    {"generates", SAYS},
    {"git", SETUP},
    {"gnu", LEGAL},
    {"gpl", LEGAL},
    {"gplv2", LEGAL},
    {"gplv3", LEGAL},
    {"guide", SELF},
    {"had", PAST},
    {"helps", SAYS},
    {"hint", NOTE},
    {"however", CONDITION},
    {"https", CONTACT},
    {"if", CONDITION},
    {"ignore", DETAIL},
    {"ignored", DETAIL},
    {"implements", SAYS},
    {"important", NOTE},
    {"in", CONDITION},
    {"includes", SAYS},
    {"install", SETUP},
    {"installation", SETUP},
    {"installed", SETUP},
    {"installing", SETUP},
    {"instructions", SETUP},
    {"intended", SAYS},
    {"is", IS},
    {"legal", LEGAL},
    {"lets", SAYS},
    {"lgpl", LEGAL},
    {"liability", LEGAL},
    {"liable", LEGAL},
    {"library", SELF},
    {"licence", LEGAL},
    {"license", LEGAL},
    {"licensed", LEGAL},
    {"listed", POINTER},
    {"longer", CHANGE},
    {"look", COMMAND},
    {"mail", CONTACT},
    {"mailing", CONTACT},
    {"maintained", CONTACT},
    {"maintainer", CONTACT},
    {"make", COMMAND},
    {"manages", SAYS},
    {"manual", SELF},
    {"mentioned", CONTEXT},
    {"method", SELF},
    {"mit", LEGAL},
    {"module", SELF},
    {"nb", NOTE},
    {"note", NOTE},
    {"now", CHANGE},
    {"offers", SAYS},
    {"older", CHANGE},
    {"once", CONDITION},
    {"option", DETAIL},
    {"optional", DETAIL},
    {"optionally", DETAIL},
    {"options", DETAIL},
    {"otherwise", DETAIL},
    {"override", DETAIL},
    {"package", SELF},
    {"page", SELF},
    {"paper", SELF},
    {"parameter", DETAIL},
    {"parameters", DETAIL},
    {"patch", CONTACT},
    {"patches", CONTACT},
    {"patent", LEGAL},
    {"permission", LEGAL},
    {"please", COMMAND | CONTACT},
    {"plugin", SELF},
    {"preceding", CONTEXT},
    {"previous", CHANGE},
    {"previously", CONTEXT},
    {"prints", SAYS},
    {"program", SELF},
    {"programs", SELF},
    {"project", SELF},
    {"provide", SAYS},
    {"provides", SAYS},
    {"questions", CONTACT},
    {"read", COMMAND},
    {"readme", POINTER},
    {"reads", SAYS},
    {"redistribute", LEGAL},
    {"release", CHANGE},
    {"released", CHANGE},
    {"remember", COMMAND},
    {"removed", CHANGE},
    {"report", CONTACT},
    {"reported", CONTACT},
    {"repository", SELF},
    {"reserved", LEGAL},
    {"respectively", DETAIL},
    {"rights", LEGAL},
    {"root", SETUP},
    {"run", COMMAND},
    {"said", PAST},
    {"script", SELF},
    {"section", POINTER | SELF},
    {"see", COMMAND | POINTER},
    {"send", COMMAND | CONTACT},
    {"server", SELF},
    {"set", COMMAND},
    {"shows", SAYS},
    {"simply", COMMAND},
    {"since", CHANGE},
    {"software", SELF},
    {"specification", SELF},
    {"specified", DETAIL},
    {"specifies", SAYS},
    {"specify", DETAIL},
    {"standard", SELF},
    {"sudo", SETUP},
    {"suggestions", CONTACT},
    {"suite", SELF},
    {"supports", SAYS},
    {"system", SELF},
    {"table", POINTER},
    {"takes", SAYS},
    {"thank", CONTACT},
    {"thanks", CONTACT},
    {"the", ARTICLE},
    {"then", CONDITION},
    {"tip", NOTE},
    {"to", CONDITION},
    {"todo", NOTE},
    {"tool", SELF},
    {"toolkit", SELF},
    {"tools", SELF},
    {"trademark", LEGAL},
    {"trademarks", LEGAL},
    {"tries", SAYS},
    {"try", COMMAND},
    {"tutorial", SELF},
    {"type", COMMAND},
    {"unless", CONDITION | DETAIL},
    {"unlike", CONDITION},
    {"upgrade", SETUP},
    {"use", COMMAND},
    {"used", SAYS},
    {"useful", SAYS},
    {"uses", SAYS},
    {"utility", SELF},
    {"value", DETAIL},
    {"values", DETAIL},
    {"variable", DETAIL},
    {"variables", DETAIL},
    {"version", CHANGE},
    {"versions", CHANGE},
    {"warning", NOTE},
    {"warranties", LEGAL},
    {"warranty", LEGAL},
    {"was", PAST},
    {"website", CONTACT},
    {"were", PAST},
    {"when", CONDITION},
    {"while", CONDITION},
    {"with", CONDITION},
    {"works", SAYS},
    {"writes", SAYS},
    {"written", SAYS},
    {"www", CONTACT},
    {"yet", CHANGE},
    {"you", COMMAND},
};

typedef struct phrase {
    const char *word;
    size_t length;
} phrase;

static int compare_cue(const void *key, const void *element)
{
    const phrase *word = key;
    const struct cue *cue = element;
    int order = strncmp(word->word, cue->word, word->length);
    return order ? order : cue->word[word->length] ? -1 : 0;
}

static unsigned hints_of(const char *word, size_t length)
{
    const struct cue *cue = bsearch(&(phrase){word, length}, CUE, sizeof CUE / sizeof *CUE, sizeof *CUE, compare_cue);
    return cue ? cue->hints : 0;
}

/* What all lines of a story share. */
typedef struct points {
    const kn_story *story;
    unsigned short *hints; /* [forms] */
    bool *titled;          /* [words] in the first headline, and no function word */
    size_t title;          /* words of the first headline that are no function words */
    bool *part;            /* [lines] takes part */
    size_t parts;          /* lines that take part */
    unsigned aside;        /* hints of boilerplate */
} points;

/* Sentences that are enough for a summary without side sections; fewer words than SHORT are a short sentence, and boilerplate has
 * fewer than LONGEST_BOILERPLATE words and at least two hints. */
enum { ENOUGH = 3, SHORT = 8, LONGEST_BOILERPLATE = 25, BOILERPLATE_HINTS = 2 };

static size_t count_hints(const points *self, const kn_story_line *line, unsigned hints)
{
    size_t count = 0;
    for (size_t i = line->first_word; i < line->end_word; i++)
        count += (self->hints[self->story->stream.word[i].form] & hints) != 0;
    return count;
}

/* A short sentence that says nothing and has two words of licences, authors, addresses or other places: "Report bugs at ...". Of
 * the likely sentences (above -3) of this form 23% are half as near to the description as the nearest one, of all 43%. */
static bool is_boilerplate(const points *self, const kn_story_line *line)
{
    return kn_story_has_sections(self->story) && !line->ended && !line->defines && line->words < LONGEST_BOILERPLATE &&
           count_hints(self, line, self->aside) >= BOILERPLATE_HINTS && !count_hints(self, line, SAYS);
}

/* Returns how many lines take part. */
static size_t find_parts(const points *self, bool sides, bool *part)
{
    size_t count = 0;
    for (size_t i = 0; i < self->story->lines; i++) {
        const kn_story_line *line = &self->story->line[i];
        part[i] = line->featured && (sides || (line->section != KN_SECTION_ASIDE && !is_boilerplate(self, line)));
        count += part[i];
    }
    return count;
}

/* The hints that boilerplate is known by: those that less than a fifth of the lines have. Others are what the document is about. */
static unsigned find_aside(const points *self)
{
    static const unsigned all[] = {LEGAL, CONTACT, POINTER};
    unsigned aside = 0;
    for (size_t h = 0; h < sizeof all / sizeof *all; h++) {
        size_t count = 0;
        for (size_t i = 0; i < self->story->lines; i++)
            count += count_hints(self, &self->story->line[i], all[h]) > 0;
        aside |= count * 5 < self->story->lines ? all[h] : 0;
    }
    return aside;
}

static double capped(double value, double most)
{
    return value < most ? value : most;
}

/* Bytes that are neither letters nor usual punctuation: of code, options, paths and addresses. */
static double share_of_marks(const kn_story_line *line)
{
    size_t marks = 0;
    for (size_t i = 0; i < line->length; i++)
        marks += strchr("/_<>={}[]|\\`$@#*+~^%&;\"", line->text[i]) != NULL;
    return (double)marks / (double)(line->length ? line->length : 1);
}

static double share_of_figures(const kn_story_line *line)
{
    size_t figures = 0;
    for (size_t i = 0; i < line->length; i++)
        figures += line->text[i] >= '0' && line->text[i] <= '9';
    return (double)figures / (double)(line->length ? line->length : 1);
}

static void read_words(const points *self, const kn_story_line *line, double *x)
{
    const kn_word *word = self->story->stream.word + line->first_word;
    size_t count = line->end_word - line->first_word, sum[7] = {0};
    static const unsigned counted[] = {SAYS, LEGAL, CONTACT, SETUP, POINTER, DETAIL, CHANGE};
    unsigned before = 0, first = count ? self->hints[word[0].form] : 0;
    size_t plain = 0;
    bool says = false, past = false, context = false;
    for (size_t i = 0; i < count; i++) {
        unsigned hints = self->hints[word[i].form];
        plain += (word[i].flags & KNAP_WORD_STOP) != 0;
        for (size_t c = 0; c < 7; c++)
            sum[c] += (hints & counted[c]) != 0;
        says = says || hints & SAYS || (before & IS && hints & ARTICLE);
        past = past || hints & PAST;
        context = context || hints & CONTEXT;
        before = hints;
    }
    x[KN_POINT_PLAIN] = (double)plain / (double)(count ? count : 1);
    x[KN_POINT_SAYS] = says;
    x[KN_POINT_NAME_SAYS] = says && line->names;
    x[KN_POINT_LEGAL] = capped((double)sum[1], 3);
    x[KN_POINT_CONTACT] = capped((double)sum[2], 3);
    x[KN_POINT_SETUP] = capped((double)sum[3], 3);
    x[KN_POINT_POINTER] = capped((double)sum[4], 3);
    x[KN_POINT_DETAIL] = capped((double)sum[5], 3);
    x[KN_POINT_CHANGE] = capped((double)sum[6], 3);
    x[KN_POINT_PAST] = past;
    x[KN_POINT_CONTEXT] = context;
    x[KN_POINT_NOTE] = (first & NOTE) != 0;
    x[KN_POINT_CONDITION] = (first & CONDITION) != 0;
    x[KN_POINT_COMMAND] = (first & COMMAND) != 0;
    x[KN_POINT_ITSELF] = line->points_back && count > 1 && self->hints[word[1].form] & SELF;
}

static double share_of_title(const points *self, size_t line)
{
    const kn_counts *words = &self->story->counts;
    size_t shared = 0;
    for (size_t i = words->start[line]; i < words->start[line + 1]; i++)
        shared += self->titled[words->id[i]];
    return self->title ? (double)shared / (double)self->title : 0;
}

/* `place` is the number of lines before it that take part. */
static void read_line(const points *self, size_t number, size_t place, double *x)
{
    const kn_story_line *line = &self->story->line[number];
    memset(x, 0, KN_POINT_COUNT * sizeof *x);
    read_words(self, line, x);
    x[KN_POINT_PLACE] = kn_log1p((double)place);
    x[KN_POINT_FIRST] = place == 0 && self->part[number];
    x[KN_POINT_SHARE] = (double)place / (double)(self->parts ? self->parts : 1);
    x[KN_POINT_PREAMBLE] = line->under == 0;
    x[KN_POINT_SECTION_FIRST] = number == 0 || self->story->line[number - 1].under != line->under;
    x[KN_POINT_MAIN] = line->section == KN_SECTION_MAIN;
    x[KN_POINT_CENTRAL] = line->central;
    x[KN_POINT_LENGTH] = kn_log1p((double)line->words);
    x[KN_POINT_TITLE] = share_of_title(self, number);
    x[KN_POINT_NAME] = line->names;
    x[KN_POINT_MARKS] = capped(share_of_marks(line), 0.2);
    x[KN_POINT_SHORT] = line->words < SHORT;
    x[KN_POINT_FIGURES] = capped(share_of_figures(line), 0.2);
    x[KN_POINT_BACK] = line->points_back;
    x[KN_POINT_SPEAKS] = line->speaks;
}

static bool begin(points *self, const kn_story *story, bool *part)
{
    const kn_name_list *forms = &story->stream.form;
    *self = (points){.story = story, .part = part};
    self->hints = kn_new(story->allocator, forms->count, sizeof *self->hints);
    self->titled = kn_new(story->allocator, story->word.count, sizeof *self->titled);
    if (!self->hints || !self->titled)
        return false;
    for (size_t i = 0; i < forms->count; i++)
        self->hints[i] = (unsigned short)hints_of(forms->name[i], forms->length[i]);
    for (size_t i = 0; story->titles.rows && i < story->titles.start[1]; i++)
        if (!story->stop[story->titles.id[i]]) {
            self->titled[story->titles.id[i]] = true;
            self->title++;
        }
    self->aside = find_aside(self);
    self->parts = find_parts(self, false, part);
    if (self->parts < ENOUGH)
        self->parts = find_parts(self, true, part);
    return true;
}

knap_status kn_points_read(const kn_story *story, double *feature, bool *part, knap_error *error)
{
    points self;
    bool ok = begin(&self, story, part);
    for (size_t i = 0, place = 0; ok && i < story->lines; i++) {
        read_line(&self, i, place, feature + i * KN_POINT_COUNT);
        place += part[i];
    }
    kn_free(story->allocator, self.hints, story->stream.form.count, sizeof *self.hints);
    kn_free(story->allocator, self.titled, story->word.count, sizeof *self.titled);
    return ok ? KNAP_OK : kn_no_memory(error);
}

/* The text has the words, which are in lower case, whatever the case of its letters. */
static bool has_phrase(const kn_story_line *line, const char *words)
{
    size_t length = strlen(words);
    for (size_t at = 0; at + length <= line->length; at++)
        if ((line->text[at] | 32) == (words[0] | 32) && kn_ascii_same_start(line->text + at, words, length))
            return true;
    return false;
}

/* What a sentence of a licence tells: what is permitted, on which condition, and that there is no warranty. What its words mean is
 * no part of it. Set by hand: descriptions of packages do not say it. */
static double clause_of(const kn_story_line *line)
{
    static const struct {
        double weight;
        const char *words[8];
    } clauses[] = {
        {1.5, {"hereby grant", "permission is", "is granted", "permitted", "you may", "can redistribute", "you are free", "allow you"}},
        {1, {"provided that", "provided, however", "must retain", "must include", "be included", "conditions are met", "you must"}},
        {1, {"warrant", "\"as is\"", "liable"}},
        {-2, {"shall mean", "on debian systems", "should have received", "for the purposes", "for more details"}}};
    double sum = 0;
    for (size_t c = 0; c < sizeof clauses / sizeof *clauses; c++)
        for (size_t p = 0; p < 8 && clauses[c].words[p]; p++)
            if (has_phrase(line, clauses[c].words[p])) {
                sum += clauses[c].weight;
                break;
            }
    return sum;
}

/* Two of five lines that take part have a word of licences. */
static bool is_licence(const kn_story *story, const double *feature, const bool *part)
{
    size_t legal = 0, parts = 0;
    for (size_t i = 0; i < story->lines; i++) {
        parts += part[i];
        legal += part[i] && feature[i * KN_POINT_COUNT + KN_POINT_LEGAL] > 0;
    }
    return parts && legal * 5 >= parts * 2;
}

/* Marks from which on a line is taken to be technical. */
static const double TECHNICAL_MARKS = 0.02;

/* More of the lines that take part tell of the past than have words or marks of technical texts: an article, not a manual. */
static bool is_narrative(const kn_story *story, const double *feature, const bool *part)
{
    size_t past = 0, technical = 0;
    for (size_t i = 0; i < story->lines; i++) {
        const double *x = feature + i * KN_POINT_COUNT;
        past += part[i] && x[KN_POINT_PAST] > 0;
        technical += part[i] && (x[KN_POINT_SETUP] > 0 || x[KN_POINT_POINTER] > 0 || x[KN_POINT_COMMAND] > 0 ||
                                 x[KN_POINT_MARKS] > TECHNICAL_MARKS);
    }
    return past > technical;
}

/* In a list of changes the newest, which are the first, count more by this for each e-fold of their place. */
static const double LOG_PLACE = 1;

/* What a line earns that says what the document or its subject is. Set by hand: descriptions of packages are not about documents. */
static const double PRESENTS = 2;

/* Lines at the beginning that do so below a heading, too. */
enum { OPENING = 10 };

/* What a sentence loses that refers to one that cannot be picked, or to what is "above". */
static const double LOST = 1.5;

static double score_of(const double *weight, const double *feature)
{
    double score = 0;
    for (size_t f = 0; f < KN_POINT_COUNT; f++)
        score += weight[f] * feature[f];
    return score;
}

/* What stands outside the paragraph of the likeliest sentence is less likely than its features say: within the same section by the
 * first, elsewhere by the second. Set by F of the words of summaries: see FAR_BELOW in material.c. */
static const double OTHER_PARAGRAPH = 1.5, OTHER_SECTION = 2.5;

/* The likeliest line outside the paragraph of line `but`; with `but` = lines, of all. */
static size_t find_likeliest(const kn_story *story, size_t but)
{
    size_t found = story->lines;
    for (size_t i = 0; i < story->lines; i++)
        if ((but == story->lines || story->line[i].sentence->paragraph != story->line[but].sentence->paragraph) &&
            (found == story->lines || story->line[i].point > story->line[found].point))
            found = i;
    return found;
}

/* Lowers all points but those around the likeliest line and, if that is a paragraph by itself such as the NAME of a manual page,
 * around the likeliest of the others. */
static void lower_others(kn_story *story)
{
    size_t first = find_likeliest(story, story->lines), alone = 0, second;
    const kn_story_line *line = story->line;
    for (size_t i = 0; i < story->lines; i++)
        alone += line[i].sentence->paragraph == line[first].sentence->paragraph;
    second = alone > 1 ? story->lines : find_likeliest(story, first);
    second = second == story->lines ? first : second;
    for (size_t i = 0; i < story->lines; i++) {
        bool near = line[i].sentence->paragraph == line[first].sentence->paragraph ||
                    line[i].sentence->paragraph == line[second].sentence->paragraph;
        bool within = line[i].under == line[first].under || line[i].under == line[second].under;
        story->line[i].point -= near ? 0 : within ? OTHER_PARAGRAPH : OTHER_SECTION;
    }
}

/* Lines that are at most this far below the best are taken to be picked. */
static const double NEAR_BEST = 1;

/* The title may open the summary if no likely sentence has all its words. */
static void mark_title(kn_story *story, const double *feature)
{
    kn_story_line *title = &story->line[story->title];
    title->candidate = story->heading && !story->spoken;
    for (size_t i = 0; i < story->lines; i++)
        if (story->line[i].point > -NEAR_BEST && feature[i * KN_POINT_COUNT + KN_POINT_TITLE] >= 1)
            title->candidate = false;
}

knap_status kn_points_mark(kn_story *story, knap_error *error)
{
    size_t lines = story->documents == 1 ? story->lines : 0;
    double *feature = kn_new(story->allocator, lines * KN_POINT_COUNT, sizeof *feature), best = -INFINITY;
    const double *weight;
    bool *part = kn_new(story->allocator, lines, sizeof *part);
    knap_status status = feature && part ? KNAP_OK : kn_no_memory(error);
    if (!status && lines)
        status = kn_points_read(story, feature, part, error);
    story->licence = !status && lines && is_licence(story, feature, part);
    story->narrative = !status && lines && is_narrative(story, feature, part);
    weight = kn_story_has_details(story) ? WEIGHT : PLAIN_WEIGHT;
    for (size_t i = 0; !status && i < lines; i++) {
        const double *x = feature + i * KN_POINT_COUNT;
        story->line[i].point = part[i] ? score_of(weight, x) : -INFINITY;
        if (story->licence)
            story->line[i].point += clause_of(&story->line[i]) - weight[KN_POINT_LEGAL] * x[KN_POINT_LEGAL];
        else if (weight == WEIGHT && !story->line[i].defines &&
                 (x[KN_POINT_CONTEXT] > 0 || (i && story->line[i].points_back && !part[i - 1])))
            story->line[i].point -= LOST;
        if (story->log)
            story->line[i].point -= LOG_PLACE * x[KN_POINT_PLACE] + weight[KN_POINT_CHANGE] * x[KN_POINT_CHANGE];
        best = fmax(best, story->line[i].point);
    }
    for (size_t i = 0; !status && i < lines; i++) {
        const double *x = feature + i * KN_POINT_COUNT;
        story->line[i].point = part[i] ? story->line[i].point - best : -INFINITY;
        if (story->line[i].defines && (story->line[i].under == 0 || i < OPENING))
            story->line[i].point = fmin(0, story->line[i].point + PRESENTS - weight[KN_POINT_ITSELF] * x[KN_POINT_ITSELF]);
    }
    if (!status && lines && kn_story_has_details(story))
        lower_others(story);
    if (!status && story->title)
        mark_title(story, feature);
    kn_free(story->allocator, feature, lines * KN_POINT_COUNT, sizeof *feature);
    kn_free(story->allocator, part, lines, sizeof *part);
    return status;
}
