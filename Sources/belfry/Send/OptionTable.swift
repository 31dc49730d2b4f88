// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import CGLib
import Glibc

/// GLib's option table and the storage of its values.
///
/// Memory that GLib points to is never freed, because the process ends soon.
final class OptionTable {
    private typealias Text = UnsafeMutablePointer<CChar>?
    private var entries: [GOptionEntry] = []

    /// Adds an option with a text.
    func text(
        _ name: String, _ letter: Unicode.Scalar?, _ argument: String, _ help: String
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        let value = UnsafeMutablePointer<Text>.allocate(capacity: 1)
        value.initialize(to: nil)
        add(name, letter, G_OPTION_ARG_FILENAME, value, argument, help)
        return value
    }

    /// Adds an option that may be repeated; with an empty name, the remaining arguments.
    func list(
        _ name: String, _ letter: Unicode.Scalar?, _ argument: String?, _ help: String?
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?> {
        let value = UnsafeMutablePointer<UnsafeMutablePointer<Text>?>.allocate(capacity: 1)
        value.initialize(to: nil)
        add(name, letter, G_OPTION_ARG_FILENAME_ARRAY, value, argument, help)
        return value
    }

    /// Adds an option with a whole number.
    func number(
        _ name: String, _ letter: Unicode.Scalar?, _ argument: String, _ help: String, standard: Int32
    ) -> UnsafeMutablePointer<Int32> {
        let value = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        value.initialize(to: standard)
        add(name, letter, G_OPTION_ARG_INT, value, argument, help)
        return value
    }

    /// Adds an option without a value.
    func flag(_ name: String, _ letter: Unicode.Scalar?, _ help: String) -> UnsafeMutablePointer<gboolean> {
        let value = UnsafeMutablePointer<gboolean>.allocate(capacity: 1)
        value.initialize(to: 0)
        add(name, letter, G_OPTION_ARG_NONE, value, nil, help)
        return value
    }

    /// Parses a command line into the values; for `--help` it prints the help and ends the process.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/usage`` and GLib's message.
    func parse(_ arguments: [String]) throws {
        entries.append(GOptionEntry())
        guard let context = g_option_context_new("<SUMMARY> [BODY]") else { return }
        defer { g_option_context_free(context) }
        g_option_context_set_summary(
            context,
            """
            Takes notify-send's command line as it is; -h is --hint. The agent shows the notification: without a
            notification server it is kept until there is one, but a waiting one fails at once.
            """)
        g_option_context_set_description(
            context,
            "Exit status: 0 it was taken over, and finished or interrupted (and withdrawn) if waited for;\n"
                + "1 wrong command line; 65 refused; 69 no agent, or nobody to wait for.\n")
        g_option_context_add_main_entries(context, entries, nil)
        g_set_prgname("belfry send")
        // Only the help prints non-ASCII text through GLib, which needs the locale.
        if arguments.contains("--help") || arguments.contains("-?") { setlocale(LC_ALL, "") }
        // This is never freed, because the values may point into it.
        let vector = UnsafeMutablePointer<Text>.allocate(capacity: arguments.count + 2)
        for (index, argument) in (["belfry send"] + arguments).enumerated() { vector[index] = strdup(argument) }
        vector[arguments.count + 1] = nil
        var count = Int32(arguments.count + 1)
        var pointer: UnsafeMutablePointer<Text>? = vector
        var error: UnsafeMutablePointer<GError>?
        guard g_option_context_parse(context, &count, &pointer, &error) != 0 else {
            throw Failure(.usage, error.map { String(cString: $0.pointee.message) } ?? "wrong command line")
        }
    }

    private func add(
        _ name: String, _ letter: Unicode.Scalar?, _ kind: GOptionArg, _ value: UnsafeMutableRawPointer,
        _ argument: String?, _ help: String?
    ) {
        entries.append(
            GOptionEntry(
                long_name: strdup(name), short_name: letter.map { gchar($0.value) } ?? 0, flags: 0, arg: kind,
                arg_data: value, description: help.map { UnsafePointer(strdup($0)) } ?? nil,
                arg_description: argument.map { UnsafePointer(strdup($0)) } ?? nil))
    }

    /// Returns the text of an option; nil if it was not given.
    static func string(_ value: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> String? {
        value.pointee.map { String(cString: $0) }
    }

    /// Returns the texts of an option.
    static func strings(_ value: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>) -> [String]
    {
        var strings: [String] = []
        guard var entry = value.pointee else { return [] }
        while let text = entry.pointee {
            strings.append(String(cString: text))
            entry += 1
        }
        return strings
    }
}
