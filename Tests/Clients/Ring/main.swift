// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import UserNotificationsUI
ProgressRing.run { ProgressRing() }
