// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// A variable of Swift's concurrency runtime (`ConcurrencyHooks.def`): who takes the jobs that belong to no actor.
extern void *_Nullable swift_task_enqueueGlobal_hook;

// Called once, before any task is made.
static inline void concurrency_set_global_hook(void *_Nonnull enqueue) { swift_task_enqueueGlobal_hook = enqueue; }

// What libdispatch has for a run loop that serves its main queue (`private.h`; CoreFoundation's does): a descriptor that can be
// read when there is work, and the call that does it, on the main thread.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *_Nullable message);
