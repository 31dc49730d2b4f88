// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import AgentFiles
package import AgentInterface
import AgentMachine
import NotificationStore

/// Findings about a person's folders while no agent uses them: `belfryd --diagnose`.
package enum FolderDiagnosis {
    /// Examines the settings, the store, the time zone and the picture formats; blocks its thread.
    package static func findings(of paths: AgentPaths) -> [Finding] {
        ZoneDiagnosis.findings(source: ZoneReader().source(), zone: ZoneReader().read())
            + PictureDiagnosis.findings()
            + SettingsDiagnosis.findings(path: paths.configuration)
            + StoreDiagnosis(StoreHealth(folder: paths.state, check: true), isServerThere: false).findings
    }
}
