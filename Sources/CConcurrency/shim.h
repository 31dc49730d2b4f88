// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// Variables of Swift's concurrency runtime (`ConcurrencyHooks.def`): who takes the jobs that belong to no actor.
extern void *_Nullable swift_task_enqueueGlobal_hook;
extern void *_Nullable swift_task_enqueueGlobalWithDelay_hook;
extern void *_Nullable swift_task_enqueueGlobalWithDeadline_hook;

// Called once, before any task is made.
static inline void concurrency_set_global_hooks(
    void *_Nonnull enqueue, void *_Nonnull enqueue_after, void *_Nonnull enqueue_at) {
    swift_task_enqueueGlobal_hook = enqueue;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
}
