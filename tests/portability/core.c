/* core.c - trains on made instances, saves the model to argv[1], loads it and prints its lists: for builds without any library. */
#include "knap/core.h"

#include <stdio.h>
#include <stdlib.h>

/* OpenMP for one thread: musl comes without libgomp. */
typedef struct omp_lock omp_lock;
void omp_init_lock(omp_lock *lock);
void omp_destroy_lock(omp_lock *lock);
void omp_set_lock(omp_lock *lock);
void omp_unset_lock(omp_lock *lock);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_get_max_threads(void);
int omp_in_parallel(void);
void omp_init_lock(omp_lock *lock)
{
    (void)lock;
}
void omp_destroy_lock(omp_lock *lock)
{
    (void)lock;
}
void omp_set_lock(omp_lock *lock)
{
    (void)lock;
}
void omp_unset_lock(omp_lock *lock)
{
    (void)lock;
}
int omp_get_thread_num(void)
{
    return 0;
}
int omp_get_num_procs(void)
{
    return 1;
}
int omp_get_max_threads(void)
{
    return 1;
}
int omp_in_parallel(void)
{
    return 0;
}

static void must(knap_status status, const knap_error *error)
{
    if (!status)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void add_instance(knap_data *data, knap_rng *rng)
{
    knap_error error;
    knap_instance *instance;
    must(knap_data_add(data, NULL, 6, 0, &instance, &error), &error);
    for (size_t i = 0; i < 12; i++) {
        double feature[3], vector[4], amount[2] = {1, 2};
        uint32_t concept_id[2] = {(uint32_t)knap_rng_below(rng, 5), 5 + (uint32_t)knap_rng_below(rng, 5)};
        for (size_t j = 0; j < 3; j++)
            feature[j] = knap_rng_normal(rng);
        for (size_t j = 0; j < 4; j++)
            vector[j] = knap_rng_uniform(rng);
        knap_item item = {.cost = 1 + knap_rng_uniform(rng),
                          .feature = feature,
                          .vector = vector,
                          .vector_count = 4,
                          .concept_id = concept_id,
                          .amount = amount,
                          .concept_count = 2};
        must(knap_instance_add(instance, &item, &error), &error);
    }
    for (uint32_t i = 0; i < 10; i++)
        must(knap_instance_target(instance, i, 1, &error), &error);
    must(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, &error), &error);
}

int main(int count, char **argument)
{
    knap_error error;
    knap_data *data;
    knap_settings settings;
    knap_model *model;
    knap_rng rng;
    size_t feature;
    if (count != 2)
        return 2;
    knap_rng_seed(&rng, 1);
    must(knap_data_new(NULL, &data, &error), &error);
    for (int i = 0; i < 3; i++)
        must(knap_data_feature(data, (const char *[]){"a", "b", "c"}[i], &feature, &error), &error);
    for (int i = 0; i < 20; i++)
        add_instance(data, &rng);
    knap_settings_init(&settings);
    must(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &error), &error);
    must(knap_model_save(model, argument[1], &error), &error);
    knap_model_free(model);
    must(knap_model_load(argument[1], NULL, &model, &error), &error);
    for (size_t i = 0; i < knap_data_count(data); i++) {
        knap_list list = KNAP_LIST_INIT;
        must(knap_model_pack(model, knap_data_at(data, i), i, NULL, &list, NULL, &error), &error);
        for (size_t j = 0; j < list.count; j++)
            printf("%zu ", list.item[j]);
        printf("%a\n", list.cost);
        knap_list_free(&list);
    }
    knap_model_free(model);
    knap_data_free(data);
    return 0;
}
