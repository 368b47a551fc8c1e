/* subtitles.c - subtitles and transcripts: time stamps go, the speakers of what remains are known.
 *
 *     00:00:04,000 --> 00:00:06,500      a cue of SubRip or WebVTT; lines follow up to an empty one
 *     [00:00:04] Anna: Good evening.     a line of a transcript; also "Anna (00:04): ..." and "00:04 Anna: ..."
 *
 * The cues of a speaker are one paragraph as long as no long pause is between them. Rolling captions show a line again in the next
 * cue, and growing ones a line with more words: what was shown is not read again. Speech without punctuation, as machines write it
 * down, is cut into sentences (speech.h). */
#include "formats/subtitles.h"
#include "formats/entity.h"
#include "formats/name.h"
#include "formats/speech.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { HEAD = 4096, LONGEST_SPEAKER = 40, SPEAKER_WORDS = 4, PAUSE = 4000, LONG_CUES = 600 };
/* Milliseconds: of silence between two words or cues that ends a thought, and between cues that roll. */
enum { THOUGHT = 900, ROLLING = 100 };

typedef struct reader {
    const char *text;
    size_t length;
    kn_extract extract;
    char speaker[LONGEST_SPEAKER * 4 + 1];
    kn_text speech;       /* of the open paragraph, with the marks of speech.h */
    kn_text line;         /* the line that is read, without tags */
    kn_text shown, now;   /* the lines of the last cue and of this one, each with a line end */
    bool rolls;           /* this cue follows the last one at once */
    long time;            /* of the last word or cue, milliseconds; -1: not known */
    const char *language; /* of speech without punctuation; NULL: it has punctuation */
} reader;

/* ---- Pieces ---- */

/* Moves *at past "00:04", "1:00:04" or "00:00:04,000"; returns milliseconds, or -1 where there is no time. */
static long read_time(const char *text, size_t *at, size_t end)
{
    long value = 0;
    size_t here = *at, parts = 0;
    for (;;) {
        long number = 0;
        size_t digits = 0;
        while (here < end && kn_ascii_digit(text[here]) && digits < 6) {
            number = number * 10 + (text[here++] - '0');
            digits++;
        }
        if (digits == 0 || (parts > 0 && digits != 2) || parts == 3)
            return -1;
        value = value * 60 + number;
        parts++;
        if (here + 1 < end && text[here] == ':' && kn_ascii_digit(text[here + 1]))
            here++;
        else
            break;
    }
    if (parts < 2)
        return -1;
    value *= 1000;
    if (here + 1 < end && (text[here] == ',' || text[here] == '.') && kn_ascii_digit(text[here + 1])) {
        long scale = 100;
        for (here++; here < end && kn_ascii_digit(text[here]); here++, scale /= 10)
            value += (text[here] - '0') * scale;
    }
    *at = here;
    return value;
}

static size_t skip_blanks(const char *text, size_t at, size_t end)
{
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/* A line "00:00:04,000 --> 00:00:06,500 ..."; sets the times. */
static bool read_cue_line(const char *text, size_t begin, size_t end, long *from, long *to)
{
    size_t at = skip_blanks(text, begin, end);
    *from = read_time(text, &at, end);
    at = skip_blanks(text, at, end);
    if (*from < 0 || end - at < 3 || memcmp(text + at, "-->", 3) != 0)
        return false;
    at = skip_blanks(text, at + 3, end);
    *to = read_time(text, &at, end);
    return *to >= 0;
}

/* A name before a colon: at most four words, each with a capital or a digit, or all in capitals. Returns the end of the name, or
 * `begin` where there is none. */
static size_t speaker_end(const char *text, size_t begin, size_t end)
{
    size_t at = begin, words = 0, characters = 0;
    bool start = true;
    while (at < end) {
        size_t here = at;
        int32_t code = kn_utf8_next(text, &at, end);
        if (code == ':') {
            bool ends = at == end || text[at] == ' ';
            return ends && words > 0 ? here : begin;
        }
        if (++characters > LONGEST_SPEAKER)
            return begin;
        if (code == ' ' || code == '-') {
            start = true;
            continue;
        }
        if (code == '(' || code == ')' || code == '.' || code == '\'' || code == 0x2019 || code == '#') {
            continue;
        }
        if (!u_isalnum(code))
            return begin;
        if (start) {
            if (++words > SPEAKER_WORDS || u_islower(code))
                return begin;
            start = false;
        }
    }
    return begin;
}

static void set_speaker(reader *self, const char *name, size_t length)
{
    while (length && (kn_ascii_space(name[length - 1])))
        length--;
    if (length >= sizeof self->speaker)
        length = 0;
    memcpy(self->speaker, name, length);
    self->speaker[length] = 0;
}

static void end_paragraph(reader *self)
{
    if (self->language)
        kn_speech_add(&self->extract, self->language, self->speech.bytes, self->speech.length);
    else
        kn_speech_join(&self->extract, self->speech.bytes, self->speech.length);
    self->extract.failed |= self->speech.failed || self->line.failed || self->shown.failed || self->now.failed;
    self->speech.length = 0;
    kn_extract_end_speech(&self->extract, self->speaker);
}

/* Ends the paragraph of the speaker so far, where another one begins. */
static void change_speaker(reader *self, const char *name, size_t length)
{
    if (strlen(self->speaker) == length && memcmp(self->speaker, name, length) == 0)
        return;
    end_paragraph(self);
    set_speaker(self, name, length);
}

/* ---- The text of a cue ---- */

static bool is_note(const char *text)
{
    return memcmp(text, "\xE2\x99", 2) == 0 && (text[2] == '\xAA' || text[2] == '\xAB');
}

/* A sound in brackets, a line of a song, a rule: "[applause]", "(door closes)", "---". */
static bool is_sound(const char *text, size_t begin, size_t end)
{
    size_t rule = begin;
    if (end - begin >= 3 && (is_note(text + begin) || is_note(text + end - 3)))
        return true;
    while (rule < end && strchr("-=_*~", text[rule]))
        rule++;
    if (rule == end && end - begin >= 3)
        return true;
    return end > begin + 1 &&
           ((text[begin] == '[' && text[end - 1] == ']' && !memchr(text + begin, ':', end - begin)) ||
            (text[begin] == '(' && text[end - 1] == ')'));
}

/* How many bytes of the line say what shown[length] says, pauses aside; 0 where it says something else. */
static size_t matched(const kn_text *line, const char *shown, size_t length)
{
    size_t at = 0, same = 0;
    for (; at < line->length && same < length; at++) {
        if (line->bytes[at] == KN_PAUSE)
            continue;
        if (line->bytes[at] != shown[same++])
            return 0;
    }
    return same == length ? at : 0;
}

/* How many bytes of the line the last cue showed: all where it had the line, and those of its last line where this one goes on. */
static size_t shown_before(const reader *self)
{
    const kn_text *line = &self->line, *shown = &self->shown;
    size_t known = 0;
    for (size_t at = 0; self->rolls && at < shown->length;) {
        const char *end = memchr(shown->bytes + at, '\n', shown->length - at);
        size_t length = (size_t)(end - shown->bytes) - at;
        known = matched(line, shown->bytes + at, length);
        if (known == line->length)
            return known;
        at += length + 1;
    }
    return known && line->bytes[known] == ' ' ? known : 0;
}

/* Appends what is new in the line to the speech. */
static void take_line(reader *self)
{
    const kn_text *line = &self->line;
    size_t known;
    if (line->length == 0 || line->failed || self->shown.failed)
        return;
    known = shown_before(self);
    if (!known)
        kn_text_byte(&self->speech, KN_CAPTION_END);
    kn_text_add(&self->speech, line->bytes + known, line->length - known);
    for (size_t i = 0; i < line->length; i++)
        if (line->bytes[i] != KN_PAUSE)
            kn_text_byte(&self->now, line->bytes[i]);
    kn_text_byte(&self->now, '\n');
    self->line.length = 0;
}

/* Notes a word or cue at this time: a pause before it ends a thought. */
static void note_time(reader *self, long from, kn_text *to)
{
    if (self->time >= 0 && from - self->time > THOUGHT)
        kn_text_byte(to, KN_PAUSE);
    self->time = from;
}

/* Appends text [begin, end) to the line, with its entities resolved and its white space as single spaces. */
static void add_plain(reader *self, size_t begin, size_t end)
{
    while (begin < end) {
        char bytes[4], last = self->line.length ? self->line.bytes[self->line.length - 1] : ' ';
        size_t reference = kn_entity_length(self->text + begin, end - begin);
        size_t size = reference ? kn_entity(self->text + begin, reference, bytes) : 0;
        if (!size) {
            bytes[0] = self->text[begin];
            size = reference = 1;
        }
        if ((unsigned char)bytes[0] > ' ')
            kn_text_add(&self->line, bytes, size);
        else if (last != ' ')
            kn_text_byte(&self->line, ' ');
        begin += reference;
    }
}

/* A tag: <v Anna> names the speaker, <00:00:01.000> tells when the next word is said; others are left out. */
static void read_tag(reader *self, size_t begin, size_t end)
{
    const char *text = self->text, *space = memchr(text + begin, ' ', end - begin);
    size_t at = begin + 1;
    long time = text[begin] == '<' ? read_time(text, &at, end) : -1;
    if (time >= 0) {
        note_time(self, time, &self->line);
    } else if (space && begin + 2 < end && text[begin] == '<' && text[begin + 1] == 'v' &&
               (text[begin + 2] == ' ' || text[begin + 2] == '.')) {
        take_line(self);
        change_speaker(self, space + 1, (size_t)(text + end - space) - 1);
    }
}

/* Appends the line without tags such as <i>, {\an8} and <00:00:01.000>. */
static void add_tagged(reader *self, size_t begin, size_t end)
{
    const char *text = self->text;
    while (begin < end) {
        size_t stop = begin;
        const char *close;
        while (stop < end && text[stop] != '<' && !(text[stop] == '{' && stop + 1 < end && text[stop + 1] == '\\'))
            stop++;
        add_plain(self, begin, stop);
        if (stop == end)
            return;
        close = memchr(text + stop, text[stop] == '<' ? '>' : '}', end - stop);
        if (!close) {
            add_plain(self, stop, end);
            return;
        }
        read_tag(self, stop, (size_t)(close - text));
        begin = (size_t)(close - text) + 1;
    }
}

/* Reads what stands in brackets before the speech: who speaks, "[Alba] Good evening.", or what is heard, "(sighs) Yes.". Returns where
 * the speech begins. */
static size_t read_bracket(reader *self, size_t begin, size_t end)
{
    const char *text = self->text, *close;
    size_t stop, words = 1;
    bool square = begin < end && text[begin] == '[';
    if (!square && (begin >= end || text[begin] != '('))
        return begin;
    close = memchr(text + begin, square ? ']' : ')', end - begin);
    stop = close ? (size_t)(close - text) : end;
    for (size_t i = begin + 1; i < stop; i++)
        words += text[i] == ' ';
    if (!close || words > SPEAKER_WORDS || stop - begin > LONGEST_SPEAKER)
        return begin;
    if (square && u_isupper(kn_utf8_at(text, begin + 1, stop)))
        change_speaker(self, text + begin + 1, stop - begin - 1);
    stop++;
    stop += stop < end && text[stop] == ':';
    return skip_blanks(text, stop, end);
}

/* How long a mark at text[at] is that says that another person speaks: "- ", and ">>" in closed captions. */
static size_t turn_mark(const char *text, size_t at, size_t end)
{
    size_t begin = at, marks = 0;
    if (end > at + 1 && text[at] == '-' && (text[at + 1] == ' ' || u_isupper(kn_utf8_at(text, at + 1, end))))
        return text[at + 1] == ' ' ? 2 : 1;
    for (; at < end; marks++)
        if (text[at] == '>')
            at++;
        else if (end - at >= 4 && memcmp(text + at, "&gt;", 4) == 0)
            at += 4;
        else
            break;
    return marks >= 2 ? at - begin : 0;
}

static void add_line(reader *self, size_t begin, size_t end)
{
    const char *text = self->text;
    size_t name, mark;
    begin = skip_blanks(text, begin, end);
    mark = turn_mark(text, begin, end);
    if (mark) {
        end_paragraph(self);
        set_speaker(self, "", 0);
        begin = skip_blanks(text, begin + mark, end);
    }
    if (is_sound(text, begin, end))
        return;
    begin = read_bracket(self, begin, end);
    name = speaker_end(text, begin, end);
    if (name > begin) {
        change_speaker(self, text + begin, name - begin);
        begin = skip_blanks(text, name + 1, end);
    }
    add_tagged(self, begin, end);
    while (self->line.length && self->line.bytes[self->line.length - 1] == ' ')
        self->line.length--;
    take_line(self);
}

static size_t end_of_line(const reader *self, size_t at, size_t *next)
{
    const char *newline = memchr(self->text + at, '\n', self->length - at);
    size_t end = newline ? (size_t)(newline - self->text) : self->length;
    *next = end + (newline != NULL);
    if (end > at && self->text[end - 1] == '\r')
        end--;
    while (end > at && (self->text[end - 1] == ' ' || self->text[end - 1] == '\t'))
        end--;
    return end;
}

static bool ends_in_stop(const kn_text *text)
{
    char last = text->length ? text->bytes[text->length - 1] : 0;
    return last == '.' || last == '!' || last == '?' || last == '"' || (unsigned char)last >= 0x80;
}

/* ---- Files ---- */

static void begin(reader *self, const kn_source *source)
{
    const knap_allocator *allocator = source->allocator;
    *self = (reader){.text = source->bytes, .length = source->length, .time = -1};
    self->speech.allocator = self->line.allocator = self->shown.allocator = self->now.allocator = allocator;
    kn_extract_begin(&self->extract, allocator);
}

static void clear(reader *self)
{
    kn_text_free(&self->speech);
    kn_text_free(&self->line);
    kn_text_free(&self->shown);
    kn_text_free(&self->now);
    kn_extract_free(&self->extract);
}

static knap_status finish(reader *self, const kn_output *output, knap_error *error)
{
    knap_status status;
    end_paragraph(self);
    self->extract.punctuated = self->language != NULL;
    status = self->extract.failed ? kn_no_memory(error) : output->document(output->context, &self->extract, "", error);
    clear(self);
    return status;
}

static void begin_cue(reader *self, long from, long last)
{
    kn_text before = self->shown;
    self->shown = self->now;
    self->now = before;
    self->now.length = 0;
    self->rolls = from - last <= ROLLING;
    /* a pause of four seconds, or a long paragraph with a finished sentence */
    if (from - last > PAUSE || (self->speech.length > LONG_CUES && ends_in_stop(&self->speech)))
        end_paragraph(self);
    if (from - last > THOUGHT)
        kn_text_byte(&self->speech, KN_PAUSE);
    self->time = from;
}

static void read_cues(reader *self)
{
    bool cue = false;
    long from, to, last = 0;
    for (size_t at = 0, next; at < self->length; at = next) {
        size_t end = end_of_line(self, at, &next);
        if (read_cue_line(self->text, at, end, &from, &to)) {
            begin_cue(self, from, last);
            last = to;
            cue = true;
        } else if (end == at) {
            cue = false; /* a number, a note or a style follows until the next cue */
        } else if (cue) {
            add_line(self, at, end);
        }
    }
}

/* The language of the speech if it has no punctuation, else NULL. */
static const char *unpunctuated(const reader *self)
{
    const kn_text *text = &self->extract.text;
    return text->bytes && kn_is_unpunctuated(text->bytes, text->length) ? knap_language_guess(text->bytes, text->length)
                                                                        : NULL;
}

knap_status kn_subtitles_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    const char *language;
    reader self;
    begin(&self, source);
    read_cues(&self);
    end_paragraph(&self);
    language = self.extract.failed ? NULL : unpunctuated(&self);
    if (language) { /* read again, now to be cut */
        clear(&self);
        begin(&self, source);
        self.language = language;
        read_cues(&self);
    }
    return finish(&self, output, error);
}

bool kn_subtitles_is(const char *name, const char *text, size_t length)
{
    reader self = {.text = text, .length = length < HEAD ? length : HEAD};
    size_t next, lines = 0;
    long from, to;
    (void)name;
    if (length >= 6 && memcmp(text, "WEBVTT", 6) == 0)
        return true;
    for (size_t at = 0; at < self.length && lines < 3; at = next) {
        size_t end = end_of_line(&self, at, &next);
        if (end > at && read_cue_line(text, at, end, &from, &to))
            return true;
        lines += end > at;
    }
    return false;
}

/* ---- Transcripts ---- */

/* The time stamp that a line begins with: "[00:00:04]", "(00:04)", "00:00:04 - ". Returns where it ends; `begin` for none. */
static size_t stamp_end(const char *text, size_t begin, size_t end)
{
    size_t at = begin;
    bool bracket = at < end && (text[at] == '[' || text[at] == '(');
    at += bracket;
    if (read_time(text, &at, end) < 0)
        return begin;
    if (bracket) {
        if (at >= end || (text[at] != ']' && text[at] != ')'))
            return begin;
        at++;
    } else if (at < end && text[at] != ' ' && text[at] != '\t') {
        return begin;
    }
    at = skip_blanks(text, at, end);
    if (at + 1 < end && (text[at] == '-' || text[at] == '|') && text[at + 1] == ' ')
        at += 2;
    return at;
}

/* "Anna (00:04): ..." or "Anna [00:04] ...", or a line with just the name and the time: sets the end of the name and where
 * what she says begins. */
static bool name_and_stamp(const char *text, size_t begin, size_t end, size_t *name, size_t *said)
{
    size_t at = begin, stop;
    while (at < end && text[at] != '[' && text[at] != '(' && at - begin < LONGEST_SPEAKER)
        at++;
    if (at == begin || at >= end || (stop = stamp_end(text, at, end)) == at)
        return false;
    *name = at;
    while (stop < end && (text[stop] == ':' || text[stop] == ' '))
        stop++;
    *said = stop;
    return *name > begin && kn_ascii_letter(text[begin]);
}

knap_status kn_transcript_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    const char *text = source->bytes;
    reader self;
    begin(&self, source);
    for (size_t at = 0, next; at < self.length; at = next) {
        size_t end = end_of_line(&self, at, &next), first = skip_blanks(text, at, end), stamp, name, said;
        if (first >= end) {
            end_paragraph(&self);
            continue;
        }
        stamp = stamp_end(text, first, end);
        if (stamp > first) {
            end_paragraph(&self);
            first = stamp;
        } else if (name_and_stamp(text, first, end, &name, &said)) {
            end_paragraph(&self);
            set_speaker(&self, text + first, name - first);
            first = said;
        }
        if (first < end)
            add_line(&self, first, end);
    }
    return finish(&self, output, error);
}

bool kn_transcript_is(const char *name, const char *text, size_t length)
{
    reader self = {.text = text, .length = length < HEAD ? length : HEAD};
    size_t next, lines = 0, stamps = 0, unused;
    (void)name;
    if (!memchr(text, ':', self.length))
        return false;
    for (size_t at = 0; at < self.length && lines < 40; at = next) {
        size_t end = end_of_line(&self, at, &next), begin = skip_blanks(text, at, end);
        lines += end > begin;
        stamps +=
            end > begin && (stamp_end(text, begin, end) > begin || name_and_stamp(text, begin, end, &unused, &unused));
    }
    return stamps >= 2 && stamps * 4 >= lines;
}
