// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Asks a question in one second, and prints the identifier of the button that was pressed.
// Needs github.com/godbus/dbus, which is golang-dbus-dev in Debian.
package main

import (
	"fmt"
	"os"

	"github.com/godbus/dbus"
)

const app = "example-go"

// The object that receives the responses. Its return is the acknowledgement: after an error
// the agent would keep the response, and deliver it again later.
type delegate struct{ answers chan string }

func (d delegate) DidReceive(response map[string]dbus.Variant) *dbus.Error {
	action, _ := response["actionIdentifier"].Value().(string)
	d.answers <- action
	return nil
}

func button(identifier, title string) map[string]dbus.Variant {
	return map[string]dbus.Variant{
		"identifier": dbus.MakeVariant(identifier),
		"title":      dbus.MakeVariant(title),
	}
}

func ask() (string, error) {
	bus, err := dbus.SessionBus()
	if err != nil {
		return "", err
	}
	defer bus.Close()
	answers := make(chan string, 1)
	path := dbus.ObjectPath("/org/belfry/NotificationDelegate")
	err = bus.Export(delegate{answers}, path, "org.belfry.NotificationDelegate1")
	if err != nil {
		return "", err
	}
	center := "org.belfry.NotificationCenter1"
	agent := bus.Object("org.belfry.Agent", "/org/belfry/Agent")
	// From here on the agent delivers the application's responses to this connection.
	if err := agent.Call(center+".Attach", 0, app, map[string]dbus.Variant{}).Err; err != nil {
		return "", err
	}
	request := map[string]dbus.Variant{
		"identifier": dbus.MakeVariant("backup"),
		"title":      dbus.MakeVariant("Back up?"),
		"trigger":    dbus.MakeVariant(map[string]dbus.Variant{"in": dbus.MakeVariant("1s")}),
		"actions": dbus.MakeVariant(
			[]map[string]dbus.Variant{button("yes", "Yes"), button("no", "No")}),
	}
	if err := agent.Call(center+".Add", 0, app, request).Err; err != nil {
		return "", err
	}
	action := <-answers
	// This call returns after the acknowledgement has been sent.
	return action, agent.Call(center+".Detach", 0, app).Err
}

func main() {
	action, err := ask()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(action)
}
