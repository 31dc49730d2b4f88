// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import AgentInterface
import AgentMachine
import NotificationStore

/// What can be found out of a person's folders without an agent that serves them: `belfryd --diagnose`.
package enum FolderDiagnosis {
    /// The settings, the store, the time zone and the pictures; blocking.
    package static func findings(of paths: AgentPaths) -> [Finding] {
        ZoneDiagnosis.findings(source: ZoneReader().source(), zone: ZoneReader().read())
            + PictureDiagnosis.findings()
            + SettingsDiagnosis.findings(path: paths.configuration)
            + StoreDiagnosis(StoreHealth(folder: paths.state, check: true), isServerThere: false).findings
    }
}
