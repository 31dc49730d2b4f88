# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Starts a desktop with its notification server on an X screen that nobody sees. Source this file after session.bash, and call
# start_private_bus first. Each function sets the variable `photograph` to options of lib/pictures/photograph.

# shellcheck disable=SC2154 # session.bash sets scratch and repository

background='#44546a'

# needs PROGRAM...: fails if one is missing.
needs() {
    local program
    for program; do
        command -v "$program" > /dev/null && continue
        printf '%s is missing. To install it: packaging/install-packages test pictures\n' "$program" >&2
        return 1
    done
}

# start_screen WIDTHxHEIGHT
start_screen() {
    local number
    exec {number}< <(exec Xvfb -displayfd 1 -screen 0 "$1x24" -nolisten tcp -noreset 2> "$scratch/xvfb.log")
    session_processes+=("$!")
    read -r DISPLAY <&"$number"
    export DISPLAY=:$DISPLAY
}

# begin NAME COMMAND...: starts a part of a desktop; NAME is that of its log.
begin() {
    "${@:2}" >> "$scratch/$1.log" 2>&1 &
    session_processes+=("$!")
}

# Waits a minute at most until the command succeeds.
until_succeeds() {
    local end=$((SECONDS + 60))
    until "$@"; do
        if ((SECONDS > end)); then
            printf 'This did not come in a minute: %s\n' "$*" >&2
            return 1
        fi
        sleep 0.1
    done
}

# Puts Belfry's name and icon where an installation puts them.
install_icon() {
    local name=org.belfry.Belfry share=$repository/packaging/share
    mkdir -p "$XDG_DATA_HOME/applications" "$XDG_DATA_HOME/icons/hicolor/scalable/apps"
    cp "$share/icons/hicolor/scalable/apps/$name.svg" "$XDG_DATA_HOME/icons/hicolor/scalable/apps"
    sed "s|@belfry@|belfry|" "$share/applications/$name.desktop.in" > "$XDG_DATA_HOME/applications/$name.desktop"
}

# dunst draws no buttons: a menu has them, here below the notification.
start_dunst() {
    needs Xvfb dunst /usr/bin/dmenu xsetroot
    start_screen 420x189
    xsetroot -solid "$background"
    printf '[global]\ndmenu = /usr/bin/dmenu -b -l 3 -p dunst:\n' > "$scratch/dunstrc"
    begin dunst dunst -config "$scratch/dunstrc"
    wait_for_owner org.freedesktop.Notifications "${session_processes[-1]}"
    # shellcheck disable=SC2034 # the caller reads it
    photograph=(420x189 --then "dunstctl context")
}

# GNOME Shell without a session manager, as in Tests/TestSupport/Servers/GnomeShell.swift.
start_gnome() {
    needs Xvfb gnome-shell gjs xdotool
    start_screen 1024x640
    mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
    # Without banners at first, because the shell has some of its own about this unusual session.
    cat > "$XDG_CONFIG_HOME/glib-2.0/settings/keyfile" << EOF
[org/gnome/desktop/background]
picture-options='none'
primary-color='$background'
[org/gnome/desktop/interface]
enable-animations=false
[org/gnome/desktop/notifications]
show-banners=false
[org/gnome/shell]
welcome-dialog-last-shown-version='99'
EOF
    export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE=x11 GSETTINGS_BACKEND=keyfile
    begin gnome gnome-shell --x11 --sm-disable
    # The shell owns its bus name long before it shows anything. It opens the overview when it has started.
    until_succeeds shell_answers
    until_succeeds overview_is true
    overview Set '<false>' > /dev/null
    until_succeeds overview_is false
    begin gnome gjs /usr/share/gnome-shell/org.gnome.Shell.Notifications
    wait_for_owner org.freedesktop.Notifications "${session_processes[-1]}"
    gsettings set org.gnome.desktop.notifications show-banners true
    # A banner has its buttons while the pointer is on it.
    photograph=(540x243 --point)
}

shell_answers() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/freedesktop/Notifications \
        --method org.freedesktop.Notifications.GetServerInformation > /dev/null 2>&1
}

# overview Get, or overview Set VALUE
overview() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method "org.freedesktop.DBus.Properties.$1" \
        org.gnome.Shell OverviewActive "${@:2}" 2> /dev/null
}

overview_is() {
    [[ $(overview Get) == *"$1"* ]]
}

# Plasma's window manager and its shell, without a session manager; the shell waits for the manager of its activities.
start_plasma() {
    local activities
    activities=$(compgen -G '/usr/lib/*/libexec/kactivitymanagerd' || echo kactivitymanagerd)
    needs Xvfb kwin_x11 plasmashell "$activities"
    start_screen 1024x640
    export XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KDE_SESSION_VERSION=5 XDG_SESSION_TYPE=x11 QT_QUICK_BACKEND=software
    export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS
    begin plasma "$activities"
    begin plasma kwin_x11
    begin plasma plasmashell
    until_succeeds is_owned org.freedesktop.Notifications
    # Plasma's own picture would be somebody else's work in this repository.
    until_succeeds plasma_is_plain
    # shellcheck disable=SC2034 # the caller reads it
    photograph=(480x216)
}

# Gives the desktop one colour.
plasma_is_plain() {
    [[ $(gdbus call --session --dest org.kde.plasmashell --object-path /PlasmaShell --method org.kde.PlasmaShell.evaluateScript "
        for (const desktop of desktops()) {
            desktop.wallpaperPlugin = 'org.kde.color'
            desktop.currentConfigGroup = ['Wallpaper', 'org.kde.color', 'General']
            desktop.writeConfig('Color', '$background')
            print('plain')
        }" 2> /dev/null) == *plain* ]]
}
