// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

/// A command line of notify-send, and its differences.
struct SendLine: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let differences: [SendDifference]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., differs: SendDifference...) {
        self.arguments = arguments
        differences = differs
    }

    /// Whether the program waits for the person.
    var waits: Bool {
        arguments.contains { $0 == "-w" || $0 == "--wait" || $0 == "-A" || $0.hasPrefix("--action") }
    }

    /// Belfry's own command lines: every option, every hint of the specification and of servers' manuals, markup,
    /// escapes.
    static let own: [SendLine] = [
        SendLine("hello"), SendLine("hello", "world"), SendLine(" "), SendLine("ä ❤", "ü"), SendLine("--", "-x", "-y"),
        SendLine("two\nlines", "of\neach"), SendLine("tab\there"), SendLine("x", #"two\nlines\tand\\more"#),
        SendLine("-u", "low", "x"), SendLine("-u", "normal", "x"), SendLine("-u", "critical", "x"),
        SendLine("--urgency=LOW", "x"), SendLine("-u", "critical", "-t", "0", "x"), SendLine("x", "-u", "low", "y"),
        SendLine("-t", "0", "x"), SendLine("-t", "1", "x"), SendLine("-t", "1001", "x"), SendLine("-t", "4999", "x"),
        SendLine("--expire-time=2147483647", "x"), SendLine("-t", "-1", "x"), SendLine("-t", "-5", "x", differs: .time),
        SendLine("-a", "Kettle", "x"), SendLine("--app-name=", "x"), SendLine("-i", "cup", "x"),
        SendLine("-i", "/usr/share/pixmaps/none.png", "x"), SendLine("-i", "./none.png", "x"),
        SendLine("-i", "file:///tmp/a%20b.png", "x"),
        SendLine("-c", "email.arrived", "x"), SendLine("-c", "a,b,c", "x"), SendLine("-e", "x"),
        SendLine("-eu", "low", "x"), SendLine("-r", "99", "x"), SendLine("--replace-id=77", "x"),
        SendLine("-r", "0", "x"), SendLine("-p", "x"), SendLine("-w", "x"), SendLine("-w", "-p", "x"),
        SendLine("-A", "yes=Ja", "-A", "no=Nein", "x"), SendLine("-A", "Ja", "-A", "Nein", "x"),
        SendLine("-A", "default=Look at it", "x"), SendLine("-A", "a=1", "-A", "default=Go", "-A", "b=2", "x"),
        SendLine("--action=a = Spaced ", "x"), SendLine("-A", "=x", "-A", "y=", "-A", "z", "x"),
        SendLine("-A", "a=1", "-A", "a=2", "x", differs: .twice(["a", "1"])),
        SendLine("-h", "boolean:action-icons:true", "-A", "media-playback-stop=Stop", "x"),
        SendLine("-h", "string:category:im.received", "x"), SendLine("-h", "string:desktop-entry:firefox", "x"),
        SendLine("-h", "string:image-path:/tmp/none.png", "x"), SendLine("-h", "string:image-path:cup", "x"),
        SendLine("-h", "string:image_path:file:///tmp/none.png", "x"), SendLine("-h", "boolean:resident:true", "x"),
        SendLine("-h", "string:sound-file:/tmp/none.oga", "x"), SendLine("-h", "string:sound-name:bell", "x"),
        SendLine("-u", "low", "-h", "string:sound-name:bell", "x"), SendLine("-h", "boolean:suppress-sound:true", "x"),
        SendLine("-h", "boolean:transient:true", "x"),
        SendLine("-h", "int:x:10", "-h", "int:y:20", "x"), SendLine("-h", "byte:urgency:0", "x"),
        SendLine("-h", "byte:urgency:2", "-u", "low", "x"), SendLine("-h", "int:value:42", "x"),
        SendLine("-h", "int:value:150", "x"), SendLine("-h", "string:x-canonical-private-synchronous:one", "x"),
        SendLine("-h", "string:synchronous:two", "x"), SendLine("-h", "string:x-dunst-stack-tag:a:b", "x"),
        SendLine("-h", "string:x-canonical-private-icon-only:", "x"), SendLine("-h", "string:fgcolor:#ff4444", "x"),
        SendLine("-h", "string:bgcolor:#000000", "-h", "string:frcolor:#ffffff", "-h", "string:hlcolor:#00ff00", "x"),
        SendLine("-h", "string:x-kde-origin-name:phone", "x"), SendLine("-h", "boolean:SWAYNC_BYPASS_DND:true", "x"),
        SendLine("-h", "variant:x-kde-urls:['file:///tmp/a']", "x"), SendLine("-h", "string:sender-pid:x", "x"),
        SendLine("-h", "string:x-deepin-action-a:sh,-c,true", "x"),
        SendLine("-h", "string:x:y:z", "x", differs: .type("x", nil)),
        SendLine("-h", "string:my-own:a:b:c", "x"), SendLine("-h", "string:my-own:", "x"),
        SendLine("-h", "int:my-own:7", "-h", "int:my-own:8", "x"), SendLine("-h", "int:my-own:99999999999", "x"),
        SendLine("-h", "double:my-own:1.5e3", "x"), SendLine("-h", "byte:my-own:255", "x"),
        SendLine("-h", "byte:my-own:0xff", "x"), SendLine("-h", "boolean:my-own:yes", "x"),
        SendLine("-h", "BOOLEAN:my-own:TRUE", "x"), SendLine("-h", "variant:my-own:uint64 18446744073709551615", "x"),
        SendLine("-h", "variant:my-own:int16 -7", "x"), SendLine("-h", "variant:my-own:<1>", "x"),
        SendLine("-h", "variant:my-own:<<byte 5>>", "x"), SendLine("-h", "variant:my-own:<['a','b']>", "x"),
        SendLine("-h", "variant:my-own:['a','b']", "x"), SendLine("-h", "variant:my-own:@as []", "x"),
        SendLine("-h", "variant:my-own:[1,2]", "x"), SendLine("-h", "variant:my-own:[byte 1,2]", "x"),
        SendLine("-h", "variant:my-own:(1,'a',true)", "x"), SendLine("-h", "variant:my-own:{'a':1}", "x"),
        SendLine("-h", "variant:my-own:{1:'a',2:'b'}", "x"), SendLine("-h", "variant:my-own:{'a':<1>,'b':<'c'>}", "x"),
        SendLine("-h", "variant:my-own:objectpath '/a'", "x"), SendLine("-h", "variant:value:int32 7", "x"),
        SendLine(
            "-h", "variant:my-own:[<byte 1>]", "x",
            differs: .variant("my-own", .array([.variant(.int32(1))], of: .variant))),
        SendLine("-h", "variant:image-data:(1,1,3,false,8,3,[byte 1,2,3])", "x"),
        SendLine("-h", "int:urgency:2", "x", differs: .type("urgency", .byte(2))),
        SendLine("-h", "int:transient:1", "x", differs: .type("transient", .boolean(true))),
        SendLine("-h", "byte:resident:1", "x", differs: .type("resident", .boolean(true))),
        SendLine("-h", "string:value:42", "x", differs: .type("value", nil)),
        SendLine("-h", "byte:value:42", "x", differs: .type("value", .int32(42))),
        SendLine("-h", "boolean:transient:false", "x", differs: .false("transient")),
        SendLine("-h", "boolean:resident:false", "x", differs: .false("resident")),
        SendLine("bell\u{7}", differs: .control("bell")),
        SendLine("x", "<b>bold</b> <i>it</i> <u>u</u>"), SendLine("x", "Tom &amp; Jerry"), SendLine("x", "1 &lt; 2"),
        SendLine("x", #"<a href="https://example.org/?a=1&amp;b=2">here</a>"#),
        SendLine("x", #"<img src="/tmp/none.png" alt="a cat"/>"#),
        SendLine("x", "Tom & Jerry <b>live</b>", differs: .markup("Tom &amp; Jerry <b>live</b>")),
        SendLine(
            "x", #"<a href="https://example.org/?a=1&b=2">x</a>"#,
            differs: .markup(#"<a href="https://example.org/?a=1&amp;b=2">x</a>"#)),
        SendLine("x", "a < b > c", differs: .markup("a &lt; b &gt; c")),
        SendLine("x", "vector<int> v", differs: .markup("vector&lt;int&gt; v")),
        SendLine("x", "<b>never closed", differs: .markup("<b>never closed</b>")),
        SendLine("x", "<b><i>crossed</b></i>", differs: .markup("<b><i>crossed</i></b><i></i>")),
        SendLine("x", "<span color='red'>red</span><br>line", differs: .markup("red\nline")),
        SendLine("x", "&quot;q&quot; &#65;", differs: .markup("\"q\" A")),
        SendLine("x", #"<img src="https://example.org/a.png" alt="a dog"/>"#, differs: .markup("a dog")),
    ]
}
