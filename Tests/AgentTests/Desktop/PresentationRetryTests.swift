// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

@testable import DesktopPresentation
import FoundationEssentials
import NotificationModel
import NotificationStore
import TestSupport
import Testing

/// When, and in which form, a notification is sent again after the server refused it.
@Suite struct PresentationRetryTests {
    private func occurrence(_ id: Int64) -> Occurrence {
        let request = Request(identifier: "r\(id)", content: Content(title: "t"))
        let date = Date(timeIntervalSince1970: 0)
        return Occurrence(
            id: id, notification: Notification(app: "a", request: request, date: date, due: date), state: .presenting)
    }

    private func failure(_ id: Int64, _ fault: NotifyFault) -> PresentationRetry.Event {
        .failed(occurrence(id), .init(), fault, error: "e")
    }

    /// The identifiers of the notifications that return to the queue.
    private func queued(_ effects: [PresentationRetry.Effect]) -> [Int64] {
        effects.flatMap { effect -> [Int64] in
            switch effect {
            case .queueFirst(let rows), .queueLast(let rows): rows.map(\.id)
            case .noteRepetition, .noteRefusal: []
            }
        }
    }

    @Test(arguments: [
        ("org.freedesktop.DBus.Error.UnknownMethod", NotifyFault.absent),
        ("org.freedesktop.DBus.Error.UnknownObject", .absent),
        ("org.freedesktop.DBus.Error.UnknownInterface", .absent),
        ("org.freedesktop.DBus.Error.ServiceUnknown", .absent),
        ("org.freedesktop.DBus.Error.NameHasNoOwner", .absent),
        ("org.freedesktop.DBus.Error.NoServer", .absent), ("org.freedesktop.DBus.Error.Disconnected", .absent),
        ("org.freedesktop.DBus.Error.NoReply", .unanswered), ("org.freedesktop.DBus.Error.Timeout", .unanswered),
        ("org.freedesktop.DBus.Error.InvalidArgs", .content), ("System.Error.ENXIO", .content),
        ("org.freedesktop.DBus.Error.Failed", .unclear), ("org.freedesktop.DBus.Error.LimitsExceeded", .unclear),
        ("org.freedesktop.DBus.Error.AccessDenied", .unclear), ("org.example.Error.UnknownMethod", .unclear),
        ("org.freedesktop.Notifications.MaxNotificationsExceeded", .full),
        ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", .excess),
    ])
    func `S10: errors are classified by their cause`(name: String, fault: NotifyFault) {
        #expect(NotifyFault(errorNamed: name) == fault)
    }

    @Test func `S11: pauses grow from a tenth of a second to a minute, and end after a success`() {
        var retry = PresentationRetry()
        var (now, pauses) = (100.0, [TimeInterval]())
        for _ in 0..<14 {
            _ = retry.handle(failure(1, .absent), at: now)
            #expect(retry.room(of: 16, at: now) == 0)
            let end = retry.wake(isQueueEmpty: true) ?? .infinity
            pauses.append(((end - now) * 10).rounded() / 10)
            now = end
            #expect(queued(retry.handle(.timePassed, at: now)) == [1])
            #expect(retry.room(of: 16, at: now) == 1)
        }
        #expect(pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 60, 60, 60, 60])

        #expect(retry.handle(.shown(1), at: now) == [])
        #expect(retry.room(of: 16, at: now) == 16)
        #expect(retry.failure == nil)
        _ = retry.handle(failure(2, .absent), at: now)
        #expect(retry.wake(isQueueEmpty: true).map { $0 - now < 0.11 } == true)
    }

    @Test func `S11: calls that fail together count as one failure, and return in their order`() {
        var retry = PresentationRetry()
        for id: Int64 in [3, 1, 2] { #expect(queued(retry.handle(failure(id, .absent), at: 10)) == []) }

        #expect(retry.wake(isQueueEmpty: true) == 10.1)
        #expect(queued(retry.handle(.timePassed, at: 10.05)) == [])
        #expect(queued(retry.handle(.timePassed, at: 10.1)) == [1, 2, 3])
    }

    @Test(arguments: [NotifyFault.absent, .unanswered, .unclear])
    func `S10: notifications that failed with the server return at once when it shows another`(fault: NotifyFault) {
        var retry = PresentationRetry()
        for _ in 0..<6 {
            for id: Int64 in [1, 2] { _ = retry.handle(failure(id, fault), at: 10) }
        }

        #expect(queued(retry.handle(.shown(3), at: 11)) == [1, 2])
        #expect(retry.room(of: 16, at: 11) == 16)
    }

    @Test(arguments: [NotifyFault.absent, .unanswered, .unclear])
    func `S10: a notification that fails while others are shown blocks none of them`(fault: NotifyFault) {
        var retry = PresentationRetry()
        var (now, longest) = (0.0, 0.0)
        for other: Int64 in 2..<40 {
            _ = retry.handle(failure(1, fault), at: now)
            if other > 2 { #expect(retry.room(of: 16, at: now) == 16, "after \(other)") }
            let end = retry.wake(isQueueEmpty: true) ?? 0
            longest = max(longest, end - now)
            now = max(end, now)
            _ = retry.handle(.timePassed, at: now)
            _ = retry.handle(.shown(other), at: now)
        }
        #expect(longest == 60)
    }

    @Test func `S10: refused arguments are retried at once in each plainer form, then kept and reported`() {
        var retry = PresentationRetry()
        var forms: [NotificationForm] = []
        for _ in 0..<4 {
            forms.append(retry.form(of: 1))
            #expect(queued(retry.handle(failure(1, .content), at: 5)) == [1])
            #expect(retry.room(of: 16, at: 5) == 16)
        }
        forms.append(retry.form(of: 1))
        #expect(forms == NotificationForm.allCases)

        let effects = retry.handle(failure(1, .content), at: 5)

        #expect(effects == [.noteRefusal(occurrence(1), error: "e")])
        #expect(retry.wake(isQueueEmpty: false) == nil)
        #expect(queued(retry.handle(.shown(2), at: 6)) == [])
        // A notification with new contents begins with its whole form again.
        #expect(queued(retry.handle(.capabilitiesChanged, at: 7)) == [1])
        #expect(retry.form(of: 1) == .whole)
    }

    @Test func `S10: no pause wakes an agent whose queue is empty`() {
        var retry = PresentationRetry()
        _ = retry.handle(failure(1, .absent), at: 0)
        #expect(retry.wake(isQueueEmpty: true) == 0.1)

        _ = retry.handle(.withdrawn(1), at: 0)

        #expect(retry.wake(isQueueEmpty: true) == nil)
        #expect(retry.wake(isQueueEmpty: false) == 0.1)
        // A notification that is queued after the pause is sent at once.
        #expect(retry.room(of: 16, at: 1) == 1)
    }

    @Test(arguments: NotifyFault.allCases)
    func `S10: a new server ends each pause`(fault: NotifyFault) {
        var retry = PresentationRetry()
        for id: Int64 in 1...12 { _ = retry.handle(failure(id, fault), at: 0) }

        _ = retry.handle(.serverChanged, at: 0)

        #expect(retry.attempts.isEmpty)
        #expect(retry.room(of: 16, at: 0) == 16)
        #expect(retry.wake(isQueueEmpty: false) == nil)
    }

    @Test func `S10: without a reply the notification may have been shown, so the retry is counted`() {
        var retry = PresentationRetry()
        #expect(retry.handle(failure(1, .unanswered), at: 0) == [.noteRepetition(occurrence(1))])
        #expect(retry.handle(failure(2, .absent), at: 0) == [])
    }

    @Test func `S10: a notification that ended servers is sent plainly, ever more seldom, and then dropped`() {
        var retry = PresentationRetry()
        var pauses: [TimeInterval] = []
        for count in 3..<6 {
            _ = retry.handle(.serverChanged, at: 0)
            #expect(retry.handle(.guilty(occurrence(1), count: count), at: 0) == [])
            #expect(retry.form(of: 1) == .plainText)
            let end = retry.wake(isQueueEmpty: true) ?? 0
            pauses.append(end)
            #expect(!retry.isPardoned(1))
            #expect(queued(retry.handle(.timePassed, at: end)) == [1])
            #expect(retry.isPardoned(1))
        }
        #expect(pauses == [5, 10, 20])

        _ = retry.handle(.serverChanged, at: 0)
        #expect(retry.handle(.guilty(occurrence(1), count: 6), at: 0).count == 1)
        #expect(retry.wake(isQueueEmpty: true) == nil)
    }

    /// A server that works or fails, and a notification that it always refuses. In any order of events no notification
    /// is forgotten, none is sent again without a pause, and every accepted notification is shown.
    @Test func `S10: in any order of events nothing is lost, and nothing is sent in a loop`() {
        var random = SeededGenerator()
        let faults: [NotifyFault] = [.absent, .unanswered, .unclear, .full, .excess]
        for _ in 0..<300 {
            var retry = PresentationRetry()
            let bad: Int64? = Bool.random(using: &random) ? 4 : nil
            var (queue, shown): ([Int64], Set<Int64>) = ([1, 2, 3, 4, 5, 6], [])
            var (now, works, calls) = (0.0, false, 0)
            func take(_ effects: [PresentationRetry.Effect]) {
                for effect in effects {
                    switch effect {
                    case .queueFirst(let rows): queue = rows.map(\.id) + queue
                    case .queueLast(let rows): queue += rows.map(\.id)
                    case .noteRepetition, .noteRefusal: break
                    }
                }
            }
            while now < 1000 {
                if now > 300 { works = true } else if Int.random(in: 0..<4, using: &random) == 0 { works.toggle() }
                let room = retry.room(of: 4, at: now)
                for id in queue.prefix(room) {
                    calls += 1
                    let isTaken = works && id != bad
                    queue.removeAll { $0 == id }
                    if isTaken { shown.insert(id) }
                    let fault = id == bad ? .unclear : faults.randomElement(using: &random) ?? .absent
                    take(retry.handle(isTaken ? .shown(id) : failure(id, fault), at: now))
                }
                let known = shown.union(queue).union(retry.held.map(\.id))
                #expect(known == [1, 2, 3, 4, 5, 6])
                if !queue.isEmpty, retry.room(of: 4, at: now) > 0 { continue }
                guard let next = retry.wake(isQueueEmpty: queue.isEmpty) else { break }
                now = max(next, now)
                take(retry.handle(.timePassed, at: now))
            }
            #expect(shown.count == (bad == nil ? 6 : 5))
            #expect(calls < 250)
        }
    }
}
