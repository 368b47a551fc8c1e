/* omp.h - stands for OpenMP where there is no libgomp: one thread. Without -fopenmp the compiler ignores the pragmas. */
#ifndef KNAP_TESTS_PORTABILITY_OMP_H
#define KNAP_TESTS_PORTABILITY_OMP_H

typedef int omp_lock_t;

static inline int omp_get_num_procs(void)
{
    return 1;
}

static inline int omp_get_max_threads(void)
{
    return 1;
}

static inline int omp_get_thread_num(void)
{
    return 0;
}

static inline void omp_init_lock(omp_lock_t *lock)
{
    *lock = 0;
}

static inline void omp_set_lock(omp_lock_t *lock)
{
    *lock = 1;
}

static inline void omp_unset_lock(omp_lock_t *lock)
{
    *lock = 0;
}

static inline void omp_destroy_lock(omp_lock_t *lock)
{
    *lock = 0;
}

#endif
