// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// A variable of Swift's concurrency runtime (`ConcurrencyHooks.def`): who takes the jobs that belong to no actor.
extern void *_Nullable swift_task_enqueueGlobal_hook;

// Called once, before any task is made.
static inline void concurrency_set_global_hook(void *_Nonnull enqueue) { swift_task_enqueueGlobal_hook = enqueue; }
