// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The methods of `org.belfry.NotificationCenter1`.
package enum AgentMethod: String, CaseIterable, Sendable {
    case add = "Add"
    case addAll = "AddAll"
    case pending = "Pending"
    case pendingPage = "PendingPage"
    case delivered = "Delivered"
    case deliveredPage = "DeliveredPage"
    case original = "OriginalRequest"
    case removePending = "RemovePending"
    case removePendingWithOptions = "RemovePendingWithOptions"
    case removeDelivered = "RemoveDelivered"
    case removeDeliveredWithOptions = "RemoveDeliveredWithOptions"
    case removeAllPending = "RemoveAllPending"
    case removeAllDelivered = "RemoveAllDelivered"
    case setCategories = "SetCategories"
    case categories = "Categories"
    case requestAuthorization = "RequestAuthorization"
    case settings = "Settings"
    case openSettings = "OpenSettings"
    case noteRefusal = "NoteRefusal"
    case setBadgeCount = "SetBadgeCount"
    case snooze = "Snooze"
    case snoozeWithOptions = "SnoozeWithOptions"
    case skip = "Skip"
    case undo = "Undo"
    case repost = "Repost"
    case pause = "Pause"
    case resume = "Resume"
    case missed = "Missed"
    case agenda = "Agenda"
    case history = "History"
    case clearHistory = "ClearHistory"
    case completions = "Completions"
    case explain = "Explain"
    case status = "Status"
    case checkConfiguration = "CheckConfiguration"
    case reloadConfiguration = "ReloadConfiguration"
    case diagnose = "Diagnose"
    case log = "Log"
    case export = "Export"
    case exportWithPlaces = "ExportWithPlaces"
    case takeIn = "Import"
    case importReminders = "ImportReminders"
    case attach = "Attach"
    case detach = "Detach"
    case watch = "Watch"
    case unwatch = "Unwatch"
    case registerRemote = "RegisterForRemoteNotifications"
    case unregisterRemote = "UnregisterForRemoteNotifications"
    case remoteRegistrations = "RemoteRegistrations"
    case pushDistributors = "PushDistributors"
    case beginPushTest = "BeginPushTest"
    case pushTest = "PushTest"
    case extensions = "Extensions"
    case setExtensionEnabled = "SetExtensionEnabled"
    case tryExtension = "TryExtension"
    case setPlace = "SetPlace"
    case places = "Places"
    case removePlace = "RemovePlace"
    case location = "Location"
    case monitorLocation = "MonitorLocation"
    case locationPermissions = "LocationPermissions"
    case setLocationPermission = "SetLocationPermission"

    /// Returns a call of this method. With `autoStart`, the bus starts the agent if it doesn't run.
    package func call(_ arguments: [Value], autoStart: Bool = true) -> Message {
        .methodCall(
            destination: AgentNames.busName, path: AgentNames.path, interface: AgentNames.interface, member: rawValue,
            arguments: arguments, autoStart: autoStart)
    }
}

/// The methods of `org.belfry.NotificationDelegate1`.
package enum DelegateMethod: String, CaseIterable, Sendable {
    case didReceive = "DidReceive"
    case willPresent = "WillPresent"
    case askText = "AskText"
    case openSettings = "OpenSettings"
    case didRegister = "DidRegister"
    case didFailToRegister = "DidFailToRegister"
    case didReceiveRemote = "DidReceiveRemote"
}
