/* base/cpus.h - how many CPUs this process may use. */
#pragma once

#include <stddef.h>

/* The CPUs that affinity, OMP_NUM_THREADS and the quotas of cgroups allow; at least 1. */
size_t kn_cpus(void);

/* The CPU time per time that cgroups allow: the lowest quota of the groups that the file `membership` (/proc/self/cgroup) names and of
 * the groups above them, which are folders below `mount` (/sys/fs/cgroup). INFINITY without a quota. */
double kn_cpu_quota(const char *membership, const char *mount);
