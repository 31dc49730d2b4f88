// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import EventLoop
import ExtensionWire
import NotificationModel
package import NotificationStore

/// The first run of a content extension for a notification, before the notification is presented or soon afterwards.
extension ContentExtensions {
    /// The time for which a notification waits for its picture, in real time even with a test's clock.
    private static let patience = Duration.milliseconds(500)

    /// Lets the extension draw an occurrence, and waits for at most half a second.
    ///
    /// A drawing that takes longer is stored, and then presented by ``Dependencies/drawn``.
    ///
    /// - Parameter occurrence: The occurrence, which is about to be presented.
    /// - Returns: The occurrence with its drawing, which is unfinished if the extension takes longer, and has no changes if
    ///   the extension fails.
    package func draw(_ occurrence: Occurrence) async -> Occurrence {
        let id = occurrence.id
        if drawings[id] == nil {
            drawings[id] = []
            // Why: this is a task of its own, because the drawing may come after the presentation.
            Task { await drawAnew(occurrence) }
        }
        if let drawn = await firstDrawing(of: id) { return drawn }
        // The store must know that the extension was started, unless the drawing is being stored already.
        if drawings[id] != nil { _ = try? await store.draw(id, .unfinished) }
        return occurrence.drawn(.unfinished)
    }

    /// Waits for the first drawing of an occurrence; nil if the drawing takes too long.
    private func firstDrawing(of id: Int64) async -> Occurrence? {
        let waiter = DrawingWaiter()
        let timer = TimerSource(after: Self.patience, on: loop) { [weak self] in
            self?.assumeIsolated { $0.giveUp(waiter, of: id) }
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            // The drawing or the caller's time for waiting may have ended before this continuation was made.
            guard drawings[id] != nil, !waiter.isOver else { return continuation.resume(returning: nil) }
            waiter.continuation = continuation
            drawings[id]?.append(waiter)
        }
    }

    private func giveUp(_ waiter: DrawingWaiter, of id: Int64) {
        drawings[id]?.removeAll { $0 === waiter }
        waiter.isOver = true
        waiter.resume(nil)
    }

    private func drawAnew(_ occurrence: Occurrence) async {
        let (id, request) = (occurrence.id, occurrence.notification.request)
        var result: ContentAnswer?
        let turn = await turn(of: occurrence)
        // A notification that has ended while it waited for its turn is not drawn.
        if let turn, await isDelivered(id),
            let program = await dependencies.program(occurrence.app, request.content.categoryIdentifier)
        {
            let event = RunEvent(occurrence: occurrence, picture: await dependencies.picture(), action: nil)
            result = await answer(to: event, program, turn)
        }
        let waiters = drawings.removeValue(forKey: id) ?? []
        var drawn: Occurrence?
        if !isStopping {
            drawn = (try? await store.draw(id, result?.drawing ?? Drawing())) ?? nil
            await settle(result?.drawing.picture, isStored: drawn != nil)
        }
        if let turn { endTurn(turn) }
        // A caller's time may have ended while the drawing was being stored.
        let isLate = waiters.isEmpty || waiters.contains { $0.isOver }
        for waiter in waiters { waiter.resume(drawn ?? occurrence.drawn(Drawing())) }
        if isLate, let drawn, result != nil { await dependencies.drawn(drawn) }
    }

    private func isDelivered(_ id: Int64) async -> Bool {
        do {
            return try await store.occurrence(id) != nil
        } catch {
            return true
        }
    }
}

/// A caller that waits for the first drawing of an occurrence.
final class DrawingWaiter: @unchecked Sendable {
    // `Sendable` is not checked: only the actor, which runs on one loop, touches the continuation.
    var continuation: CheckedContinuation<Occurrence?, Never>?
    /// Whether the caller's time for waiting is over.
    var isOver = false

    func resume(_ drawn: Occurrence?) {
        continuation?.resume(returning: drawn)
        continuation = nil
    }
}
