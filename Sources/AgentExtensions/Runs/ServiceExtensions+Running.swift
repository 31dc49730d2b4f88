// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentFiles
import AgentLog
import AgentMachine
import EventLoop
import ExtensionWire
import FoundationEssentials
import Logging
import NotificationModel
import NotificationStore

/// The run of a service extension: the process, its answer, and the presentation of the result.
extension ServiceExtensions {
    /// Starts the run of a service extension for an occurrence in the queue.
    func begin(_ id: Int64) {
        jobs[id]?.lastActivity = .now
        // Why: this is a task of its own, as several extensions run at once; cancelling the task kills the process.
        tasks[id] = Task { await run(id) }
    }

    private func run(_ id: Int64) async {
        guard let job = jobs[id] else { return }
        let home = try? await offLoop { [folder] in try folder.make() }
        let (result, elapsed) = await result(of: job, home)
        steps += 1
        defer { steps -= 1 }
        tasks[id] = nil
        jobs[id] = nil
        let effects = queue.handle(.ended(id, failed: result?.failure != nil), at: clock.sinceBoot)
        let releases = carryOut(effects)
        if effects.contains(where: { $0.isConclusion }) {
            await conclude(job, result ?? .original(.lost), elapsed)
        } else {
            await discard(result, job)
        }
        await release(releases)
        if let home { await offLoop { [folder] in folder.remove(home) } }
    }

    // MARK: - The process

    /// Runs the extension's process, and returns the result; nil if the run was cancelled.
    private func result(of job: RunJob, _ home: String?) async -> (RunResult?, Duration) {
        guard let home else { return (.original(.notStarted("the folder for its files can't be made")), .zero) }
        let id = job.occurrence.id
        do {
            let notification = job.occurrence.notification
            let call = try RunCall(job.program, for: notification.request, at: notification.date, in: home) {
                [weak self] line, _ in
                self?.assumeIsolated { $0.take(line, of: id) }
            }
            CrashPoint.reached(.duringExtension)
            let outcome = await dependencies.run(call)
            log.errors(outcome, of: job.occurrence.app)
            return (await result(of: job, outcome, home), outcome.elapsed)
        } catch {
            return (.original(.notStarted("\(ErrorSummary(error))")), .zero)
        }
    }

    private func take(_ line: [UInt8], of id: Int64) {
        jobs[id]?.answer.take(line)
        jobs[id]?.lastActivity = .now
    }

    /// Makes the result of a run from the answer of its process, which has ended.
    private func result(of job: RunJob, _ outcome: ExtensionOutcome, _ home: String) async -> RunResult? {
        let id = job.occurrence.id
        jobs[id]?.lastActivity = .now
        switch (jobs[id]?.answer ?? RunAnswer()).verdict(after: outcome) {
        case nil: return nil
        case .failure(let failure)?: return .original(failure)
        case .success(let reply)?: return await patched(job, reply.content ?? ContentPatch([:]), home)
        }
    }

    private func patched(_ job: RunJob, _ patch: ContentPatch, _ home: String) async -> RunResult {
        var request = job.occurrence.notification.request
        guard let answer = await patch.checked(on: request.content, filesIn: home) else { return .original(.emptied) }
        var remarks = answer.remarks.map(\.key) + answer.unusableFiles
        request.content = answer.content
        let kept = await keep(&request, from: home, &remarks, app: job.occurrence.app)
        if let remark = await categoryRemark(request, job) { remarks.append(remark) }
        return .rewritten(Rewriting(content: request.content, remarks: remarks, kept: kept))
    }

    /// Copies new attachments into the store's folder; if they can't be copied, they are left out.
    private func keep(
        _ request: inout Request, from home: String, _ remarks: inout [String], app: String
    ) async -> (request: Request, home: String)? {
        let new = request.content.attachments.indices.filter {
            request.content.attachments[$0].url.hasPrefix(home + "/")
        }
        guard !new.isEmpty else { return nil }
        // The copied request has only the new files: other files, such as the sound, have copies already.
        var part = request
        part.content.sound = nil
        part.content.attachments = new.map { request.content.attachments[$0] }
        do {
            let kept = try await dependencies.keepFiles(part, app)
            for (index, attachment) in zip(new, kept.request.content.attachments) {
                request.content.attachments[index] = attachment
            }
            return kept
        } catch {
            request.content.attachments.removeAll { $0.url.hasPrefix(home + "/") }
            remarks.append("content.attachments")
            return nil
        }
    }

    /// Returns a remark if the extension's answer names a category that the application has not registered: such a
    /// category has no buttons.
    private func categoryRemark(_ request: Request, _ job: RunJob) async -> String? {
        let category = request.content.categoryIdentifier
        guard !category.isEmpty, category != job.occurrence.notification.request.content.categoryIdentifier else {
            return nil
        }
        do {
            let known = try await store.category(category, app: job.occurrence.app)
            return known == nil ? "content.categoryIdentifier" : nil
        } catch {
            return nil
        }
    }

    // MARK: - The presentation

    private func conclude(_ job: RunJob, _ result: RunResult, _ elapsed: Duration) async {
        let (id, app) = (job.occurrence.id, job.occurrence.app)
        let facts = result.facts(elapsed)
        record.note(result.failure, of: app)
        logEnd(of: job, result.failure)
        var shown: Occurrence?
        do {
            switch result {
            case .rewritten(let rewriting):
                shown = try await store.rewrite(id, content: rewriting.content, detail: facts, at: clock.now)
                CrashPoint.reached(.extensionCommitted)
            case .original: shown = try await store.release([(id, facts)], at: clock.now).first
            }
            if shown == nil { await discard(result, job) } else { await endProtection(of: result, app) }
        } catch {
            // If the store can't be written, presenting the original notification is better than presenting nothing.
            shown = job.occurrence
            await discard(result, job)
            log.failure("Could not store the answer of an extension", error)
        }
        if let shown { await dependencies.present([shown]) }
    }

    private func endProtection(of result: RunResult, _ app: String) async {
        if let kept = result.kept { await dependencies.keptFiles(kept.home, nil, app) }
    }

    /// Removes the copies of the new attachments if the result of the run is not used.
    private func discard(_ result: RunResult?, _ job: RunJob) async {
        if let kept = result?.kept { await dependencies.keptFiles(kept.home, kept.request, job.occurrence.app) }
    }
}

/// The result of a run: a content to present, or the failure after which the original content is presented.
enum RunResult: Sendable {
    case rewritten(Rewriting)
    case original(RunFailure)

    var failure: RunFailure? { if case .original(let failure) = self { failure } else { nil } }

    /// The copies of new attachments, and a request that has only these attachments.
    var kept: (request: Request, home: String)? {
        if case .rewritten(let rewriting) = self { rewriting.kept } else { nil }
    }

    /// Largest number of remarks that are logged, and of characters of each remark.
    private static let (mostRemarks, longestRemark) = (8, 100)

    /// Returns the remarks that are logged.
    static func logged(_ remarks: [String]) -> [PropertyListValue] {
        remarks.prefix(mostRemarks).map { .string(String($0.prefix(longestRemark))) }
    }

    /// Returns the details of the event that logs the run.
    func facts(_ elapsed: Duration) -> [String: PropertyListValue] {
        var facts: [String: PropertyListValue]
        switch self {
        case .rewritten(let rewriting):
            facts = ["result": .string("rewritten")]
            if !rewriting.remarks.isEmpty { facts["remarks"] = .array(Self.logged(rewriting.remarks)) }
        case .original(let failure):
            facts = failure.facts
            facts["result"] = .string("original")
        }
        let (seconds, attoseconds) = elapsed.components
        facts["ms"] = .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        return facts
    }
}

/// A notification's content that a service extension has rewritten.
struct Rewriting: Sendable {
    let content: Content
    /// The keys of the extension's changes that were not made, or only in part.
    let remarks: [String]
    /// The copies of new attachments, and a request that has only these attachments; nil without new attachments.
    let kept: (request: Request, home: String)?
}

extension ExtensionQueue.Effect {
    fileprivate var isConclusion: Bool { if case .conclude = self { true } else { false } }
}
