// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

@Suite struct InterfaceTests {
    @Test func `methods, signals and properties are read`() throws {
        let interface = try Interface(xml: testInterfaceXML)

        #expect(interface.name == "org.belfry.Test")
        #expect(interface.methods["Add"]?.inputSignature == "ii")
        #expect(interface.methods["Add"]?.outputSignature == "i")
        #expect(interface.methods["Add"]?.inputs.map(\.name) == ["a", "b"])
        #expect(interface.signals["Emitted"]?.arguments.map(\.type) == [.string])
        #expect(interface.properties["Volume"]?.isWritable == true)
        #expect(interface.properties["Version"]?.isWritable == false)
        #expect(interface.properties["Secret"]?.isReadable == false)
        #expect(interface.xml.hasPrefix("<interface name=\"org.belfry.Test\">"))
        #expect(interface.xml.contains("<!-- Echo gives back what it got. -->"))
        #expect(interface.xml.hasSuffix("</interface>"))
    }

    @Test func `comments, other elements and odd spacing are ignored`() throws {
        let interface = try Interface(
            xml: """
                <?xml version="1.0"?>
                <!-- <node> -- > -->
                <node xmlns:doc='http://www.freedesktop.org/dbus/1.0/doc.dtd'
                  ><interface   name = 'a.B' >
                    <doc:doc><doc:para>Text &amp; more &unknown; text</doc:para></doc:doc>
                    <method name="M"><arg type='as' direction="out" ></arg><doc:doc/></method ></interface>
                  <node name="child"/>
                </node>
                """)

        #expect(interface.methods["M"]?.outputSignature == "as")
    }

    @Test func `a document may contain several interfaces`() throws {
        let xml = "<node><interface name='a.B'/><interface name='a.C'/></node>"

        #expect(try Interface.all(in: xml).map(\.name) == ["a.B", "a.C"])
        #expect(throws: BusError.self) { try Interface(xml: xml) }
    }

    @Test(arguments: [
        "", "text", "<node>", "<node", "<node></interface>", "<node name=>", "<node name='x></node>",
        "<interface name='a.B'/>",
        "<node><interface/></node>", "<node><interface name='nodots'/></node>", "<node></node>",
        "<node><interface name='a.B'><method name='1'/></interface></node>",
        "<node><interface name='a.B'><method name='M'><arg/></method></interface></node>",
        "<node><interface name='a.B'><method name='M'><arg type='ss'/></method></interface></node>",
        "<node><interface name='a.B'><property name='P' type='s'/></interface></node>",
        "<node><interface name='a.&b;'/></node>", "<!-- <node/>", String(repeating: "<node>", count: 100),
    ])
    func `a document that is no interface is refused`(xml: String) {
        #expect(throws: BusError.self) { try Interface(xml: xml) }
    }
}
