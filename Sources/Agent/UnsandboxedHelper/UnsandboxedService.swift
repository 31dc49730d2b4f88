// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import AgentCallers
import AgentInterface
import AgentPrograms
package import EventLoop
import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage

/// A second belfryd process, outside the unit's sandbox, that starts programs and reads `/proc` for the agent.
///
/// It takes requests only from the agent, on its standard input, and exits when the agent exits. It never sees what
/// callers send; it reads only what the kernel and the sandbox say of a caller.
package actor UnsandboxedService: LoopActor {
    package nonisolated let loop: EventLoop

    private var socket: UnsandboxedSocket?
    private var programs: [UInt64: UnsandboxedProgram] = [:]
    private var wakeAlarm: AlarmSource?

    private init(on loop: EventLoop) { self.loop = loop }

    /// Serves the agent until it has exited.
    package static func run(on loop: EventLoop) -> Never {
        // Programs that this process starts get an empty standard input, and never the socket to the agent.
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0 else { _exit(1) }
        let service = UnsandboxedService(on: loop)
        loop.perform { service.assumeIsolated { $0.listen(descriptor) } }
        loop.run()
        _exit(0)
    }

    private func listen(_ descriptor: Int32) {
        socket = UnsandboxedSocket(descriptor, on: loop) { message in
            // The agent has exited. The programs that it has started belong to the person, and continue to run.
            guard let message else { _exit(0) }
            self.assumeIsolated { $0.received(message.bytes, message.descriptors) }
        }
        answer(0, .ready(AgentVersion.current))
    }

    private func received(_ bytes: [UInt8], _ descriptors: [Int32]) {
        let files = descriptors.map { FileDescriptor(rawValue: $0) }
        let number = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let body = files.first,
            let text = MemoryFile.contents(of: body.rawValue, limit: UnsandboxedRequest.limit),
            let request = try? JSONDecoder().decode(UnsandboxedRequest.self, from: Data(text))
        else {
            for file in files { try? file.close() }
            return answer(number, .failed(ProgramFailure(reason: "unknown request")))
        }
        try? body.close()
        let rest = Array(files.dropFirst())
        if case .run(let call) = request, rest.count == 3 { return start(call, number, rest) }
        perform(request, number, rest)
        for file in rest { try? file.close() }
    }

    private func perform(_ request: UnsandboxedRequest, _ number: UInt64, _ files: [FileDescriptor]) {
        switch request {
        case .run: answer(number, .failed(ProgramFailure(reason: "unknown request")))
        case .read(let program): programs[program]?.finish()
        case .end(let program): programs[program]?.task.cancel()
        case .origin(let process, let label):
            answer(number, .origin(of: process, handle: files.first?.rawValue, label: label))
        case .program(let process):
            answer(number, .program(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")))
        case .launch(let id, let uris, let environment):
            answer(number, .launched(InstalledApplication.launch(id: id, opening: uris, environment: environment)))
        case .wake(let moment): answer(number, .wake(wake(at: moment)))
        }
    }

    private func start(_ call: ProgramCall, _ number: UInt64, _ files: [FileDescriptor]) {
        let program = UnsandboxedProgram(call, files) { [weak self] in
            await self?.answer(number, $0)
        }
        programs[number] = program
        Task {
            await program.task.value
            programs[number] = nil
        }
    }

    /// Sets the wake alarm; returns whether it can wake the machine. After waking, the agent's own alarm goes off.
    private func wake(at moment: Double?) -> Bool {
        wakeAlarm = wakeAlarm ?? (try? AlarmSource(clock: .realtimeWaking, on: loop) { _ in })
        wakeAlarm?.set(at: moment.map { .seconds($0) })
        return wakeAlarm != nil
    }

    private func answer(_ number: UInt64, _ answer: UnsandboxedAnswer) {
        guard let bytes = try? JSONEncoder().encode(UnsandboxedMessage(number: number, answer: answer)) else { return }
        // If the answer can't be sent, the agent has exited, which the socket reports next.
        try? socket?.send(Array(bytes))
    }
}

extension UnsandboxedAnswer {
    /// Returns the answer that ``ProcessOrigin`` gives for a process.
    static func origin(of process: Int32, handle: Int32?, label: String?) -> UnsandboxedAnswer {
        do {
            let origin = try ProcessOrigin(of: process, handle: handle, label: label)
            return .origin(origin.app, isSandboxed: origin.isSandboxed)
        } catch {
            return .unidentified(error.rawValue)
        }
    }
}
