// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks a question in one second, and prints the identifier of the button that was pressed.
// Needs Qt, here version 5:
//     c++ -fPIC question.cpp -o question $(pkg-config --cflags --libs Qt5DBus)

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusVirtualObject>
#include <QTextStream>
#include <QTimer>

static const QString app = "example-qt";

// The object that receives the responses. The reply is the acknowledgement: without it the
// agent keeps the response, and delivers it again later.
class Delegate : public QDBusVirtualObject {
public:
    QString introspect(const QString &) const override { return {}; }

    bool handleMessage(const QDBusMessage &call, const QDBusConnection &bus) override
    {
        if (call.member() != "DidReceive") return false;
        auto response = qdbus_cast<QVariantMap>(call.arguments().at(0));
        QTextStream(stdout) << response["actionIdentifier"].toString() << "\n";
        bus.send(call.createReply());
        QTimer::singleShot(0, qApp, &QCoreApplication::quit);
        return true;
    }
};

static bool callAgent(QDBusConnection bus, const QString &method, const QVariantMap &dictionary)
{
    auto call = QDBusMessage::createMethodCall(
        "org.belfry.Agent", "/org/belfry/Agent", "org.belfry.NotificationCenter1", method);
    call << app << dictionary;
    auto reply = bus.call(call);
    if (reply.type() == QDBusMessage::ReplyMessage) return true;
    QTextStream(stderr) << reply.errorMessage() << "\n";
    return false;
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    qDBusRegisterMetaType<QList<QVariantMap>>();
    auto bus = QDBusConnection::sessionBus();
    Delegate delegate;
    bus.registerVirtualObject("/org/belfry/NotificationDelegate", &delegate);

    QList<QVariantMap> actions{
        {{"identifier", "yes"}, {"title", "Yes"}}, {{"identifier", "no"}, {"title", "No"}}};
    QVariantMap request{
        {"identifier", "backup"},
        {"title", "Back up?"},
        {"trigger", QVariantMap{{"in", "1s"}}},
        {"actions", QVariant::fromValue(actions)},
    };
    // Attach makes the agent deliver the application's responses to this connection.
    if (!callAgent(bus, "Attach", {}) || !callAgent(bus, "Add", request)) return 1;
    return application.exec();
}
