// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// nchan's text for the position after a message, in a stream of several channels: `1795592574:0,[1],-`.
///
/// The number is the second in which the message was sent. After the second each channel has a tag, in the order of the
/// address: the number of the channel's last message of that second that was read, or `-` if none was. The brackets
/// mark the channel of the message. If a request names a position, nchan sends all later messages and, of the same
/// second, the messages with a higher tag. A wrong number of tags, or a tag at another channel's position, would lose
/// or repeat messages. (Read in the source of nchan 1.3.6 and tried with it; `NchanServerTests`.)
struct NchanCursor: Hashable, Sendable {
    /// Unix seconds by the server's clock.
    private(set) var time: Int
    /// The channels' tags, at least one; nil for a channel of which no message of the second was read.
    private(set) var tags: [Int?]
    /// The index of the channel whose message was the last one read.
    private(set) var active: Int

    /// Largest number of channels that nchan takes on a connection.
    static let maximumChannels = 255

    /// Creates the position before all messages of a second.
    init(time: Int, channels: Int) {
        (self.time, tags, active) = (max(time, 1), Array(repeating: nil, count: max(channels, 1)), 0)
    }

    /// Reads a position; nil if the text is no position, or is for another number of channels.
    init?(_ text: String, channels: Int) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 12, let time = Int(parts[0]), time > 0,
            (1...Self.maximumChannels).contains(channels)
        else { return nil }
        let words = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        guard words.count == channels else { return nil }
        var (tags, active): ([Int?], Int?) = ([], nil)
        for word in words {
            var word = word
            if word.first == "[" {
                guard word.last == "]", active == nil else { return nil }
                (word, active) = (word.dropFirst().dropLast(), tags.count)
            }
            let tag = Int(word)
            guard word == "-" || tag.map({ (0...Int(Int16.max)).contains($0) }) == true else { return nil }
            tags.append(tag)
        }
        // nchan writes no brackets if there is only one channel.
        guard let active = active ?? (channels == 1 ? 0 : nil) else { return nil }
        (self.time, self.tags, self.active) = (time, tags, active)
    }

    /// The position as nchan reads it.
    var text: String {
        let words = tags.enumerated().map { place, tag in
            let word = tag.map(String.init) ?? "-"
            return place == active && tags.count > 1 ? "[\(word)]" : word
        }
        return "\(time):\(words.joined(separator: ","))"
    }

    /// Returns the position after which nchan repeats the messages of this one's second and of some seconds before it.
    ///
    /// nchan gives each missing tag the value `-`, so this text is right for any number of channels.
    func text(before seconds: Int) -> String { "\(max(time - seconds, 1)):-" }

    /// The number of the last message before the position.
    var tag: Int { tags[active] ?? 0 }

    /// Returns the same position for other channels: the tag of a removed channel is dropped, a new channel has none.
    func moved(from old: [String], to new: [String]) -> NchanCursor {
        var known: [String: Int] = [:]
        for (place, channel) in old.enumerated() where place < tags.count { known[channel] = place }
        var moved = NchanCursor(time: time, channels: new.count)
        for (place, channel) in new.enumerated() {
            guard let former = known[channel] else { continue }
            moved.tags[place] = tags[former]
            if former == active { moved.active = place }
        }
        return moved
    }
}
