#!/usr/bin/ruby
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Asks a question in one second, and prints the identifier of the button that was pressed.
# Needs ruby-dbus.

require "dbus"

APP = "example-ruby"
bus = DBus.session_bus
loop = DBus::Main.new

# The object that receives the responses.
class Delegate < DBus::Object
  attr_writer :answered

  dbus_interface "org.belfry.NotificationDelegate1" do
    # The return is the acknowledgement: after an exception the agent would keep the response,
    # and deliver it again later.
    dbus_method :DidReceive, "in response:a{sv}" do |response|
      puts response["actionIdentifier"]
      @answered.call
    end
  end
end

delegate = Delegate.new("/org/belfry/NotificationDelegate")
delegate.answered = -> { loop.quit }
bus.request_service("org.example.Ruby").export(delegate)

agent = bus.service("org.belfry.Agent").object("/org/belfry/Agent")
agent.introspect
center = agent["org.belfry.NotificationCenter1"]

# Attach makes the agent deliver the application's responses to this connection. ruby-dbus
# needs the type of a list in a variant.
center.Attach(APP, {})
actions = [["yes", "Yes"], ["no", "No"]].map do |identifier, title|
  {"identifier" => DBus.variant("s", identifier), "title" => DBus.variant("s", title)}
end
center.Add(APP, {
  "identifier" => "backup",
  "title" => "Back up?",
  "trigger" => DBus.variant("a{sv}", {"in" => DBus.variant("s", "1s")}),
  "actions" => DBus.variant("aa{sv}", actions),
})

loop << bus
loop.run
