// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

/// The Python programs, which use jeepney.
extension StrangerTests {
    static let script = """
        import os, sys
        from jeepney import DBusAddress, MatchRule, MessageType, message_bus, new_method_call
        from jeepney.io.blocking import Proxy, open_dbus_connection
        from jeepney.wrappers import new_error

        address, name, path = sys.argv[1:]
        connection = open_dbus_connection(bus=address, enable_fds=True)
        target = DBusAddress(path, bus_name=name, interface='org.belfry.Test')

        def call(member, signature=None, *body, interface='org.belfry.Test', path=path):
            target = DBusAddress(path, bus_name=name, interface=interface)
            reply = connection.send_and_get_reply(new_method_call(target, member, signature, body), timeout=20)
            if reply.header.message_type is MessageType.error:
                return reply.header.fields[4].removeprefix('org.freedesktop.DBus.Error.')
            return reply.body

        def same(got, expected):
            assert got == expected, (got, expected)

        # Every type, in a variant and back.
        for signature, value in [
            ('y', 7), ('b', True), ('n', -5), ('q', 5), ('i', -5), ('u', 5), ('x', -2**63), ('t', 2**64 - 1),
            ('d', -0.5), ('s', 'Grüße 👋'), ('o', '/a/b'), ('g', 'a{sv}'), ('as', []), ('as', ['a', 'b']),
            ('ay', b'\\x00\\x01\\xff'), ('ai', [1, -1]), ('(isd)', (1, 'two', 3.5)), ('a{us}', {1: 'x'}),
            ('a{sv}', {'k': ('a(ss)', [('a', 'b')])}), ('v', ('v', ('i', 1))), ('aa{sv}', [{}, {'k': ('ay', b'')}]),
            ('a{s(ia{ss})}', {'k': (1, {'a': 'b'})}),
        ]:
            same(call('Echo', 'v', (signature, value)), ((signature, value),))

        # Wrong calls.
        same(call('Nothing'), 'UnknownMethod')
        same(call('Add', 'i', 1), 'InvalidArgs')
        same(call('Add', 'is', 1, 'x'), 'InvalidArgs')
        same(call('Add', 'iii', 1, 2, 3), 'InvalidArgs')
        same(call('Add', 'ii', 1, 2, interface='org.belfry.Other'), 'UnknownInterface')
        same(call('Add', 'ii', 1, 2, path='/nowhere'), 'UnknownObject')
        same(call('Fail', 's', 'org.belfry.Error.Teapot'), 'org.belfry.Error.Teapot')
        same(call('Add', 'ii', 2, 3), (5,))

        # A megabyte and more, both ways; and more than we take.
        for text in ['x' * 2**20, 'é' * 2**20]:
            same(call('EchoText', 's', text), (text,))
        same(call('Echo', 'v', ('ay', b'y' * 2**20)), (('ay', b'y' * 2**20),))
        same(call('EchoText', 's', 'x' * (17 << 20)), 'LimitsExceeded')
        same(call('Echo', 'v', ('aay', [b'y' * (9 << 20), b'y' * (9 << 20)])), 'LimitsExceeded')
        same(call('Add', 'ii', 2, 3), (5,))

        # File descriptors: one, and many at once.
        reading, writing = os.pipe()
        ((signature, handle),) = call('Echo', 'v', ('h', writing))
        with handle.to_file('wb') as file:
            file.write(b'through')
        same(os.read(reading, 20), b'through')
        ((signature, handles),) = call('Echo', 'v', ('ah', [writing] * 10))
        same(len(handles), 10)
        # More than libdbus takes by itself, and than we send.
        same(call('Echo', 'v', ('ah', [writing] * 200)), 'Failed')
        same(call('Add', 'ii', 2, 3), (5,))

        # A signal.
        rule = MatchRule(type='signal', sender=name, interface='org.belfry.Test', member='Emitted')
        Proxy(message_bus, connection).AddMatch(rule)
        with connection.filter(rule) as signals:
            call('Emit', 's', 'hello')
            same(connection.recv_until_filtered(signals, timeout=20).body, ('hello',))
        print('done')
        """

    static let flood = """
        import sys
        from jeepney import DBusAddress, MessageType, new_method_call
        from jeepney.io.blocking import open_dbus_connection

        address, name, path = sys.argv[1:]
        connection = open_dbus_connection(bus=address)
        target = DBusAddress(path, bus_name=name, interface='org.belfry.Test')
        for number in range(10000):
            connection.send(new_method_call(target, 'Add', 'ii', (number, 0)))
        expected = 0
        while expected < 10000:
            message = connection.receive(timeout=30)
            if message.header.message_type is MessageType.method_return:
                assert message.body == (expected,), (message.body, expected)
                expected += 1
        print(expected)
        """

    static let service = """
        import sys
        from jeepney import HeaderFields, MessageType, message_bus, new_error, new_method_return
        from jeepney.io.blocking import Proxy, open_dbus_connection

        connection = open_dbus_connection(bus=sys.argv[1], enable_fds=True)
        Proxy(message_bus, connection).RequestName('org.belfry.Test.Python')
        while True:
            call = connection.receive()
            if call.header.message_type is not MessageType.method_call:
                continue
            member = call.header.fields[HeaderFields.member]
            if member == 'Echo':
                connection.send(new_method_return(call, 'v', call.body))
            elif member == 'Error':
                connection.send(new_error(call, 'org.belfry.Error.Teapot', 's', ('short and stout',)))
            elif member == 'BareError':
                connection.send(new_error(call, 'org.belfry.Error.Bare'))
            elif member == 'Large':
                connection.send(new_method_return(call, 's', ('x' * (20 << 20),)))
            elif member == 'Twice':
                connection.send(new_method_return(call, 's', ('once',)))
                connection.send(new_method_return(call, 's', ('twice',)))
        """
}
