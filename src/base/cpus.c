/* cpus.c - reads the limits that containers and batch systems set. Knows nothing of the work that is divided. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/cpus.h"
#include "base/number.h"

#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096 };

/* Reads up to two numbers from a file; "max" and a missing one are INFINITY, as is a file that cannot be read. */
static void read_numbers(const char *folder, const char *name, double number[2])
{
    char path[LONGEST_PATH], line[128], *at = line, *end;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "r") : NULL;
    number[0] = number[1] = INFINITY;
    if (!file)
        return;
    if (fgets(line, sizeof line, file))
        for (int i = 0; i < 2; i++) {
            double value = kn_parse_number(at, &end);
            if (end == at)
                break;
            number[i] = value;
            at = end + strspn(end, " \t");
        }
    fclose(file);
}

/* The quota of one group: cpu.max of version 2 has quota and period, and version 1 a file for each, -1 for none. */
static double quota_of(const char *folder, bool second_version)
{
    double number[2], period[2];
    read_numbers(folder, second_version ? "cpu.max" : "cpu.cfs_quota_us", number);
    if (!second_version) {
        read_numbers(folder, "cpu.cfs_period_us", period);
        number[1] = period[0];
    }
    return number[0] > 0 && number[1] > 0 && isfinite(number[0]) && isfinite(number[1]) ? number[0] / number[1]
                                                                                        : INFINITY;
}

/* The lowest quota of a group and of those above it. A container may not see its own group below the mount: then only the mount
 * itself, which is the container's group, has one. */
static double lowest_quota(const char *mount, const char *controller, const char *group, bool second_version)
{
    char folder[LONGEST_PATH];
    double lowest = INFINITY;
    int base = snprintf(folder, sizeof folder, "%s%s%s", mount, *controller ? "/" : "", controller);
    int length = base < 0 || (size_t)base >= sizeof folder
                     ? -1
                     : snprintf(folder + base, sizeof folder - (size_t)base, "%s", group);
    if (length < 0 || (size_t)(base + length) >= sizeof folder)
        return INFINITY;
    for (;;) {
        char *slash;
        lowest = fmin(lowest, quota_of(folder, second_version));
        slash = strrchr(folder + base, '/');
        if (!slash)
            return lowest;
        *slash = 0;
    }
}

/* Whether a list of names with commas has a name. */
static bool has_name(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    return false;
}

double kn_cpu_quota(const char *membership, const char *mount)
{
    char line[LONGEST_PATH];
    double lowest = INFINITY;
    FILE *file = fopen(membership, "r");
    while (file && fgets(line, sizeof line, file)) { /* NUMBER:CONTROLLERS:GROUP */
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *controllers++ = *group++ = 0;
        group[strcspn(group, "\n")] = 0;
        if (!*controllers)
            lowest = fmin(lowest, lowest_quota(mount, "", group, true));
        else if (has_name(controllers, "cpu"))
            lowest = fmin(lowest, lowest_quota(mount, "cpu", group, false));
    }
    if (file)
        fclose(file);
    return lowest;
}

/* The CPUs that the process may run on. */
static double count_allowed(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return CPU_COUNT(&allowed);
#endif
    return online > 0 ? (double)online : 1;
}

/* OMP_NUM_THREADS, of which the first number counts; INFINITY if it is not set. */
static double asked_for(void)
{
    const char *text = getenv("OMP_NUM_THREADS");
    char *end;
    double number = text ? kn_parse_number(text, &end) : 0;
    return number >= 1 ? floor(number) : INFINITY;
}

size_t kn_cpus(void)
{
    double quota = ceil(kn_cpu_quota("/proc/self/cgroup", "/sys/fs/cgroup"));
    return (size_t)fmax(1, fmin(fmin(count_allowed(), asked_for()), quota));
}
