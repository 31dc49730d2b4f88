// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationServer
import Testing

@Suite struct MarkupTests {
    @Test(arguments: [
        ("plain", [StyledText("plain")]),
        ("a <b>b</b> c", [StyledText("a "), StyledText("b", .bold), StyledText(" c")]),
        ("<b><i>x</i></b>", [StyledText("x", [.bold, .italic])]),
        ("<U>x</U>", [StyledText("x", .underline)]),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;&apos;", [StyledText("1 < 2 && 3 > 2 \"'")]),
        ("&#65;&#x42;", [StyledText("AB")]),
        ("a < b & c > d", [StyledText("a < b & c > d")]),
        ("&unknown; &#xD800; &#1114112;", [StyledText("&unknown; &#xD800; &#1114112;")]),
        ("<3 and <>", [StyledText("<3 and <>")]),
        ("<table><tr>cell</tr></table>", [StyledText("cell")]),
        ("one<br/>two", [StyledText("one\ntwo")]),
        ("<b>never closed", [StyledText("never closed", .bold)]),
        ("</b>never opened", [StyledText("never opened")]),
        ("<b unfinished", [StyledText("<b unfinished")]),
        (
            "<a href=\"http://x/?a=1&amp;b=2\">here</a>",
            [StyledText("here", .underline), StyledText(" (http://x/?a=1&b=2)")]
        ),
        ("<a href='http://x'>http://x</a>", [StyledText("http://x", .underline)]),
        ("see <img src=\"/tmp/a.png\" alt=\"a cat\"/>", [StyledText("see [a cat]")]),
        ("<img src='x'>", [StyledText("[picture]")]),
        // An accent after a character of the markup combined with it, and neither tag nor entity was recognised.
        ("&lt;\u{338}x <b>\u{301}y</b>", [StyledText("<\u{338}x "), StyledText("\u{301}y", .bold)]),
        ("&#27;[31mred", [StyledText("red")]),
        ("<a href=\"\u{1B}]0;x\u{07}\">t</a>", [StyledText("t", .underline), StyledText(" ()")]),
    ])
    func `a body is split into pieces with styles, and nothing is lost`(body: String, pieces: [StyledText]) {
        #expect(Markup(body).pieces == pieces)
    }

    @Test func `a tag with attributes and no end is text, and so are thousands of unfinished ones`() {
        let long = "<a " + String(repeating: "k='v' ", count: 1000) + ">text"
        #expect(Markup(long).pieces == [StyledText(long)])

        let unfinished = String(repeating: "<a b='", count: 1000)
        #expect(Markup(unfinished).pieces == [StyledText(unfinished)])
    }
}
