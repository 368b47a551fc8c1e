/* html_article.c - finds the blocks of a page that are the article: by tags, roles and classes, and by the
 * density of text.
 *
 * A block is prose if it has many words and few of them in links. Furniture (navigation, footers) is
 * recognised by tags and classes, unless it has most of the page's prose; lists of other articles by their
 * linked titles. The article is the smallest element with nearly all of the remaining prose; adjacent prose is added. Short blocks of the article are
 * kept if prose is around them. */
#include "formats/html_page.h"
#include "base/ascii.h"
#include "text/utf8.h"

#include <string.h>

enum {
    PROSE_WORDS = 12,
    SENTENCE_WORDS = 4,
    FEWEST_WORDS = 80,
    LEGAL_WORDS = 60,
    CREDIT_WORDS = 25,
    LINKED_WORDS = 8,
    SMALL_WORDS = 50,
    TITLE_WORDS = 4,
    TEASER_WORDS = 90,
    TEASERS = 3,
    COMMENT_WORDS = 6,
    LOOKS = 256,
    WORD_BYTES = 6
};

/* Sums over a node and all below it. */
typedef struct weight {
    size_t prose, bytes, link_bytes;
    size_t titles;  /* of other articles */
    size_t teasers; /* elements right inside with a title and a few sentences */
    size_t posts;   /* ... and with more */
    bool headline;  /* it has a heading of the first level */
    bool table;     /* it is inside a table of data */
    bool aside;     /* it or an element around it is furniture */
    uint8_t apart;  /* KN_NODE_REFERENCE or KN_NODE_CAPTION: it is aside for this alone */
    bool article;   /* it is the article, or inside it */
} weight;

static bool ends_as_sentence(const char *text, size_t begin, size_t end)
{
    while (end > begin) {
        int32_t code = kn_utf8_previous(text, begin, &end);
        if (code == '.' || code == '!' || code == '?' || code == ':' || code == 0x2026 || code == 0x3002 ||
            code == 0x964)
            return true;
        if (code != '"' && code != '\'' && code != ')' && code != ']' && code != 0x201D && code != 0x2019 &&
            code != 0xBB)
            return false;
    }
    return false;
}

/* Phrases of notices, in lower case. */
static const char *const notices[] = {"all rights reser",
                                      "we use cookies",
                                      "uses cookies",
                                      "use of cookies",
                                      "cookie policy",
                                      "accept cookies",
                                      "verwendet cookies",
                                      "verwenden cookies",
                                      "utilise des cookies",
                                      "utiliza cookies",
                                      "utilizza i cookie",
                                      "subscribe to our",
                                      "sign up for our",
                                      "sign up to our",
                                      "subscribe to the newsletter",
                                      "newsletter abonnieren",
                                      "follow us on",
                                      "share this article",
                                      "share this story",
                                      "share on facebook",
                                      "enable javascript",
                                      "javascript is disabled",
                                      "does not support javascript",
                                      "your email address will not be published",
                                      "must be logged in to",
                                      "log in to post"};

static bool holds_phrase(const char *at, size_t length, const char *phrase)
{
    size_t size = strlen(phrase);
    return size <= length && kn_ascii_same_start(at, phrase, size);
}

/* Of copyright, cookies, subscriptions and sharing. */
static bool is_notice(const char *text, const kn_html_block *block)
{
    bool word = false; /* a letter came last */
    if (block->words > LEGAL_WORDS)
        return false;
    for (size_t i = block->begin; i < block->end; i++) {
        bool first = !word && strchr("awuvsnfjdylm", kn_ascii_lower(text[i]));
        word = kn_ascii_letter(text[i]);
        if (block->words <= CREDIT_WORDS && holds_phrase(text + i, block->end - i, "\xC2\xA9"))
            return true;
        for (size_t k = 0; first && k < sizeof notices / sizeof *notices; k++)
            if (holds_phrase(text + i, block->end - i, notices[k]))
                return true;
    }
    return false;
}

/* Whether more than half of the text is in links, or a third of a short one. A paragraph of sentences may have nearly all of its text in them, as the first
 * paragraph of an encyclopedia has. */
static bool is_linked(const char *text, const kn_html_block *block)
{
    size_t size = block->end - block->begin;
    if ((block->kind == KN_TAG_PARAGRAPH || block->kind == KN_TAG_ITEM) && block->words >= LINKED_WORDS &&
        ends_as_sentence(text, block->begin, block->end))
        return block->link_bytes * 20 > size * 17;
    return block->link_bytes * 20 > size * (block->words < PROSE_WORDS ? 7 : 10);
}

static bool is_prose_block(const char *text, const kn_html_block *block)
{
    if (block->kind == KN_TAG_HEADING || block->kind == KN_TAG_PRE || is_linked(text, block) || is_notice(text, block))
        return false;
    if (block->words >= PROSE_WORDS)
        return true;
    return block->kind == KN_TAG_PARAGRAPH && block->words >= SENTENCE_WORDS &&
           ends_as_sentence(text, block->begin, block->end);
}

/* A page of a mailing list's archive has its text in pre; elsewhere pre is code. */
static void mark_prose(kn_page *page)
{
    size_t plain = 0, preformatted = 0;
    for (size_t i = 0; i < page->blocks; i++) {
        kn_html_block *block = &page->block[i];
        block->prose = is_prose_block(page->text.bytes, block);
        plain += block->prose ? block->words : 0;
        preformatted += block->kind == KN_TAG_PRE ? block->words : 0;
    }
    for (size_t i = 0; preformatted > 4 * plain && i < page->blocks; i++)
        if (page->block[i].kind == KN_TAG_PRE) {
            page->block[i].kind = KN_TAG_PARAGRAPH;
            page->block[i].prose = page->block[i].words >= SENTENCE_WORDS;
        }
}

/* A link to another article, above the sentences that tell what it is about, perhaps with a date between them. */
static bool is_title(const kn_page *page, size_t i)
{
    const kn_html_block *block = &page->block[i];
    size_t next = i + 1;
    if (block->words < TITLE_WORDS || block->kind == KN_TAG_CELL ||
        block->link_bytes * 20 < (block->end - block->begin) * 17)
        return false;
    if (next < page->blocks && !page->block[next].prose && page->block[next].kind != KN_TAG_HEADING)
        next++;
    return next < page->blocks && page->block[next].prose;
}

/* Sums what is in blocks, those inside furniture left out, from the innermost elements outwards. */
static void sum_weights(const kn_page *page, weight *sum)
{
    for (size_t i = 0; i < page->nodes; i++)
        sum[i].prose = sum[i].bytes = sum[i].link_bytes = sum[i].titles = 0;
    for (size_t i = 0; i < page->blocks; i++) {
        const kn_html_block *block = &page->block[i];
        weight *node = &sum[block->node];
        if (node->aside)
            continue;
        node->prose += block->prose ? block->words : 0;
        node->bytes += block->end - block->begin;
        node->headline |= block->level == 1;
        node->titles += is_title(page, i);
        node->link_bytes += block->link_bytes;
    }
    for (size_t i = page->nodes; i-- > 1;) {
        weight *parent = &sum[page->node[i].parent];
        parent->prose += sum[i].prose;
        parent->headline |= sum[i].headline;
        parent->titles += sum[i].titles;
        parent->bytes += sum[i].bytes;
        parent->link_bytes += sum[i].link_bytes;
    }
}

/* Prose in all elements of one look. */
typedef struct look {
    uint32_t look;
    size_t prose;
} look;

static void sum_looks(const kn_page *page, const weight *sum, look *looks)
{
    for (size_t i = 0; i < page->nodes; i++) {
        look *slot = &looks[page->node[i].look % LOOKS];
        if (!(page->node[i].flags & KN_NODE_ASIDE) || sum[i].prose == 0)
            continue;
        if (slot->prose == 0)
            slot->look = page->node[i].look;
        if (slot->look == page->node[i].look)
            slot->prose += sum[i].prose;
    }
}

/* Whether a table has headers, or less prose than other text. Others place text on the page. */
static bool is_data(const kn_html_node *table, const weight *of)
{
    return (table->flags & KN_NODE_HEADERS) || of->prose * 2 * WORD_BYTES <= of->bytes;
}

/* Marks furniture and what is in it. What has most of the page's prose stays: one element, or all of one look, as paragraphs that
 * are only for subscribers. */
static void mark_asides(const kn_page *page, weight *sum)
{
    look looks[LOOKS] = {0};
    size_t total = sum[0].prose;
    sum_looks(page, sum, looks);
    for (size_t i = 0; i < page->nodes; i++) {
        const kn_html_node *node = &page->node[i];
        const look *same = &looks[node->look % LOOKS];
        size_t prose = same->look == node->look && same->prose > sum[i].prose ? same->prose : sum[i].prose;
        bool own = ((node->flags & KN_NODE_ASIDE) && prose * 2 <= total) ||
                   ((node->flags & KN_NODE_SMALL) && sum[i].prose < SMALL_WORDS);
        unsigned apart = sum[i].prose * 2 <= total ? node->flags & (KN_NODE_REFERENCE | KN_NODE_CAPTION) : 0;
        const weight *parent = &sum[node->parent];
        sum[i].table = node->flags & KN_NODE_TABLE ? is_data(node, &sum[i]) : parent->table;
        sum[i].aside = sum[i].aside || parent->aside || own || apart;
        sum[i].apart = (uint8_t)(own ? 0 : parent->aside ? parent->apart : apart);
    }
    sum_weights(page, sum);
}

static bool is_teaser(const weight *of)
{
    return !of->aside && of->titles > 0 && of->titles <= 2 && of->prose > 0 && of->prose <= TEASER_WORDS;
}

static bool has_teasers(const weight *of)
{
    return of->teasers >= TEASERS && of->posts == 0;
}

/* Marks lists of other articles, each with its title and a few sentences, unless the page has little else. */
static void mark_teasers(const kn_page *page, weight *sum)
{
    size_t total = sum[0].prose, prose = 0;
    for (size_t i = 1; i < page->nodes; i++) {
        weight *parent = &sum[page->node[i].parent];
        if (is_teaser(&sum[i]))
            parent->teasers++;
        else if (sum[i].titles > 0)
            parent->posts++;
    }
    for (size_t i = 1; i < page->nodes; i++)
        if (is_teaser(&sum[i]) && has_teasers(&sum[page->node[i].parent]))
            prose += sum[i].prose;
    if (prose * 2 > total && total - prose < 2 * FEWEST_WORDS)
        return;
    for (size_t i = 1; i < page->nodes; i++) {
        const weight *parent = &sum[page->node[i].parent];
        sum[i].aside = sum[i].aside || parent->aside || (is_teaser(&sum[i]) && has_teasers(parent));
    }
    sum_weights(page, sum);
}

/* Prose in comments of readers, each element counted once. */
static size_t comment_prose(const kn_page *page, const weight *sum)
{
    size_t prose = 0;
    for (size_t i = 0; i < page->nodes; i++) {
        size_t up = page->node[i].parent;
        while (up > 0 && !(page->node[up].flags & KN_NODE_COMMENT))
            up = page->node[up].parent;
        if ((page->node[i].flags & KN_NODE_COMMENT) && (i == 0 || !(page->node[up].flags & KN_NODE_COMMENT)))
            prose += sum[i].prose;
    }
    return prose;
}

/* Comments are removed if there is an article beside them; in a forum they are the content. */
static void mark_comments(const kn_page *page, weight *sum)
{
    size_t comments = comment_prose(page, sum), rest = sum[0].prose - comments;
    if (comments == 0 || rest < FEWEST_WORDS || rest * 30 < comments)
        return;
    for (size_t i = 0; i < page->nodes; i++)
        sum[i].aside = sum[i].aside || sum[page->node[i].parent].aside || (page->node[i].flags & KN_NODE_COMMENT);
    sum_weights(page, sum);
}

static bool is_story(const kn_html_node *node)
{
    return node->kind == KN_TAG_ARTICLE || (node->flags & KN_NODE_STORY);
}

/* The element with the article: from the outermost inwards, as long as one element has most of the prose. */
static size_t find_root(const kn_page *page, const weight *sum, uint32_t *heaviest)
{
    size_t root = 0;
    bool story = false; /* the root is the article by its name, or inside it */
    for (size_t i = page->nodes; i-- > 1;) {
        uint32_t parent = page->node[i].parent, best = heaviest[parent];
        if (!sum[i].aside && sum[i].prose > 0 && (!best || sum[i].prose >= sum[best].prose))
            heaviest[parent] = (uint32_t)i;
    }
    for (;;) {
        size_t inner = heaviest[root], all = sum[root].prose, kept = sum[inner].prose;
        const kn_html_node *node = &page->node[inner];
        bool whole = kept * 50 >= all * 49; /* only a line is lost */
        if (!inner || node->kind == KN_TAG_PARAGRAPH || node->kind == KN_TAG_ITEM || node->kind == KN_TAG_PRE)
            return root;
        story = story || is_story(&page->node[root]);
        if (story && !whole)
            return root;
        if (!whole && kept * 10 < all * (node->kind == KN_TAG_MAIN || is_story(node) ? 4 : 7))
            return root;
        root = inner;
    }
}

/* Prose outside the root: paragraphs right beside the way to it, the element with the headline, elements
 * that look the same, and large ones. */
static void add_neighbours(const kn_page *page, weight *sum, size_t root, bool *path)
{
    for (size_t i = root; i > 0; i = page->node[i].parent)
        path[i] = true;
    path[0] = true;
    for (size_t i = 1; i < page->nodes; i++) {
        const kn_html_node *node = &page->node[i];
        size_t on_path = root;
        bool same;
        if (path[i] || !path[node->parent] || sum[i].aside || node->parent == root || sum[i].prose == 0)
            continue;
        while (page->node[on_path].parent != node->parent)
            on_path = page->node[on_path].parent;
        same = node->look && page->node[on_path].look == node->look && node->kind != KN_TAG_CELL;
        sum[i].article = node->kind == KN_TAG_PARAGRAPH ||
                         ((same || (sum[i].headline && i < root) || sum[i].prose * 10 > sum[root].prose * 3) &&
                          sum[i].link_bytes * 5 < sum[i].bytes);
    }
    sum[root].article = true;
    for (size_t i = 1; i < page->nodes; i++)
        sum[i].article = sum[i].article || (sum[page->node[i].parent].article && !path[i]) || i == root;
}

/* ---- Blocks ---- */

/* The nearest element around a block with prose in it, or with links in most of it. */
static uint32_t scope_of(const kn_page *page, const weight *sum, const kn_html_block *block)
{
    uint32_t node = block->node;
    while (node > 0 && sum[node].prose == 0 && sum[node].link_bytes * 2 <= sum[node].bytes)
        node = page->node[node].parent;
    return node;
}

/* A short block: an item of a list, or a line that is a sentence, among prose. */
static bool belongs(const kn_page *page, const weight *sum, const kn_html_block *block)
{
    uint32_t scope = scope_of(page, sum, block);
    bool sentence = ends_as_sentence(page->text.bytes, block->begin, block->end);
    if (is_linked(page->text.bytes, block) || is_notice(page->text.bytes, block))
        return false;
    if (block->kind == KN_TAG_PRE)
        return true;
    if (sum[scope].prose == 0 || sum[scope].link_bytes * 2 > sum[scope].bytes)
        return false;
    if (block->kind == KN_TAG_CELL)
        return sum[block->node].table;
    if (block->kind == KN_TAG_ITEM || block->kind == KN_TAG_PARAGRAPH)
        return block->words >= 2;
    return sentence && block->words >= SENTENCE_WORDS;
}

/* "3 Comments", "Leave a reply": what follows is not the author's. */
static bool opens_comments(const char *text, const kn_html_block *block)
{
    static const char *const names[] = {"comment",         "kommentar", "commentaire", "comentario",
                                        "commenti",        "reacties",  "responses",   "leave a reply",
                                        "leave a comment", "antworten", "reageer"};
    const char *at = text + block->begin, *end = text + block->end;
    if (block->words > COMMENT_WORDS || (block->kind != KN_TAG_HEADING && !kn_ascii_digit(*at)))
        return false;
    while (at < end && !kn_ascii_letter(*at))
        at++;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (holds_phrase(at, (size_t)(end - at), names[i]))
            return true;
    return false;
}

/* Drops what readers wrote below an article. */
static void drop_comments(kn_page *page)
{
    size_t words = 0;
    bool below = false;
    for (size_t i = 0; i < page->blocks; i++) {
        kn_html_block *block = &page->block[i];
        below = below || (words >= FEWEST_WORDS && opens_comments(page->text.bytes, block));
        if (below)
            block->keep = false;
        words += block->keep ? block->words : 0;
    }
}

/* A heading is kept if text of the article follows it before a heading of its level or above. */
static void keep_headings(kn_page *page, const weight *sum)
{
    unsigned least = 0; /* the least level of a heading since the last text that was kept; 255 right before such text */
    for (size_t i = page->blocks; i-- > 0;) {
        kn_html_block *block = &page->block[i];
        if (block->kind != KN_TAG_HEADING) {
            least = block->keep ? 255 : least;
            continue;
        }
        block->keep = block->level < least && sum[block->node].article && !sum[block->node].aside &&
                      (block->level == 1 || block->link_bytes * 20 <= (block->end - block->begin) * 17);
        least = block->level < least ? block->level : least;
    }
}

bool kn_article_find(kn_page *page)
{
    const knap_allocator *allocator = page->text.allocator;
    weight *sum = kn_new(allocator, page->nodes + 1, sizeof *sum);
    uint32_t *heaviest = kn_new(allocator, page->nodes + 1, sizeof *heaviest);
    bool *path = kn_new(allocator, page->nodes + 1, sizeof *path);
    bool made = sum && heaviest && path;
    if (made && page->nodes) {
        size_t root;
        mark_prose(page);
        sum_weights(page, sum);
        mark_asides(page, sum);
        mark_teasers(page, sum);
        mark_comments(page, sum);
        root = find_root(page, sum, heaviest);
        add_neighbours(page, sum, root, path);
        for (size_t i = 0; i < page->blocks; i++) {
            kn_html_block *block = &page->block[i];
            block->apart = sum[block->node].apart;
            if (block->kind != KN_TAG_HEADING && sum[block->node].article)
                block->keep = block->apart || (!sum[block->node].aside && (block->prose || belongs(page, sum, block)));
        }
        drop_comments(page);
        keep_headings(page, sum);
    }
    kn_free(allocator, sum, page->nodes + 1, sizeof *sum);
    kn_free(allocator, heaviest, page->nodes + 1, sizeof *heaviest);
    kn_free(allocator, path, page->nodes + 1, sizeof *path);
    return made;
}
