// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PushProvider

/// The options of `belfry-push send` about the delivery of a message.
struct DeliveryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Time to live on the server; 0: now or never. Default: a day.", valueName: "seconds"))
    var ttl: Int?

    @Option(help: ArgumentHelp("A newer message with this topic replaces this one on the server.", valueName: "text"))
    var topic: String?

    @Option(help: ArgumentHelp("very-low, low, normal or high.", valueName: "word"))
    var urgency: String?

    @Option(help: ArgumentHelp("10: show at once; 5: do not show through Do Not Disturb.", valueName: "5|10"))
    var priority: Int?

    @Flag(help: "Wake the application and show nothing.")
    var background = false

    @Option(help: ArgumentHelp("The id of the notification that this one replaces, at most 64 bytes.", valueName: "id"))
    var collapseId: String?

    func validate() throws {
        let longest = ProviderMessage.Delivery.maximumTTL
        if let ttl, !(0...longest).contains(ttl) {
            throw ValidationError("--ttl is \(ttl); it must be 0 to \(longest) seconds.")
        }
        if let priority, priority != 5, priority != 10 {
            throw ValidationError("--priority is \(priority); it must be 5 or 10.")
        }
        if let urgency, ProviderMessage.Urgency(rawValue: urgency) == nil {
            throw ValidationError("--urgency is \"\(urgency)\"; it must be very-low, low, normal or high.")
        }
    }

    /// The rules of delivery that the options name.
    var delivery: ProviderMessage.Delivery {
        var delivery = ProviderMessage.Delivery()
        (delivery.ttl, delivery.priority, delivery.isBackground) = (ttl, priority, background)
        (delivery.collapseIdentifier, delivery.topic) = (collapseId, topic)
        delivery.urgency = urgency.flatMap(ProviderMessage.Urgency.init)
        return delivery
    }
}

/// The options of `belfry-push send` about push servers.
struct ServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Certificates that are trusted besides the system's.", valueName: "file"))
    var ca: String?

    @Option(help: ArgumentHelp("Maximum number of messages in flight (default: 16).", valueName: "number"))
    var jobs = 16

    @Flag(help: "Post to unencrypted addresses, too; addresses of this machine are always allowed.")
    var insecureHttp = false

    @Flag(help: "Refuse private addresses, for subscriptions that come from strangers.")
    var publicOnly = false

    func validate() throws {
        guard (1...1000).contains(jobs) else { throw ValidationError("--jobs is \(jobs); it must be 1 to 1000.") }
    }
}
