import Foundation
import NotificationModel
import TimeExpressions
_ = Date.now.formatted(.dateTime.hour())
var context = TimeExpression.Context(now: .now, timeZone: .gmt)
while let line = readLine() {
    if line.hasPrefix("//") { print(line); continue }
    if line.hasPrefix("#") {
        let w = line.split(separator: " ")
        context = .init(now: Date(rfc3339: String(w[1]))!, timeZone: TimeZone(identifier: String(w[2]))!)
        print(line); continue
    }
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    let text = parts[1]
    var rest = ""
    do {
        let e: TimeExpression
        switch parts[0] {
        case "in": e = try TimeExpression.parseIn(text, context)
        case "at": e = try TimeExpression.parseAt(text, context)
        case "every": e = try TimeExpression.parseEvery(text, context)
        case "calendar": e = try TimeExpression.parseOnCalendar(text, context)
        case "cron": e = try TimeExpression.parseCron(text, context)
        case "rrule": e = try TimeExpression.parseRule(text, context)
        case "say": let s = try TimeExpression.parseSentence(text, context); e = s.expression; rest = " | " + s.rest
        default: e = try TimeExpression.parse(text, context)
        }
        let dates = Explanation(e, count: 3, context).occurrences.map { DateText.rfc3339($0.date, in: context.timeZone) }
        print("\(parts[0]) | \(text) | \(dates.joined(separator: ", "))\(rest)")
        FileHandle.standardError.write(Data("   \(text) => \(e.normalized) \(e.notes)\n".utf8))
    } catch {
        let words = String(decoding: Array(text.utf8)[error.range], as: UTF8.self).lowercased()
        print("\(parts[0]) | \(text) | !\(error.kind)\(words.isEmpty ? "" : " ")\(words)")
        FileHandle.standardError.write(Data("   \(text) !! \(error.message)\n".utf8))
    }
}
