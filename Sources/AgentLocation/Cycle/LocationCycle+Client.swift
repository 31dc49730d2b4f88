// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// Makes, starts, stops and deletes the agent's client at GeoClue.
extension LocationCycle {
    /// Timeout in seconds for GeoClue's reply. GeoClue 2.6 never replies if no agent of GeoClue runs.
    package static let replyTime: TimeInterval = 10
    /// Shortest and longest pause in seconds before GeoClue is called again; each missing reply doubles the pause.
    static let retryTimes: ClosedRange<TimeInterval> = 60...1800
    /// Seconds until the first attempt to take a fix after GeoClue has exited.
    static let returnTime: TimeInterval = 5
    /// Seconds after the client's start in which a false `Active` may still report an earlier stop of the client, as
    /// long as `Active` was not true yet.
    static let activationTime: TimeInterval = 2

    /// Makes a GeoClue client, or takes a fix if the client exists.
    mutating func proceed(at now: Date) -> [Effect] {
        switch client {
        case .stopped, .started: return sample(at: now)
        case .none, .awaited:
            attempted = now
            client = .awaited
            phase = .connecting(until: now + Self.replyTime)
            return [.createClient]
        }
    }

    mutating func start(_ level: AccuracyLevel, timeThreshold: UInt32, at now: Date) -> [Effect] {
        if case .started(level, timeThreshold, _, _) = client { return [] }
        let stop = pause()
        client = .started(level, timeThreshold: timeThreshold, at: now)
        return stop + [.start(level, timeThreshold: timeThreshold)]
    }

    mutating func pause() -> [Effect] {
        guard case .started = client else { return [] }
        client = .stopped
        return [.stop]
    }

    mutating func deleteClient() -> [Effect] {
        let stop = pause()
        defer { client = .none }
        return client == .none ? [] : stop + [.deleteClient]
    }

    mutating func clientCreated(at now: Date) -> [Effect] {
        // The agent gave up its call of `GetClient` before this reply came, so the new client is deleted.
        guard client != .none else { return [.deleteClient] }
        guard client == .awaited else { return [] }
        client = .stopped
        if trouble == .noAgent || trouble == .noService { trouble = nil }
        return sample(at: now)
    }

    /// Handles GeoClue's failure to reply or to start; a late reply to `GetClient` may still bring the client.
    mutating func connectionFailed(_ reason: LocationTrouble, at now: Date) -> [Effect] {
        switch phase {
        case .connecting, .sampling, .continuous, .disabled(until: nil): break
        case .idle, .sleeping, .backingOff, .denied, .disabled: return []
        }
        let effects = client == .awaited ? [] : deleteClient()
        if reason == .noService { client = .none }
        trouble = reason
        phase = .backingOff(until: now + retryPause(from: Self.retryTimes.lowerBound))
        attempted = now
        return effects
    }

    mutating func accessDenied(_ reason: LocationTrouble, at now: Date) -> [Effect] {
        guard !circles.isEmpty else { return [] }
        if client == .awaited { client = .none }
        // Without a client GeoClue may exit, and reads its configuration again when it next starts.
        let effects = deleteClient()
        trouble = reason
        attempted = now
        switch reason {
        case .denied: phase = .denied
        case .disabled: phase = .disabled(until: now + Self.retryTimes.upperBound)
        default: phase = .backingOff(until: now + retryPause(from: Self.retryTimes.lowerBound))
        }
        return effects
    }

    mutating func daemonVanished(at now: Date) {
        client = .none
        switch phase {
        case .connecting, .sampling, .continuous, .disabled(until: nil):
            phase = .backingOff(until: now + retryPause(from: Self.returnTime))
            attempted = now
        case .idle, .sleeping, .backingOff, .denied, .disabled: break
        }
    }

    mutating func daemonAppeared(at now: Date) -> [Effect] {
        switch phase {
        case .backingOff, .denied, .disabled: attempt(after: Self.replyTime, at: now)
        case .idle, .connecting, .sampling, .continuous, .sleeping: []
        }
    }

    /// Handles the person's switch for location. A started client reports positions again when location is on again.
    mutating func activeChanged(_ isActive: Bool, at now: Date) {
        guard case .started(let level, let threshold, let start, let wasActive) = client else { return }
        client = .started(level, timeThreshold: threshold, at: start, isActive: isActive)
        if isActive, phase == .disabled(until: nil) {
            phase = .sampling(level, until: now + Self.sampleTime)
            trouble = nil
        } else if !isActive, wasActive || now.timeIntervalSince(start) >= Self.activationTime {
            phase = .disabled(until: nil)
            trouble = .disabled
        }
    }

    /// Returns the seconds until the next attempt at a fix: twice as many after each failure, at most half an hour.
    private mutating func retryPause(from first: TimeInterval) -> TimeInterval {
        defer { failures += 1 }
        return min(first * TimeInterval(1 << min(failures, 12)), Self.retryTimes.upperBound)
    }
}
