/* instances.c - writes synthetic instances as JSONL for bench/cores.sh and for measurements by hand.
 *
 *     knap-instances COUNT ITEMS FEATURES DIMENSIONS TOPICS [COST [SEED]]
 *
 * Each of COUNT instances has ITEMS items with a cost from 1 to COST (9), FEATURES features, a vector of DIMENSIONS numbers (none for
 * 0) and up to three of TOPICS topics that it covers. The reward is coverage of the topics, and the budget is about a third of
 * all costs, 10 at least. The same arguments give the same bytes. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t below(uint32_t limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % limit);
}

/* Numbers below 1 with four digits, the form in which most data come. */
static void print_numbers(const char *name, uint32_t count, bool negative)
{
    printf(",\"%s\":[", name);
    for (uint32_t i = 0; i < count; i++) {
        bool minus = negative && below(2);
        printf("%s%s0.%04" PRIu32, i ? "," : "", minus ? "-" : "", below(10000));
    }
    putchar(']');
}

/* Topics are drawn from those that come after the one before, so that none comes twice. */
static void print_topics(uint32_t topics)
{
    uint32_t from = 0;
    fputs(",\"covers\":{", stdout);
    for (int i = 0; i < 3 && from < topics; i++) {
        from += below(topics - from);
        printf("%s\"t%" PRIu32 "\":1", i ? "," : "", from++);
    }
    putchar('}');
}

static void print_item(uint32_t number, const uint32_t *size)
{
    printf("%s{\"id\":\"i%" PRIu32 "\",\"cost\":%" PRIu32, number ? "," : "", number, 1 + below(size[5]));
    print_numbers("features", size[2], false);
    if (size[3])
        print_numbers("vector", size[3], true);
    print_topics(size[4]);
    putchar('}');
}

int main(int argc, char **argv)
{
    uint32_t size[7] = {0, 0, 0, 0, 0, 9, 1};
    if (argc < 6 || argc > 8) {
        fputs("usage: knap-instances COUNT ITEMS FEATURES DIMENSIONS TOPICS [COST [SEED]]\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        char *end;
        unsigned long value = strtoul(argv[i], &end, 10);
        if (end == argv[i] || *end || value > 100000000) {
            fprintf(stderr, "knap-instances: '%s' is not a number from 0 to 100000000\n", argv[i]);
            return 2;
        }
        size[i - 1] = (uint32_t)value;
    }
    state = size[6];
    size[5] += size[5] == 0;
    for (uint32_t n = 0; n < size[0]; n++) {
        printf("{\"id\":\"n%" PRIu32 "\",\"budget\":%" PRIu32 ",\"items\":[", n, 10 + size[1] * 5 / 3);
        for (uint32_t i = 0; i < size[1]; i++)
            print_item(i, size);
        fputs("],\"reward\":{\"kind\":\"coverage\",\"targets\":{", stdout);
        for (uint32_t t = 0; t < size[4]; t++)
            printf("%s\"t%" PRIu32 "\":1", t ? "," : "", t);
        fputs("}}}\n", stdout);
    }
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
