# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# Functions for a temporary session: a bus, an agent and a notification server. Source this file after `set -euo pipefail`.
# Every process that a function has started is ended when the script exits, for whatever reason.

repository=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
# packaging/build-release writes the programs into this folder.
PATH=$repository/.build-release/release:$PATH
scratch=$(mktemp --directory --tmpdir belfry-session.XXXXXXXX)
session_processes=()
# The terminal's settings before `belfry desktop` read single keys from it; empty without a terminal.
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
    # A script may define this function to remove its requests from an agent that runs on.
    if declare -F before_session_ends > /dev/null; then before_session_ends; fi
    # The last process is ended first, so that no process loses another that it uses.
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

# Prints a heading.
say() {
    if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
        printf '\n\033[1m%s\033[0m\n' "$*"
    else
        printf '\n%s\n' "$*"
    fi
}

# Prints a command as a person types it, and runs it.
run() {
    echo "\$ $(printf '%q ' "$@")" >&2
    "$@"
}

# Sets folders of the script's own: programs that start later write nothing into the person's folders.
use_own_folders() {
    mkdir -p "$scratch"/{config,data,state,cache}
    export XDG_CONFIG_HOME=$scratch/config XDG_DATA_HOME=$scratch/data
    export XDG_STATE_HOME=$scratch/state XDG_CACHE_HOME=$scratch/cache
}

# The folder of activation files for a private bus; if empty, the bus starts no program.
activation_folder=

# Starts a private bus, and sets private folders for the agent's data.
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

# Succeeds if the person has a session bus. Looks for it in the same places as `belfry`.
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

# Calls a method of the bus itself: ask_bus NameHasOwner org.belfry.Agent
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

# Waits until the name has an owner. Fails after ten seconds, or if the process that should own it has ended.
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

# Starts `belfry desktop` with these options as the notification server; it reads keys from this script's terminal.
start_desktop() {
    [[ ! -t 0 ]] || terminal_settings=$(stty --save)
    belfry desktop "$@" <&0 &
    session_processes+=("$!")
    wait_for_owner org.freedesktop.Notifications "$!"
}

# Starts nginx with the shipped nchan.conf as the caller, on a free port of this machine that is put into push_port. Only the port, the
# certificate and the paths of its files differ from the shipped file.
start_push_server() {
    local folder=$scratch/push-server
    mkdir "$folder"
    cat > "$folder/nginx.conf" << EOF
load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
daemon off;
pid $folder/pid;
error_log $folder/log warn;
$( ((EUID != 0)) || echo "user root;")
events { worker_connections 1024; }
http {
    client_body_temp_path $folder/client_body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/nchan.conf;
}
EOF
    for _ in {1..20}; do
        push_port=$((20000 + RANDOM % 10000))
        sed -e "s|listen 443 ssl|listen 127.0.0.1:$push_port|; /listen \\[::\\]/d; /ssl_/d" \
            -e "s|/var/log/nginx/|$folder/|" "$repository/packaging/share/belfry/nchan.conf" > "$folder/nchan.conf"
        /usr/sbin/nginx -p "$folder" -c "$folder/nginx.conf" 2> "$folder/errors" &
        session_processes+=("$!")
        if wait_for_port "$push_port" "$!"; then return; fi
        end_last_process
        # Another program may have this port; anything else is an error in the configuration.
        grep --quiet "Address already in use" "$folder/errors" || break
    done
    cat "$folder/errors" >&2
    return 1
}

# Waits until a process accepts connections at a port of this machine. Fails after ten seconds, or if the process has ended.
wait_for_port() {
    local port=$1 process=$2 waited=0
    until (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
        kill -0 "$process" 2> /dev/null && ((++waited < 200)) || return 1
        sleep 0.05
    done
    # Another program may have answered.
    kill -0 "$process" 2> /dev/null
}

# Prints the distributor's settings for the started push server.
push_server() {
    printf '[servers.here]\nengine = "nchan"\n'
    printf '%s = "http://127.0.0.1:%s/%s/"\n' publish "$push_port" p subscribe "$push_port" s
}

# Starts the distributor, with the started push server.
start_distributor() {
    mkdir -p "$XDG_CONFIG_HOME/belfry"
    push_server > "$XDG_CONFIG_HOME/belfry/distributor.toml"
    belfry-distributor 2>> "$scratch/distributor.log" &
    session_processes+=("$!")
    if ! wait_for_owner org.unifiedpush.Distributor.belfry "$!"; then
        cat "$scratch/distributor.log" >&2
        return 1
    fi
}

# Starts GeoClue on the bus of DBUS_SYSTEM_BUS_ADDRESS with a simulated satellite receiver as its only source, and a GeoClue agent.
start_geoclue() {
    local isolate=(unshare --mount) ready receiver
    ((EUID == 0)) || isolate=(unshare --map-root-user --mount)
    cat > "$scratch/geoclue.conf" << 'EOF'
[agent]
whitelist=geoclue-demo-agent

[network-nmea]
enable=true

[3g]
enable=false

[cdma]
enable=false

[modem-gps]
enable=false

[wifi]
enable=false

[compass]
enable=false
EOF
    mkfifo "$scratch/receiver"
    exec {ready}< <(exec "$repository/packaging/lib/nmea-receiver" "$scratch/nmea.sock" < "$scratch/receiver")
    session_processes+=("$!")
    exec {receiver_input}> "$scratch/receiver"
    read -r receiver <&"$ready"
    [[ $receiver == ready ]]
    # shellcheck disable=SC2016 # The inner shell expands the arguments.
    "${isolate[@]}" sh -c 'mount --bind "$1" /etc/geoclue/geoclue.conf && exec /usr/libexec/geoclue -t 0 -u "$2"' \
        sh "$scratch/geoclue.conf" "$scratch/nmea.sock" > "$scratch/geoclue.log" 2>&1 &
    session_processes+=("$!")
    wait_for_owner org.freedesktop.GeoClue2 "$!"
    /usr/libexec/geoclue-2.0/demos/agent > "$scratch/geoclue-agent.log" 2>&1 &
    session_processes+=("$!")
}

# Moves the simulated receiver to a number of metres north of the place.
place_receiver() {
    echo "$1" >&"$receiver_input"
}
