// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// A component of a calendar file, such as `VEVENT`, with its properties and the components within it.
struct CalendarComponent {
    let name: String
    /// Number of the line with `BEGIN`.
    let line: Int
    var properties: [ContentLine] = []
    var children: [CalendarComponent] = []

    /// Maximum nesting depth of components.
    static let deepest = 8
    /// Maximum number of properties in a component.
    static let mostProperties = 4096
    /// Maximum number of components in a file: zones, events, tasks and alarms.
    static let mostComponents = 40_000

    /// Returns the only property with this name; nil if there is none.
    ///
    /// - Throws: CalendarProblem if there are several, or if its line is too long.
    func property(_ name: String) throws(CalendarProblem) -> ContentLine? {
        let found = properties.filter { $0.name == name }
        if found.count > 1 { throw CalendarProblem(line: found[1].number, "\(self.name) has \(name) twice") }
        if let line = found.first, line.isCut {
            throw CalendarProblem(
                line: line.number, "\(name) is longer than \(ContentLine.longestLine / 1024) KiB")
        }
        return found.first
    }

    /// Returns the text of the first property with this name, even if its line is cut; the property need not be unique.
    func text(_ name: String) -> String { properties.first { $0.name == name }?.text ?? "" }

    func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }
}

/// Reader that builds components of lines.
struct ComponentReader {
    /// Components that were read to their `END`, without the `VCALENDAR` around them.
    private(set) var components: [CalendarComponent] = []
    private(set) var problems: [CalendarProblem] = []
    private var stack: [CalendarComponent] = []
    private var count = 0
    /// Number of open components that are nested too deep to be kept.
    private var tooDeep = 0

    static func read(_ bytes: [UInt8]) -> ComponentReader {
        var reader = ComponentReader()
        for line in ContentLines(bytes) {
            guard reader.count < CalendarComponent.mostComponents else {
                reader.refuse(line.number, "the file has more than \(CalendarComponent.mostComponents) components")
                return reader
            }
            guard let property = ContentLine(line.bytes, number: line.number, isCut: line.isCut) else {
                reader.refuse(line.number, "this is no property of iCalendar: NAME:VALUE")
                continue
            }
            reader.take(property)
        }
        for open in reader.stack {
            reader.refuse(open.line, "\(open.name) has no END: the file was cut off")
        }
        return reader
    }

    /// Maximum number of problems that are kept; a file of another kind has a problem on each line.
    static let mostProblems = 10_000

    private mutating func refuse(_ line: Int, _ message: String) {
        if problems.count < Self.mostProblems { problems.append(CalendarProblem(line: line, message)) }
    }

    private mutating func take(_ line: ContentLine) {
        let name = line.value.uppercased()
        switch line.name {
        case "BEGIN":
            count += 1
            guard stack.count < CalendarComponent.deepest else {
                if tooDeep == 0 {
                    refuse(line.number, "components are nested more than \(CalendarComponent.deepest) deep")
                }
                tooDeep += 1
                return
            }
            stack.append(CalendarComponent(name: String(name.prefix(64)), line: line.number))
        case "END":
            guard tooDeep == 0 else { return tooDeep -= 1 }
            end(String(name.prefix(64)), line.number)
        default:
            guard tooDeep == 0, let last = stack.indices.last else { return }
            let limit = CalendarComponent.mostProperties
            if stack[last].properties.count < limit {
                stack[last].properties.append(line)
                if stack[last].properties.count == limit {
                    refuse(line.number, "\(stack[last].name) has more than \(limit) properties")
                }
            }
        }
    }

    private mutating func end(_ name: String, _ line: Int) {
        guard let index = stack.lastIndex(where: { $0.name == name }) else {
            return refuse(line, "END:\(name) has no BEGIN")
        }
        for open in stack[(index + 1)...] { refuse(open.line, "\(open.name) has no END") }
        let component = stack[index]
        stack.removeSubrange(index...)
        if name == "VCALENDAR" {
            if component.properties.contains(where: { $0.name == "VERSION" && $0.value == "1.0" }) {
                refuse(component.line, "this is vCalendar 1.0, not iCalendar; texts may be read wrongly")
            }
        } else if stack.isEmpty || stack.last?.name == "VCALENDAR" {
            components.append(component)
        } else if let last = stack.indices.last {
            stack[last].children.append(component)
        }
    }
}
