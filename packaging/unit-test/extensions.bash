# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of service extensions in units with limits; packaging/test-unit sources this file after checks.bash, whose functions it
# uses.

# The programs that this file writes expand their own variables; a failed check ends the script.
# shellcheck disable=SC2016,SC2015
# shellcheck disable=SC2154 # home, number

# The agent's last check has left a configuration with an error.
rm "$home/.config/belfry/config.toml"
person systemctl --user reset-failed

app=org.example.Extended
# Writes the application's service extension; $1 are its commands after the first line was read, $2 further lines of its declaration.
write_extension() {
    printf '#!/bin/sh\nread -r notification\n%s\n' "$1" > "$home/extension"
    chmod 755 "$home/extension"
    printf '[Desktop Entry]\nType=Application\nName=Extended\nExec=/bin/true\n[X-Belfry Service Extension]\nExec=%s\n%s\n' \
        "$home/extension" "${2:-}" > "$home/.local/share/applications/$app.desktop"
    chown "$number:$number" "$home/extension" "$home/.local/share/applications/$app.desktop"
}
add_mutable() { person belfry add --app $app --id "$1" --title "$1" --mutable > /dev/null; }
unit() { person systemctl --user list-units --plain --no-legend 'belfry-extension-*.service' | cut -d ' ' -f 1; }
is_running() { [[ -n $(unit) ]]; }
# Succeeds if no unit of an extension, and no process that it has started, is left.
is_over_now() { [[ -z $(unit) ]] && ! pgrep --uid "$number" --full -- "--guard-extension|$home/extension" > /dev/null; }
# The promise is a second.
is_over_soon() {
    local end=$((SECONDS + 2))
    until is_over_now; do
        ((SECONDS < end)) || fail "a process of an extension is left: $(pgrep --uid "$number" --full --list-full -- "$home/extension")"
        sleep 0.02
    done
}

say "An extension rewrites a notification, outside the agent's sandbox and inside its own"
write_extension 'echo "{\"v\":1,\"content\":{\"title\":\"Rewritten\"}}"'
add_mutable first
eventually shown Rewritten
is_over_soon
person belfry doctor > "$home/doctor" || true
grep 'extensions run' "$home/doctor" || fail "belfry doctor says nothing about extensions"
grep --quiet 'extensions run in /.*bwrap' "$home/doctor" || fail "the extension did not run in bubblewrap"

if ! grep --quiet 'limited by systemd' "$home/doctor"; then
    echo "!! NOT TESTED HERE: limits of memory and processes by systemd. This machine delegates no controllers."
else
    say "Its unit has limits of memory and processes"
    write_extension 'exec sleep 1000' 'X-Timeout=20'
    add_mutable waiting
    eventually is_running
    person systemctl --user show --property MemoryMax --property TasksMax "$(unit)" | tee "$home/limits"
    grep --quiet MemoryMax=134217728 "$home/limits" && grep --quiet TasksMax=32 "$home/limits" || fail "the unit has no limits"
    person belfry remove waiting --app $app > /dev/null
    is_over_soon

    say "One that uses too much memory is killed, and the original is shown"
    write_extension 'exec python3 -c "x = bytearray(400 << 20); print(1)"'
    add_mutable hungry
    eventually shown hungry
    is_over_soon

    say "A fork bomb does not grow, ends at its time limit, and the original is shown"
    # The names of shell functions have letters, hence this form.
    write_extension 'bomb() { bomb | bomb & }; bomb; sleep 1000' 'X-Timeout=2'
    add_mutable bomb
    eventually is_running
    (($(person systemctl --user show --property TasksCurrent --value "$(unit)") <= 32)) || fail "there are too many processes"
    eventually shown bomb
    is_over_soon
fi

say "An extension ends with the agent, also one that has started processes in other sessions"
write_extension "trap '' TERM HUP; setsid sh -c 'trap \"\" TERM HUP; exec sleep 1000' & exec sleep 1000" 'X-Timeout=20'
add_mutable orphan
eventually is_running
kill -9 "$(agent)"
is_over_soon
eventually shown orphan

say "It does not depend on the helper process outside the sandbox"
add_mutable again
eventually is_running
eventually kill_helper
person belfry remove again --app $app > /dev/null
is_over_soon
rm "$home/.local/share/applications/$app.desktop"
