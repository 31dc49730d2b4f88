# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of the distributor in its unit's sandbox; packaging/test-unit sources this file after checks.bash, whose functions it uses.

# A failed check ends the script.
# shellcheck disable=SC2015
# shellcheck disable=SC2154 # home, number, session_processes

person systemctl --user reset-failed

say "The bus starts the distributor, and the kernel says that it is confined"
# Without a push server the status is 1.
[[ $(person belfry-distributor status > "$home/status" || echo $?) == 1 ]] || fail "the distributor is not running"
cat "$home/status"
distributor=$(person systemctl --user show --property MainPID --value belfry-distributor.service)
[[ $distributor != 0 ]] || fail "the distributor is not running in its unit"
grep -E '^(NoNewPrivs|Seccomp|CapBnd):' "/proc/$distributor/status" | tr -s '\t\n' '  ' | tee "$home/kernel"
grep --quiet 'CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2' "$home/kernel" || fail "the distributor is not confined"

say "It sees its store, its configuration and the session bus, and no other file of the person"
touch "$home/private"
seen=$(cd "/proc/$distributor/root$home" && find . ! -type d | sort)
printf '%s\n' "$seen"
if grep --invert-match --extended-regexp '^\./(\.config/belfry/|\.local/state/belfry-distributor/|\.local/bin/belfry-distributor$)' <<< "$seen"; then
    fail "it sees other files"
fi
grep --quiet '/distributor.sqlite$' <<< "$seen" || fail "it does not see its store"
[[ $(cd "/proc/$distributor/root/run/user/$number" && find . ! -type d) == ./bus ]] || fail "it sees more than the bus"

say "Under two sandboxes an application is registered, and its push is shown"
start_push_server
push_server > "$home/.config/belfry/distributor.toml"
person systemctl --user reload belfry-distributor.service
eventually person belfry-distributor status
person belfry push register --app org.example.Chat > "$home/subscription" || fail "the application was not registered"
push() {
    printf '{"aps": {"alert": {"title": "%s"}}}' "$1" > "$home/payload"
    person belfry-push send --subscription "$home/subscription" --payload "$home/payload" ||
        fail "the push was not accepted"
    eventually shown "$1"
}
push Pushed
person belfry-distributor status

say "Its registrations survive a restart, and a kill"
person systemctl --user restart belfry-distributor.service
push Restarted
kill -9 "$(person systemctl --user show --property MainPID --value belfry-distributor.service)"
push 'Killed too'

say "Stopping its unit ends it"
person systemctl --user stop belfry-distributor.service
[[ $(person systemctl --user show --property Result --value belfry-distributor.service) == success ]] ||
    fail "the distributor did not end cleanly"
