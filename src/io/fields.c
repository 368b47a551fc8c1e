/* fields.c - the one table of names: what a member of an item means. */
#include "io/fields.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

/* Names by preference: the documented one, then others, separated by spaces. */
static const struct row {
    knap_field shown;
    unsigned types;
    const char *wrong; /* what a message says of another type */
} table[KN_FIELDS] = {
    [KN_ID] = {{"id", "_id id_ docid doc_id passage_id chunk_id node_id pid", "Name of the item"},
               KN_STRING | KN_NUMBER,
               "neither a string nor a whole number"},
    [KN_TEXT] = {{"text", "content passage page_content body chunk snippet sentence", "Text of the item"},
                 KN_STRING | KN_ARRAY,
                 "neither a string nor a list of parts with a \"text\""},
    [KN_SCORE] = {{"score", "relevance relevance_score similarity similarity_score rerank_score _score",
                   "Relevance of the item; more is better"},
                  KN_NUMBER,
                  "not a number"},
    [KN_COST] = {{"cost", "tokens token_count n_tokens num_tokens length len", "Cost of the item, above 0"},
                 KN_NUMBER,
                 "not a number"},
    [KN_VECTOR_FIELD] =
        {{"vector", "embedding embeddings values", "Similarity vector"},
         KN_ARRAY | KN_OBJECT | KN_STRING | KN_NUMBER,
         "neither a list nor an object of numbers, nor 32-bit numbers in base64, nor the row of a file of vectors"},
    [KN_FEATURES] = {{"features", "", "Static features"},
                     KN_ARRAY | KN_OBJECT,
                     "neither an object nor a list of numbers"},
    [KN_COVERS] = {{"covers", "", "Concepts that the item covers, and how much of each"},
                   KN_OBJECT,
                   "not an object of concepts and amounts"},
    [KN_WORTH] = {{"p", "value", "Probability of success, or value, for the reward"}, KN_NUMBER, "not a number"},
    [KN_GROUP] = {{"group", "", "Document that the item comes from"},
                  KN_STRING | KN_NUMBER,
                  "neither a string nor a whole number from 1"},
    [KN_POSITION] = {{"position", "chunk_index chunk_number seq_num", "Place of the item in its group, counted"},
                     KN_NUMBER,
                     "not a number"},
    [KN_DATE] = {{"date", "published published_at updated_at created_at last_modified timestamp", "Date of the item"},
                 KN_STRING | KN_NUMBER,
                 "not a date such as 2024-05-31 or 2024-05-31T14:05:00Z, or seconds since 1970"},
    [KN_USEFUL] = {{"useful", "", "Label for training: whether the item was cited or clicked"},
                   KN_BOOLEAN | KN_NUMBER,
                   "neither true nor false nor a number"},
    [KN_ALTERNATIVE] = {{"alternative", "", "Group of which a list has at most one item"},
                        KN_STRING | KN_NUMBER,
                        "neither a string nor a whole number"},
    [KN_PIN] = {{"pin", "", "Whether the item is in every list"}, KN_BOOLEAN, "neither true nor false"},
    [KN_BAN] = {{"ban", "", "Whether the item is in no list"}, KN_BOOLEAN, "neither true nor false"},
    [KN_FLAWS] = {{"flaws", "", "Names of flaws"}, KN_ARRAY, "not a list of names"},
    [KN_AFTER] = {{"after", "", "Item that this one depends on"},
                  KN_STRING | KN_NUMBER | KN_NULL,
                  "neither a string nor a whole number"},
    [KN_INTRODUCES] = {{"introduces", "", "Terms that the item introduces"}, KN_ARRAY, "not a list of names"},
    [KN_NEEDS] = {{"needs", "", "Terms that the list should introduce"},
                  KN_ARRAY | KN_OBJECT,
                  "not a list of names or an object of names and weights"},
    [KN_BY] = {{"by", "", "Name of the instance, for one item per line (--by)"},
               KN_STRING | KN_NUMBER,
               "neither a string nor a whole number"},
    [KN_ITEMS] =
        {{"items",
          "passages candidates chunks contexts documents source_documents nodes source_nodes results hits matches docs "
          "points result response data",
          "Items of an instance, or an object that has them"},
         KN_ARRAY,
         "not a list of items"},
    [KN_BUDGET] = {{"budget", "", "Budget of an instance"}, KN_NUMBER, "not a number"},
    [KN_QUERY] = {{"query", "question", "Query of an instance, which scores are computed from"},
                  KN_STRING,
                  "not a string"},
    [KN_INSTANCE_ID] = {{"id", "query_id qid _id", "Name of an instance"},
                        KN_STRING | KN_NUMBER,
                        "neither a string nor a whole number"},
    [KN_KINDS] = {{"kinds", "", "Kinds of concepts"}, KN_OBJECT, "not an object of lists of concepts"},
    [KN_EXPECT] = {{"expect", "", "Expected worth of concepts"},
                   KN_OBJECT,
                   "not an object of concepts and what they are worth"},
    [KN_MASS] = {{"mass", "", "Amount of concepts that earns the whole reward"}, KN_NUMBER, "not a number"},
    [KN_REWARD] = {{"reward", "", "What training measures; or the number that the list shown earned"},
                   KN_OBJECT | KN_NUMBER,
                   "neither an object with a \"kind\" nor a number"},
    [KN_ANSWER] = {{"answer", "", "Label for training: the answer to the query"}, KN_STRING, "not a string"},
    [KN_SHOWN] = {{"shown", "", "Items of a list that was shown"}, KN_ARRAY, "not a list of ids"},
    [KN_PROPENSITY] = {{"propensity", "", "Probability with which that list was shown"}, KN_NUMBER, "not a number"},
    [KN_QUERY_VECTOR] = {{"query_vector", "query_embedding", "Vector of the query, which scores are computed from"},
                         KN_ARRAY,
                         "not a list of numbers"},
    [KN_CHANCES] = {{"chances", "", "Chances by which the items of that list were drawn"},
                    KN_ARRAY,
                    "not a list of numbers"},
    [KN_CLICKS] = {{"clicks", "", "Items of that list that were clicked"}, KN_ARRAY, "not a list of ids"},
};

/* Objects whose members are searched for fields too, as retrievers and vector stores write them. */
static const char CONTAINERS[] = "node document _source payload metadata meta kwargs";

/* The place of `name` among the words of `names`, from 0; -1 where it is none of them. */
static int word_at(const char *names, const char *name, size_t length)
{
    for (int place = 0; *names; place++) {
        size_t word = strcspn(names, " ");
        if (word == length && memcmp(names, name, length) == 0)
            return place;
        names += word + (names[word] == ' ');
    }
    return -1;
}

static bool same(const char *name, const char *other, size_t length)
{
    return strlen(name) == length && memcmp(name, other, length) == 0;
}

unsigned kn_field_types(kn_field field)
{
    return table[field].types;
}

const char *kn_field_wrong(kn_field field)
{
    return table[field].wrong;
}

const char *kn_field_name(kn_field field)
{
    return table[field].shown.name;
}

const knap_field *knap_field_at(size_t index)
{
    return index < KN_FIELDS ? &table[index].shown : NULL;
}

/* ---- --map ---- */

/* One "NAME=PATH" of --map. */
static knap_status add_mapped(kn_fields *fields, char *text, knap_error *error)
{
    char *path = strchr(text, '=');
    kn_field field = 0;
    kn_mapped_field *mapped = &fields->mapped[fields->maps];
    if (!path || path == text || !path[1])
        return kn_fail(error, KNAP_USAGE, "map: '%.60s' is not NAME=MEMBER, such as cost=len", text);
    while (field < KN_FIELDS && !same(table[field].shown.name, text, (size_t)(path - text)))
        field++;
    if (field == KN_FIELDS)
        return kn_fail(error, KNAP_USAGE, "map: '%.*s' is not the name of a field", (int)(path - text), text);
    if (fields->taken[field])
        return kn_fail(error, KNAP_USAGE, "map: '%s' is given twice", table[field].shown.name);
    *mapped = (kn_mapped_field){.field = field, .path = path + 1};
    if (mapped->path[0] == '-' && (field == KN_SCORE || field == KN_WORTH)) {
        mapped->negated = true;
        mapped->path++;
    }
    mapped->length = strlen(mapped->path);
    fields->taken[field] = true;
    fields->maps++;
    return KNAP_OK;
}

static char *copy_text(const knap_allocator *allocator, const char *text, size_t *size)
{
    char *copy;
    *size = strlen(text) + 1;
    copy = kn_new(allocator, *size, 1);
    if (copy)
        memcpy(copy, text, *size);
    return copy;
}

knap_status kn_fields_begin(kn_fields *fields, const char *map, const char *by, const knap_allocator *allocator,
                            knap_error *error)
{
    knap_status status = KNAP_OK;
    *fields = (kn_fields){.allocator = allocator};
    if (by) {
        if (!(fields->by = copy_text(allocator, by, &fields->by_size)))
            return kn_no_memory(error);
        fields->mapped[fields->maps++] = (kn_mapped_field){.field = KN_BY, .path = fields->by, .length = strlen(by)};
        fields->taken[KN_BY] = true;
    }
    if (!map)
        return KNAP_OK;
    fields->map = copy_text(allocator, map, &fields->map_size);
    fields->whole = copy_text(allocator, map, &fields->map_size);
    if (!fields->map || !fields->whole)
        return kn_no_memory(error);
    for (char *at = fields->map, *next; !status && at; at = next) {
        if ((next = strchr(at, ',')))
            *next++ = 0;
        status = add_mapped(fields, at, error);
    }
    return status;
}

void kn_fields_free(kn_fields *fields)
{
    kn_free(fields->allocator, fields->map, fields->map_size, 1);
    kn_free(fields->allocator, fields->whole, fields->map_size, 1);
    kn_free(fields->allocator, fields->by, fields->by_size, 1);
    fields->map = fields->whole = fields->by = NULL;
}

/* ---- Lookup ---- */

static kn_meaning find(const kn_fields *fields, kn_field from, kn_field to, unsigned depth, const char *name,
                       size_t length)
{
    for (kn_field field = from; field < to; field++) {
        int place;
        if (fields->taken[field])
            continue;
        if (same(table[field].shown.name, name, length))
            return (kn_meaning){.field = field,
                                .rank = 1 + KN_INNER_RANK * depth,
                                .sure = depth == 0 && field != KN_POSITION && field != KN_DATE};
        if ((place = word_at(table[field].shown.others, name, length)) >= 0)
            return (kn_meaning){.field = field, .rank = 2 + KN_INNER_RANK * depth + (unsigned)place};
    }
    return (kn_meaning){.field = KN_NO_FIELD};
}

kn_meaning kn_item_meaning(const kn_fields *fields, const char *path, size_t path_length, unsigned depth,
                           const char *name, size_t length)
{
    kn_meaning found;
    for (size_t i = 0; i < fields->maps; i++) {
        const kn_mapped_field *mapped = &fields->mapped[i];
        if (mapped->field < KN_ITEM_FIELDS && depth > 0 && mapped->length == length &&
            memcmp(mapped->path, name, length) == 0) /* a plain name is looked for in the usual objects too */
            return (kn_meaning){
                .field = mapped->field, .rank = KN_INNER_RANK * depth, .negated = mapped->negated, .sure = true};
        if (mapped->field >= KN_ITEM_FIELDS || mapped->length < path_length + length ||
            memcmp(mapped->path, path, path_length) != 0 || memcmp(mapped->path + path_length, name, length) != 0)
            continue;
        if (mapped->length == path_length + length)
            return (kn_meaning){.field = mapped->field, .negated = mapped->negated, .sure = true};
        if (mapped->path[path_length + length] == '.')
            return (kn_meaning){.field = KN_CONTAINER};
    }
    found = find(fields, 0, KN_ITEM_FIELDS, depth, name, length);
    if (found.field == KN_NO_FIELD && word_at(CONTAINERS, name, length) >= 0)
        found.field = KN_CONTAINER;
    return found;
}

kn_meaning kn_instance_meaning(const kn_fields *fields, const char *name, size_t length)
{
    for (size_t i = 0; i < fields->maps; i++)
        if (fields->mapped[i].field >= KN_ITEM_FIELDS && same(fields->mapped[i].path, name, length))
            return (kn_meaning){.field = fields->mapped[i].field, .sure = true};
    return find(fields, KN_ITEM_FIELDS, KN_FIELDS, 0, name, length);
}
