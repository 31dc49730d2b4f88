// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <glib.h>
#include <glib-unix.h>
// The kernel's timer file descriptors, which Swift's Glibc module leaves out.
#include <sys/timerfd.h>
