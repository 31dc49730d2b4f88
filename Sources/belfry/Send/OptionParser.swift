// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// A type of values that GLib can parse from an option.
protocol OptionValue {
    /// The type of the value in the memory that GLib writes to.
    associatedtype Stored

    static var kind: GOptionArg { get }
    /// The initial value in memory, which remains if the option is not given.
    static var unset: Stored { get }

    init(_ stored: Stored)
}

// Texts are declared to GLib as file names, which GLib returns unchanged. Other strings would be converted from the
// locale, and setting up the locale takes longer than the rest of the program.
extension Optional: OptionValue where Wrapped == String {
    static var kind: GOptionArg { G_OPTION_ARG_FILENAME }
    static var unset: UnsafeMutablePointer<CChar>? { nil }

    init(_ stored: UnsafeMutablePointer<CChar>?) { self = stored.map { String(cString: $0) } }
}

/// Values of an option that may be repeated, or, for an option with an empty name, the remaining arguments.
extension [String]: OptionValue {
    static var kind: GOptionArg { G_OPTION_ARG_FILENAME_ARRAY }
    static var unset: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { nil }

    init(_ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
        self = []
        guard var entry = stored else { return }
        while let text = entry.pointee {
            append(String(cString: text))
            entry += 1
        }
    }
}

/// Value of an option with a whole number; -1 if the option is not given.
extension Int32: OptionValue {
    static var kind: GOptionArg { G_OPTION_ARG_INT }
    static var unset: Int32 { -1 }
}

extension Bool: OptionValue {
    static var kind: GOptionArg { G_OPTION_ARG_NONE }
    static var unset: gboolean { 0 }

    init(_ stored: gboolean) { self = stored != 0 }
}

/// A property whose value GLib parses from an option of the command line.
@propertyWrapper
struct ParsedOption<Value: OptionValue> {
    let entry: GOptionEntry
    /// Memory to which GLib writes the value; it is never freed, because the process ends soon.
    private let storage = UnsafeMutablePointer<Value.Stored>.allocate(capacity: 1)

    init(_ name: String, _ letter: Unicode.Scalar? = nil, value argument: String? = nil, _ help: String? = nil) {
        storage.initialize(to: Value.unset)
        entry = GOptionEntry(
            long_name: strdup(name), short_name: letter.map { gchar($0.value) } ?? 0, flags: 0, arg: Value.kind,
            arg_data: storage, description: help.map { UnsafePointer(strdup($0)) } ?? nil,
            arg_description: argument.map { UnsafePointer(strdup($0)) } ?? nil)
    }

    var wrappedValue: Value { Value(storage.pointee) }
}

extension GOptionEntry {
    /// The option in the form in which ArgumentParser describes options.
    var described: CommandDescription.Argument {
        typealias Name = CommandDescription.Argument.Name
        let letter = Unicode.Scalar(UInt8(bitPattern: short_name))
        let long = Name(kind: "long", name: String(cString: long_name))
        return CommandDescription.Argument(
            kind: arg == G_OPTION_ARG_NONE ? .flag : .option, isRepeating: arg == G_OPTION_ARG_FILENAME_ARRAY,
            names: [long] + (short_name == 0 ? [] : [Name(kind: "short", name: String(letter))]),
            valueName: arg_description.map { String(cString: $0) }, abstract: description.map { String(cString: $0) })
    }
}

/// The parser of command lines in GLib.
enum OptionParser {
    /// The option `--help`, which the parser adds.
    static let help = CommandDescription.Argument(
        kind: .flag,
        names: [
            CommandDescription.Argument.Name(kind: "long", name: "help"),
            CommandDescription.Argument.Name(kind: "short", name: "?"),
        ], abstract: "Show help options")

    /// Parses a command line into the values of its options; for `--help` it prints the help and ends the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and GLib's message.
    static func parse(_ arguments: [String], _ options: [GOptionEntry]) throws {
        guard let context = g_option_context_new("<SUMMARY> [BODY]") else { return }
        defer { g_option_context_free(context) }
        g_option_context_set_summary(
            context,
            """
            Accepts notify-send's command line; -h is --hint. Without a notification server, the agent keeps the
            notification until there is one, but with --wait or --action the command fails at once.
            """)
        g_option_context_set_description(
            context,
            "Exit status: 0 the agent accepted the notification; with --wait, it was closed, or withdrawn by Ctrl-C;\n"
                + "1 wrong command line; 65 refused; 69 no agent, or with --wait or --no-queue, no server.\n")
        g_option_context_add_main_entries(context, options + [GOptionEntry()], nil)
        g_set_prgname("belfry send")
        // Only the help prints non-ASCII text through GLib, which needs the locale.
        if arguments.contains("--help") || arguments.contains("-?") { setlocale(LC_ALL, "") }
        // The vector of arguments is never freed, because the parsed values may point into it.
        let vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 2)
        for (index, argument) in (["belfry send"] + arguments).enumerated() { vector[index] = strdup(argument) }
        vector[arguments.count + 1] = nil
        var count = Int32(arguments.count + 1)
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = vector
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse(context, &count, &pointer, &error) != 0 else {
            throw Failure(.usage, error.map { String(cString: $0.pointee.message) } ?? "wrong command line")
        }
    }
}
