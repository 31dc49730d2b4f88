// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import NotificationStore
package import Triggers

extension Circle {
    /// Width in metres of the border's outer part, in which no fix proves a side: 20 % of the radius, from 25 to 200.
    package var borderWidth: Double { min(max(watched.radius * 0.2, 25), 200) }

    /// Returns the side of the border that the fix proves; nil if the fix is too near to the border for its accuracy.
    package func side(of fix: Fix) -> FenceState.Side? {
        let radius = watched.radius
        let distance = fix.coordinate.distance(to: center)
        if distance <= radius - min(fix.accuracy, radius / 2) { return .inside }
        if distance >= radius + max(fix.accuracy, borderWidth) { return .outside }
        return nil
    }
}
