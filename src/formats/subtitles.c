/* subtitles.c - subtitles and transcripts: time stamps go, the speakers of what remains are known.
 *
 *     00:00:04,000 --> 00:00:06,500      a cue of SubRip or WebVTT; lines follow up to an empty one
 *     [00:00:04] Anna: Good evening.     a line of a transcript; also "Anna (00:04): ..." and "00:04 Anna: ..."
 *
 * The cues of a speaker are one paragraph as long as no long pause is between them. */
#include "formats/subtitles.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { HEAD = 4096, LONGEST_SPEAKER = 40, SPEAKER_WORDS = 4, PAUSE = 4000, LONG_CUES = 600 };

typedef struct reader {
    const char *text;
    size_t length;
    kn_extract extract;
    char speaker[LONGEST_SPEAKER * 4 + 1];
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

/* Ends the paragraph of the speaker so far, where another one begins. */
static void change_speaker(reader *self, const char *name, size_t length)
{
    if (strlen(self->speaker) == length && memcmp(self->speaker, name, length) == 0)
        return;
    kn_extract_end_speech(&self->extract, self->speaker);
    set_speaker(self, name, length);
}

/* ---- The text of a cue ---- */

/* A sound in brackets or a line of a song: "[applause]", "(door closes)". */
static bool is_sound(const char *text, size_t begin, size_t end)
{
    if (end - begin >= 3 && memcmp(text + begin, "\xE2\x99\xAA", 3) == 0)
        return true;
    return end > begin + 1 &&
           ((text[begin] == '[' && text[end - 1] == ']' && !memchr(text + begin, ':', end - begin)) ||
            (text[begin] == '(' && text[end - 1] == ')'));
}

/* Appends the line without tags such as <i>, {\an8} and <00:00:01.000>; <v Anna> names the speaker. */
static void add_plain(reader *self, const char *text, size_t begin, size_t end)
{
    while (begin < end) {
        size_t stop = begin;
        const char *close;
        while (stop < end && text[stop] != '<' && !(text[stop] == '{' && stop + 1 < end && text[stop + 1] == '\\'))
            stop++;
        kn_extract_add(&self->extract, text + begin, stop - begin);
        if (stop == end)
            return;
        close = memchr(text + stop, text[stop] == '<' ? '>' : '}', end - stop);
        if (!close) {
            kn_extract_add(&self->extract, text + stop, end - stop);
            return;
        }
        if (text[stop] == '<' && stop + 3 < end && text[stop + 1] == 'v' &&
            (text[stop + 2] == ' ' || text[stop + 2] == '.')) {
            const char *space = memchr(text + stop, ' ', (size_t)(close - text) - stop);
            if (space)
                change_speaker(self, space + 1, (size_t)(close - space) - 1);
        }
        begin = (size_t)(close - text) + 1;
    }
}

static void add_line(reader *self, size_t begin, size_t end)
{
    const char *text = self->text;
    size_t name;
    begin = skip_blanks(text, begin, end);
    if (end > begin + 1 && text[begin] == '-' && text[begin + 1] == ' ') { /* another person speaks */
        kn_extract_end_speech(&self->extract, self->speaker);
        set_speaker(self, "", 0);
        begin = skip_blanks(text, begin + 1, end);
    }
    if (end > begin + 2 && text[begin] == '>' && text[begin + 1] == '>') { /* the same in closed captions */
        kn_extract_end_speech(&self->extract, self->speaker);
        set_speaker(self, "", 0);
        begin += strspn(text + begin, ">");
        begin = skip_blanks(text, begin, end);
    }
    if (is_sound(text, begin, end))
        return;
    name = speaker_end(text, begin, end);
    if (name > begin) {
        change_speaker(self, text + begin, name - begin);
        begin = name + 1;
    }
    kn_extract_add(&self->extract, " ", 1);
    add_plain(self, text, begin, end);
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

static bool ends_in_stop(const kn_extract *extract)
{
    size_t open = kn_extract_open(extract);
    char last = open ? extract->text.bytes[extract->text.length - 1] : 0;
    return last == '.' || last == '!' || last == '?' || last == '"' || (unsigned char)last >= 0x80;
}

static knap_status finish(reader *self, const kn_output *output, knap_error *error)
{
    knap_status status;
    kn_extract_end_speech(&self->extract, self->speaker);
    status = self->extract.failed ? kn_no_memory(error) : output->document(output->context, &self->extract, "", error);
    kn_extract_free(&self->extract);
    return status;
}

knap_status kn_subtitles_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    reader self = {.text = source->bytes, .length = source->length};
    bool cue = false;
    long from, to, last = 0;
    kn_extract_begin(&self.extract, source->allocator);
    for (size_t at = 0, next; at < self.length; at = next) {
        size_t end = end_of_line(&self, at, &next);
        if (read_cue_line(self.text, at, end, &from, &to)) {
            /* a pause of four seconds, or a long paragraph with a finished sentence */
            if (from - last > PAUSE || (kn_extract_open(&self.extract) > LONG_CUES && ends_in_stop(&self.extract)))
                kn_extract_end_speech(&self.extract, self.speaker);
            last = to;
            cue = true;
        } else if (end == at) {
            cue = false; /* a number, a note or a style follows until the next cue */
        } else if (cue) {
            add_line(&self, at, end);
        }
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
    reader self = {.text = source->bytes, .length = source->length};
    const char *text = source->bytes;
    kn_extract_begin(&self.extract, source->allocator);
    for (size_t at = 0, next; at < self.length; at = next) {
        size_t end = end_of_line(&self, at, &next), begin = skip_blanks(text, at, end), stamp, name, said;
        if (begin >= end) {
            kn_extract_end_speech(&self.extract, self.speaker);
            continue;
        }
        stamp = stamp_end(text, begin, end);
        if (stamp > begin) {
            kn_extract_end_speech(&self.extract, self.speaker);
            begin = stamp;
        } else if (name_and_stamp(text, begin, end, &name, &said)) {
            kn_extract_end_speech(&self.extract, self.speaker);
            set_speaker(&self, text + begin, name - begin);
            begin = said;
        }
        if (begin < end)
            add_line(&self, begin, end);
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
