// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/prctl.h>

// Swift can't call prctl(2), whose arguments depend on the first. 0 where it worked.
static inline int belfry_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }
