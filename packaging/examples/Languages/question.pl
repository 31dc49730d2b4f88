#!/usr/bin/perl
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Asks a question in one second, and prints the identifier of the button that was pressed.
# Needs libnet-dbus-perl.

use strict;
use warnings;

# The object that receives the responses.
package Delegate;
use Net::DBus::Exporter 'org.belfry.NotificationDelegate1';
use parent 'Net::DBus::Object';

dbus_method('DidReceive', [['dict', 'string', ['variant']]], []);

# The return is the acknowledgement: after an exception the agent would keep the response, and
# deliver it again later.
sub DidReceive {
    my ($self, $response) = @_;
    print "$response->{actionIdentifier}\n";
    $main::reactor->add_timeout(1, sub { $main::reactor->shutdown });
    return;
}

package main;
use Net::DBus qw(:typing);
use Net::DBus::Reactor;

our $reactor = Net::DBus::Reactor->main;
my $bus = Net::DBus->session;
my $service = $bus->export_service('org.example.Perl');
my $delegate = Delegate->new($service, '/org/belfry/NotificationDelegate');
my $agent = $bus->get_service('org.belfry.Agent')
    ->get_object('/org/belfry/Agent', 'org.belfry.NotificationCenter1');

my $app = 'example-perl';
# From here on the agent delivers the application's responses to this connection.
$agent->Attach($app, {});
$agent->Add($app, {
    identifier => 'backup',
    title => 'Back up?',
    trigger => {in => '1s'},
    actions => [{identifier => 'yes', title => 'Yes'}, {identifier => 'no', title => 'No'}],
});
$reactor->run;
