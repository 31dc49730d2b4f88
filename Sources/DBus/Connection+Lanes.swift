// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Each sender has a queue of calls, its lane. One task per lane answers the calls one after another, in bus order, and
// ends when the queue is empty. The task starts synchronously and runs up to its first suspension. So a sender's calls
// are also handled in bus order with the sender's signals.

extension Connection {
    func receiveCall(_ call: Message, isTooLarge: Bool) {
        guard let sender = call.sender else { return }
        load += call.cost
        if lanes[sender] != nil {
            lanes[sender]?.append(call, isTooLarge: isTooLarge)
            return
        }
        nextTurn += 1
        let turn = nextTurn
        var lane = Lane(turn: turn)
        lane.append(call, isTooLarge: isTooLarge)
        lanes[sender] = lane
        turns[turn] = .some(nil)
        let task = Task.immediate { await self.empty(sender, turn: turn) }
        // The task has already ended if the handler answered the call without suspending, as most handlers do.
        if turns[turn] != nil { turns[turn] = task }
    }

    /// Waits until every received call is answered, or `limit` has passed.
    package func finishAnswering(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        while wire.isOpen, !turns.isEmpty, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
    }

    func letNextCallsPass(of sender: String, turn: Int) {
        guard lanes[sender]?.turn == turn else { return }
        guard lanes[sender]?.isEmpty == false else {
            lanes[sender] = nil
            return
        }
        nextTurn += 1
        let next = nextTurn
        lanes[sender]?.turn = next
        // The task doesn't start immediately: the handler that lets the next calls be answered is still running.
        turns[next] = Task { await self.empty(sender, turn: next) }
    }

    private func empty(_ sender: String, turn: Int) async {
        while lanes[sender]?.turn == turn, let entry = lanes[sender]?.takeFirst() {
            let call = entry.call
            let answer: Message
            do {
                guard !entry.isRefused else { throw BusError.limitsExceeded(Lane.refusal) }
                answer = .methodReturn(to: call, try await objects.answer(call, turn: turn, on: self))
            } catch let error as any BusNamedError {
                answer = .error(to: call, error.busError)
            } catch {
                answer = .error(to: call, .failed("\(error)"))
            }
            reply(answer, to: call)
        }
        if lanes[sender]?.turn == turn { lanes[sender] = nil }
        turns[turn] = nil
        if lanes.isEmpty { callsAreAnswered() }
    }

    private func reply(_ answer: Message, to call: Message) {
        guard call.expectsReply else { return }
        do {
            try send(answer)
        } catch {
            // The answer is invalid: it is too large or contains a NUL. The caller gets an error instead, so that it
            // doesn't wait for ever. If the connection is lost, the error can't be sent either.
            let reason = (error as? BusError)?.message ?? ""
            try? send(.error(to: call, .failed("The answer cannot be sent. \(reason)")))
        }
    }
}
