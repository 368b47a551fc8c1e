/* fuzz.c - what the fuzz targets share: files in memory, the checks of a list. */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: CHECK failed: %s\n", file, line, condition);
    abort();
}

uint8_t fuzz_byte(fuzz_bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

size_t fuzz_below(fuzz_bytes *bytes, size_t bound)
{
    size_t value = fuzz_byte(bytes);
    if (bound > 256)
        value = value << 8 | fuzz_byte(bytes);
    return bound ? value % bound : 0;
}

bool fuzz_is_chosen(const uint8_t *bytes, size_t length, unsigned share)
{
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + bytes[i];
    return sum % share == 0;
}

/* ---- Files ---- */

const char *fuzz_file(int slot, const void *bytes, size_t length)
{
    static int number[2] = {-1, -1};
    static char path[2][40];
    if (number[slot] < 0) {
        number[slot] = memfd_create("input", 0);
        CHECK(number[slot] >= 0);
        snprintf(path[slot], sizeof path[slot], "/proc/self/fd/%d", number[slot]);
    }
    CHECK(ftruncate(number[slot], 0) == 0);
    CHECK(pwrite(number[slot], bytes, length, 0) == (ssize_t)length);
    return path[slot];
}

static char folder[] = "/dev/shm/knap-fuzz-XXXXXX", new_path[64]; /* in memory: models are flushed to the disk */

static void remove_folder(void)
{
    unlink(new_path);
    rmdir(folder);
}

const char *fuzz_new_path(void)
{
    if (!new_path[0]) {
        CHECK(mkdtemp(folder));
        snprintf(new_path, sizeof new_path, "%s/new", folder);
        atexit(remove_folder);
    }
    unlink(new_path);
    return new_path;
}

char *fuzz_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long size;
    CHECK(file && fseek(file, 0, SEEK_END) == 0);
    size = ftell(file);
    rewind(file);
    bytes = malloc((size_t)size + 1);
    CHECK(bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size);
    bytes[size] = 0;
    *length = (size_t)size;
    fclose(file);
    return bytes;
}

/* ---- Lists ---- */

static void check_choices(const knap_instance *instance, const knap_list *list, const bool *in)
{
    size_t count = knap_instance_count(instance), most = knap_instance_group_limit(instance);
    for (size_t i = 0; i < count; i++) {
        CHECK(knap_instance_choice(instance, i) != KNAP_CHOICE_PIN || in[i]);
        CHECK(knap_instance_choice(instance, i) != KNAP_CHOICE_BAN || !in[i]);
    }
    for (size_t i = 0; i < list->count; i++) {
        size_t alternative = knap_instance_alternative(instance, list->item[i]), same = 0;
        size_t group = knap_instance_group(instance, list->item[i]);
        for (size_t j = 0; j < list->count; j++) {
            CHECK(i == j || !alternative || knap_instance_alternative(instance, list->item[j]) != alternative);
            same += group && knap_instance_group(instance, list->item[j]) == group;
        }
        CHECK(!most || same <= most);
    }
}

static void check_reward(const knap_instance *instance, const knap_list *list)
{
    knap_error error = {0};
    double value, bound;
    knap_status status;
    if (!knap_instance_reward(instance))
        return;
    status = knap_list_value(instance, list, &value, &error);
    CHECK_ERROR(status, &error);
    if (status)
        return;
    CHECK(value >= 0 && value <= 1 + 1e-9);
    CHECK(list->count || value == 0);
    status = knap_upper_bound(instance, list, &bound, &error);
    CHECK_ERROR(status, &error);
    CHECK(status || bound >= value - 1e-9);
}

void fuzz_check_list(const knap_instance *instance, const knap_list *list)
{
    size_t count = knap_instance_count(instance);
    bool *in = calloc(count + 1, sizeof *in);
    double cost = 0;
    CHECK(in);
    for (size_t i = 0; i < list->count; i++) {
        CHECK(list->item[i] < count);
        CHECK(!in[list->item[i]]); /* no item twice */
        in[list->item[i]] = true;
        cost += knap_instance_cost(instance, list->item[i]);
    }
    CHECK(list->cost <= knap_instance_budget(instance) || list->count == 0);
    CHECK(fabs(cost - list->cost) <= 1e-9 * fmax(1, fabs(cost)));
    check_choices(instance, list, in);
    check_reward(instance, list);
    free(in);
}

void fuzz_pack(const knap_data *data, size_t system, size_t most)
{
    const knap_system *const *systems = knap_systems();
    knap_error error = {0};
    knap_model *model;
    size_t count = 0;
    while (systems[count])
        count++;
    const knap_system *chosen = systems[system % count];
    if (chosen->fit)
        return;
    CHECK(!knap_system_fit(chosen, NULL, NULL, NULL, &model, &error));
    for (size_t i = 0; i < knap_data_count(data); i++) {
        const knap_instance *instance = knap_data_at(data, i);
        knap_list list = KNAP_LIST_INIT;
        knap_status status;
        if (knap_instance_count(instance) > (strcmp(chosen->name, "ilp") ? most : 12))
            continue;
        status = knap_model_pack(model, instance, i, NULL, &list, NULL, &error);
        CHECK_ERROR(status, &error);
        if (!status)
            fuzz_check_list(instance, &list);
        else
            CHECK(list.count == 0);
        knap_list_free(&list);
    }
    knap_model_free(model);
}
