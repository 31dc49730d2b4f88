# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# A session to try things in: a bus, an agent and a notification server that end with the script. Sourced, after `set -euo pipefail`.
# Whatever it started is ended on any exit.

repository=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# Made by packaging/build-release.
PATH=$repository/.build-release/release:$PATH
scratch=$(mktemp --directory --tmpdir belfry-session.XXXXXXXX)
session_processes=()
# How the terminal was before `belfry desktop` read single keys from it; empty where there is no terminal.
terminal_settings=

end_last_process() {
    local process=${session_processes[-1]}
    unset 'session_processes[-1]'
    kill "$process" 2> /dev/null || true
    wait "$process" 2> /dev/null || true
}

end_session() {
    local status=$?
    trap - EXIT
    # A script may define this to take back what it left with an agent that goes on.
    if declare -F before_session_ends > /dev/null; then before_session_ends; fi
    # The last one started goes first: nobody then sees another vanish.
    while ((${#session_processes[@]} > 0)); do
        end_last_process
    done
    [[ -z $terminal_settings ]] || stty "$terminal_settings"
    rm -rf "$scratch"
    exit "$status"
}
trap end_session EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# From here on programs keep nothing in the person's own folders.
use_own_folders() {
    mkdir -p "$scratch"/{config,data,state,cache}
    export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data
    export XDG_STATE_HOME=$scratch/state XDG_CACHE_HOME=$scratch/cache
}

# Where a private bus finds what it may start; empty: it starts nothing.
activation_folder=

# A bus of this script's own, and folders of its own for everything that the agent keeps.
start_private_bus() {
    local listening
    use_own_folders
    mkdir -m 700 "$scratch/runtime"
    export XDG_RUNTIME_DIR=$scratch/runtime
    cat > "$scratch/bus.conf" << EOF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=$scratch/runtime/bus</listen>
  <auth>EXTERNAL</auth>
  ${activation_folder:+<servicedir>$activation_folder</servicedir>}
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
EOF
    exec {listening}< <(exec dbus-daemon --nofork --nopidfile --config-file "$scratch/bus.conf" --print-address \
        2> "$scratch/bus.log")
    session_processes+=("$!")
    read -r DBUS_SESSION_BUS_ADDRESS <&"$listening"
    export DBUS_SESSION_BUS_ADDRESS
}

# Whether the person has a session bus; finds it as `belfry` does.
find_session_bus() {
    local candidate
    for candidate in "${DBUS_SESSION_BUS_ADDRESS:-}" "unix:path=${XDG_RUNTIME_DIR:-/run/user/$EUID}/bus" \
        "unix:path=/run/user/$EUID/bus"; do
        if [[ -n $candidate ]] && DBUS_SESSION_BUS_ADDRESS=$candidate ask_bus GetId > /dev/null 2>&1; then
            export DBUS_SESSION_BUS_ADDRESS=$candidate
            return 0
        fi
    done
    return 1
}

# Asks the bus itself: ask_bus NameHasOwner org.belfry.Agent
ask_bus() {
    gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
        --method "org.freedesktop.DBus.$1" "${@:2}"
}

is_owned() {
    [[ $(ask_bus NameHasOwner "$1") == '(true,)' ]]
}

is_activatable() {
    [[ $(ask_bus ListActivatableNames) == *"'$1'"* ]]
}

# Fails when nobody owns the name after ten seconds, or the process that should has ended.
wait_for_owner() {
    local name=$1 process=$2 waited=0
    until gdbus wait --session --timeout 1 "$name" 2> /dev/null; do
        if ! kill -0 "$process" 2> /dev/null || ((++waited == 10)); then
            printf '%s did not appear on the bus.\n' "$name" >&2
            return 1
        fi
    done
}

start_agent() {
    belfryd 2>> "$scratch/belfryd.log" &
    session_processes+=("$!")
    if ! wait_for_owner org.belfry.Agent "$!"; then
        cat "$scratch/belfryd.log" >&2
        return 1
    fi
}

# The notification server that lives in a terminal, with the options of `belfry desktop`; it reads keys from this script's own.
start_desktop() {
    [[ ! -t 0 ]] || terminal_settings=$(stty --save)
    belfry desktop "$@" <&0 &
    session_processes+=("$!")
    wait_for_owner org.freedesktop.Notifications "$!"
}
