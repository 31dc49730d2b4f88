// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import NotificationModel
import Testing

/// Markup from any caller, cleaned for every server.
@Suite struct BodyMarkupTests {
    private let all = BodyMarkup.Support(links: true, images: true)

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("Tom & Jerry <b>live</b>", "Tom &amp; Jerry <b>live</b>"),
        ("Tom &amp; Jerry", "Tom &amp; Jerry"), ("&lt;b&gt;", "&lt;b&gt;"), ("&quot;&apos;&#65;&#x42;", "\"'AB"),
        ("&bogus; & &", "&amp;bogus; &amp; &amp;"), ("&#0; &#xD800;", "&amp;#0; &amp;#xD800;"),
        ("a < b > c", "a &lt; b &gt; c"), ("<3", "&lt;3"), ("vector<int>", "vector&lt;int&gt;"),
        ("Bob <bob@example.org>", "Bob &lt;bob@example.org&gt;"), ("<B>x</B>", "<b>x</b>"),
        ("<b>x", "<b>x</b>"), ("x</b>", "x"), ("<b/>x", "x"), ("<b><i>x</b>y</i>", "<b><i>x</i></b><i>y</i>"),
        ("<span color='red'>x</span>", "x"), ("a<br/>b", "a\nb"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        (#"<a href="https://a/?b=1&c=2">x</a>"#, #"<a href="https://a/?b=1&amp;c=2">x</a>"#),
        ("<a href='x\"y'>z</a>", #"<a href="x&quot;y">z</a>"#), ("<a>x</a>", "x"),
        ("<a href='1'>a<a href='2'>b</a>", #"<a href="1">a</a><a href="2">b</a>"#),
        (#"<img src="/a b.png" alt="a 'cat'">"#, #"<img src="/a b.png" alt="a 'cat'"/>"#),
        (#"<img src="file:///a.png"/>"#, #"<img src="file:///a.png"/>"#),
        (#"<img src="https://e.org/a.png" alt="cat"/>"#, "cat"), (#"<img src="//host/a" alt="cat"/>"#, "cat"),
        (#"<img src="file://host/a" alt="cat"/>"#, "cat"), ("bell\u{7}<b>\u{1B}[1m</b>", "bell<b>[1m</b>"),
        ("&#27;&#x202E;x", "x"), ("<b onclick='x'>y</b>", "<b>y</b>"),
    ])
    func `C6, F3: other tags are removed, and text stays`(body: String, cleaned: String) {
        #expect(BodyMarkup(body).cleaned(for: all) == cleaned)
        #expect(BodyMarkup(cleaned).cleaned(for: all) == cleaned, "once is for good")
    }

    @Test(arguments: [
        ("<b>x</b> &amp; y", "x & y"), (#"<a href="https://a">here</a>"#, "here (https://a)"),
        (#"<a href="https://a">https://a</a>"#, "https://a"), (#"see <img src="/a" alt="a cat"/>"#, "see a cat"),
        ("a < b", "a < b"), ("one<br>two", "one\ntwo"),
    ])
    func `C6: as plain text no address and no word is lost`(body: String, text: String) {
        #expect(BodyMarkup(body).plainText == text)
    }

    @Test func `C6: without links or pictures the rest of the markup stays`() {
        let body = #"<b>x</b> <a href="https://a">y</a> <img src="/a" alt="z"/>"#
        #expect(BodyMarkup(body).cleaned(for: .init(links: false, images: false)) == "<b>x</b> y (https://a) z")
    }

    @Test func `C6: a sandboxed caller's body shows no file and links to no file`() {
        let body = #"<a href="file:///etc/passwd">x</a><a href="HTTPS://a">y</a><img src="/etc/passwd" alt="z"/>"#
        let confined = BodyMarkup(body).confined(toSchemes: ["https"])
        #expect(confined == #"x<a href="HTTPS://a">y</a>z"#)
    }

    @Test func `tags without end are read in time, and the nesting depth is limited`() {
        let deep = String(repeating: "<b><i>", count: 2000)
        #expect(BodyMarkup(deep + "x").cleaned(for: all).utf8.count < 200)
        let unfinished = String(repeating: "<a b='", count: 1000)
        #expect(BodyMarkup(unfinished).plainText == unfinished)
    }
}
