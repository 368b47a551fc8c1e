/* cpus_test.c - limits of CPUs: quotas of cgroups in folders that are written here, affinity, and OMP_NUM_THREADS. */
#include "check.h"

#include "base/cpus.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char root[] = "/tmp/knap-cpus-XXXXXX";

/* Writes a file below the root; its folders are made. */
static void put(const char *name, const char *text)
{
    char path[256];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        mkdir(path, 0700);
    }
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static double quota(const char *membership)
{
    char file[64];
    put("cgroup", membership);
    snprintf(file, sizeof file, "%s/cgroup", root);
    return kn_cpu_quota(file, root);
}

/* Version 2: one line, and a file with quota and period in each group. The lowest of the groups above counts too. */
static void quotas_of_version_2(void **state)
{
    (void)state;
    put("a/b/cpu.max", "150000 100000\n");
    put("a/cpu.max", "max 100000\n");
    put("low/b/cpu.max", "400000 100000\n");
    put("low/cpu.max", "25000 50000\n");
    put("odd/cpu.max", "no number\n");
    put("empty/cpu.max", "");
    put("half/cpu.max", "50000");
    assert_true(quota("0::/a/b\n") == 1.5);
    assert_true(quota("0::/a/b") == 1.5);
    assert_true(quota("0::/low/b\n") == 0.5);
    assert_true(quota("0::/a/b/absent\n") == 1.5);
    assert_true(isinf(quota("0::/a\n")));
    assert_true(isinf(quota("0::/\n")));
    assert_true(isinf(quota("0::/odd\n")));
    assert_true(isinf(quota("0::/empty\n")));
    assert_true(isinf(quota("0::/half\n")));
    assert_true(isinf(quota("no colons\n\n0:\n")));
    /* a container that does not see its own path has its quota at the mount */
    put("cpu.max", "200000 100000\n");
    assert_true(quota("0::/docker/0123\n") == 2);
    assert_true(quota("0::/low\n") == 0.5);
    put("cpu.max", "max 100000\n");
}

/* Version 1: the line of the controller cpu, and two files. */
static void quotas_of_version_1(void **state)
{
    (void)state;
    put("cpu/job/cpu.cfs_quota_us", "250000\n");
    put("cpu/job/cpu.cfs_period_us", "100000\n");
    put("cpu/free/cpu.cfs_quota_us", "-1\n");
    put("cpu/free/cpu.cfs_period_us", "100000\n");
    assert_true(quota("3:cpuset:/job\n2:cpu,cpuacct:/job\n1:memory:/job\n") == 2.5);
    assert_true(quota("2:cpuacct,cpu:/job/step\n0::/\n") == 2.5);
    assert_true(isinf(quota("2:cpu:/free\n")));
    assert_true(isinf(quota("3:cpuset,cpuacct:/job\n")));
    assert_true(isinf(kn_cpu_quota("/nonexistent", root)));
}

/* Runs in a child, whose own limits are counted; returns its exit status. */
static int in_child(int (*run)(void))
{
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(run());
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int workers_of_one_thread(void)
{
    setenv("OMP_NUM_THREADS", "1,4", 1);
    return (int)knap_threads(0);
}

static int workers(void)
{
    return (int)knap_threads(0);
}

/* What nproc says, which knows affinity. */
static double processors(void)
{
    double number = 0;
    FILE *pipe = popen("nproc", "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%lf", &number), 1);
    pclose(pipe);
    return number;
}

static void threads_are_limited(void **state)
{
    double allowed = ceil(kn_cpu_quota("/proc/self/cgroup", "/sys/fs/cgroup"));
    (void)state;
    unsetenv("OMP_NUM_THREADS");
    assert_true((double)knap_threads(0) == fmax(1, fmin(allowed, processors())));
    assert_int_equal(in_child(workers), knap_threads(0));
    assert_int_equal(in_child(workers_of_one_thread), 1);
    assert_int_equal(knap_threads(7), 7);
    assert_int_equal(knap_threads(100000), KN_MOST_WORKERS);
    /* the number does not change between two calls, because memory is allocated by it */
    setenv("OMP_NUM_THREADS", "1", 1);
    assert_int_equal(in_child(workers), 1);
    assert_int_equal(knap_threads(0), kn_workers(0));
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quotas_of_version_2), cmocka_unit_test(quotas_of_version_1),
                                       cmocka_unit_test(threads_are_limited)};
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
