// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The results of presses: responses to the receiver, and commands.
extension CrashModel {
    /// Decides which responses may be delivered again, when everything that the agent has sent has arrived.
    mutating func endLife() {
        seen.responses = seen.responses.filter { isStored($0.1) }
        for (identifier, responses) in Dictionary(grouping: seen.responses, by: { $0.1.identifier }) {
            var noted = seen.events.count { $0.kind == "acknowledged" && $0.identifier == identifier }
            for (life, response) in responses {
                let isNoted = response.isAcknowledged && noted > 0
                if isNoted { noted -= 1 }
                take(
                    response,
                    CrashOccurrence.Delivery(
                        life: life, isAcknowledged: response.isAcknowledged, isNoted: isNoted))
            }
        }
        // Responses are delivered one at a time: the acknowledgement of the last may be in flight, those before it are
        // persisted.
        let acknowledged = seen.responses.count { $0.1.isAcknowledged }
        let noted = seen.events.count { $0.kind == "acknowledged" }
        if acknowledged > noted + 1 { fail("\(acknowledged) were acknowledged, and \(noted) of them noted") }
        seen.responses = []
        for event in seen.events where event.kind == "command" { noteCommand(event.identifier) }
        seen.events.removeAll { $0.kind != "shown" }
    }

    /// Takes the end of a command: it belongs to the oldest occurrence whose end was not known.
    private mutating func noteCommand(_ identifier: String) {
        guard var request = requests[identifier] else { return }
        func isWaited(_ occurrence: CrashOccurrence) -> Bool {
            occurrence.commandNoted == nil && (occurrence.press?.act.action != nil || occurrence.expired != nil)
        }
        if let index = request.past.firstIndex(where: isWaited) {
            request.past[index].commandNoted = life
        } else if request.occurrence.map(isWaited) == true {
            request.occurrence?.commandNoted = life
        }
        requests[identifier] = request
    }

    /// Takes an event. A caller that waits for a request also gets events without a response; only the process that
    /// runs a command gets its event.
    private func isStored(_ response: CrashReceiver.Received) -> Bool {
        guard let request = requests[response.identifier] else { return true }
        if request.isCommanded || response.action.hasPrefix("snooze:") { return false }
        guard response.action == "dismiss" else { return true }
        return (request.past + [request.occurrence].compactMap(\.self)).contains {
            $0.version == response.version && $0.draft.reportsDismissal
        }
    }

    private mutating func take(_ response: CrashReceiver.Received, _ delivery: CrashOccurrence.Delivery) {
        let words = "\(response.action) to \(response.identifier) v\(response.version) of \(response.due)"
        note("told \(words)\(delivery.isAcknowledged ? "" : ", not acknowledged")")
        guard var request = requests[response.identifier] else { return fail("nobody asked for \(words)") }
        func isMeant(_ occurrence: CrashOccurrence) -> Bool {
            occurrence.version == response.version && abs(occurrence.due - response.due) < 0.001
        }
        if var occurrence = request.occurrence, isMeant(occurrence) {
            take(delivery, of: words, response.action, in: &occurrence)
            request.occurrence = occurrence
        } else if let index = request.past.lastIndex(where: isMeant) {
            take(delivery, of: words, response.action, in: &request.past[index])
        } else {
            return fail("nobody was asked for \(words)")
        }
        requests[response.identifier] = request
    }

    private mutating func take(
        _ delivery: CrashOccurrence.Delivery, of words: String, _ action: String, in occurrence: inout CrashOccurrence
    ) {
        guard let press = occurrence.press, press.act.action == action else { return fail("nobody gave \(words)") }
        if press.state == .unheard { fail("\(words) came, and its notification was still delivered") }
        let former = press.deliveries.filter(\.isAcknowledged)
        if former.contains(where: { $0.isNoted || $0.life == delivery.life }) {
            repeated("\(words) was delivered after it was acknowledged")
        } else if !former.isEmpty {
            figures.deliveredAgain += 1
        } else if delivery.isAcknowledged {
            figures.answered += 1
        }
        occurrence.press?.deliveries.append(delivery)
        // The event was sent after its contents were persisted.
        if press.state == .unsure || press.state == .unknown {
            occurrence.press?.state = .given
            figures.given += 1
        }
    }

    // MARK: - The end

    /// Checks that every promised response was delivered, and that every command was started.
    ///
    /// - Parameter commands: The starts that the commands have recorded.
    mutating func finish(_ commands: [CrashCommand]) {
        for command in commands { note("command of \(command.title) of \(command.due) for \(command.event)") }
        for request in requests.values {
            let all = request.past + [request.occurrence].compactMap(\.self)
            for occurrence in all {
                // A snoozed copy may have the same time: the one that has no press was not the one that the command
                // belongs to.
                let isTouched = occurrence.press != nil || occurrence.expired != nil
                let hasTwin = all.count { $0.version == occurrence.version && abs($0.due - occurrence.due) < 1 } > 1
                guard isTouched || !hasTwin else { continue }
                let words = "\(request.title(occurrence.version)) of \(occurrence.due)"
                if request.isCommanded {
                    finish(occurrence, words, commands.filter { $0.isOf(request, occurrence) })
                } else if let action = occurrence.expectedAction,
                    occurrence.press?.deliveries.contains(where: \.isAcknowledged) != true
                {
                    lose("\(action) to \(words) was never delivered")
                }
            }
        }
    }

    private mutating func finish(_ occurrence: CrashOccurrence, _ words: String, _ commands: [CrashCommand]) {
        if let event = occurrence.expectedEvent, !commands.contains(where: { $0.event == event }) {
            lose("the command for \(event) of \(words) was never started")
        }
        for (event, runs) in Dictionary(grouping: commands, by: \.event) {
            let isOver = event == "expire" && (occurrence.draft.expires ?? occurrence.draft.stay) != nil
            guard event == occurrence.press?.act.action || isOver else {
                fail("the command of \(words) was started for \(event), which nobody did")
                continue
            }
            figures.commands += 1
            figures.commandsAgain += runs.count - 1
            // The window between the start and its persistence: each death in it allows one more start.
            let first = occurrence.press?.life ?? occurrence.expired ?? 0
            let deaths = (occurrence.commandNoted ?? life) - first
            if runs.count > 1 + max(0, deaths) { repeated("the command for \(event) of \(words), \(runs.count) times") }
        }
        if commands.isEmpty == false, Set(commands.map(\.event)).count > 1 {
            repeated("the command of \(words) was started for \(Set(commands.map(\.event)).sorted())")
        }
    }
}
