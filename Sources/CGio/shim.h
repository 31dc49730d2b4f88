// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
