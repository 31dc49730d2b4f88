# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# The checks of the agent in the unit's sandbox. packaging/test-unit sources this file in a session with its own systemd and bus.

# The programs that this file writes expand their own variables; a failed check ends the script.
# shellcheck disable=SC2016,SC2015
# shellcheck disable=SC2154 # here, home, number, scratch

say() { printf '%s:\n' "$1"; }
fail() {
    printf '!! %s\n' "$*" >&2
    as_person systemctl --user --no-pager list-units --all 'belfry*' >&2 || true
    tail -n 20 "$home/agent.log" >&2 || true
    exit 1
}
# Waits, five seconds at most, until a command succeeds.
eventually() {
    local tries=0
    until "$@" > /dev/null 2>&1; do
        ((++tries < 100)) || fail "this command did not succeed within five seconds: $*"
        sleep 0.05
    done
}
person() { as_person "$@"; }
agent() { person systemctl --user show --property MainPID --value belfry.service; }
outside() { pgrep --uid "$number" --full -- 'belfryd --outside'; }
# Succeeds if exactly one helper process is running: an ended agent's helper is gone, and this agent's helper has started.
is_alone() { [[ $(outside | wc -l) == 1 ]]; }
# A command that ends the script is printed with its line.
set -o errtrace
trap 'printf "!! line %s of %s: %s\n" "$LINENO" "${BASH_SOURCE[0]##*/}" "$BASH_COMMAND" >&2' ERR
# write_program NAME COMMANDS: writes a program that records its restrictions and its arguments, and then runs the commands.
write_program() {
    cat > "$home/$1" << EOF
#!/bin/sh
{ grep -E '^(NoNewPrivs|Seccomp|CapBnd):' /proc/self/status; cat /proc/self/uid_map; } | tr -s ' \t' '  ' > $home/$1.is
: > $home/$1.made
printf '%s\n' "\$@" > $home/$1.told
$2
EOF
    chmod 755 "$home/$1"
}
is_free() {
    eventually test -e "$home/$1.told"
    grep --quiet 'NoNewPrivs: 0' "$home/$1.is" && grep --quiet 'Seccomp: 0' "$home/$1.is" &&
        grep --quiet '^ 0 0 4294967295' "$home/$1.is" || fail "$1 was started in the sandbox: $(cat "$home/$1.is")"
}
log_has() { [[ $(person belfry log) == *"$1"* ]]; }
shown() { number_of=$(sed -nE "s/^shown ([0-9]+) $1\$/\1/p" "$home/server.log" | tail -n 1) && [[ -n $number_of ]]; }
press() { printf 'press %s %s\n' "$number_of" "$1" >&"$server"; }

mkdir -p "$home/.config/systemd/user/belfry.service.d" "$home/.config/belfry" "$home/.local/share/applications"
drop_in=$home/.config/systemd/user/belfry.service.d
printf '[Service]\nStandardError=append:%s\nEnvironment=LC_ALL=de_DE.UTF-8\n' "$home/agent.log" > "$drop_in/log.conf"
write_program prompt 'echo "words of the person"'
write_program player ''
write_program opener ''
printf '[prompt]\ncommand = ["%s", "%%t"]\n[sound]\nplayer = ["%s", "%%f"]\n' "$home/prompt" "$home/player" \
    > "$home/.config/belfry/config.toml"
printf '[Desktop Entry]\nType=Application\nName=Opener\nExec=%s %%u\n' "$home/opener" \
    > "$home/.local/share/applications/org.example.Opener.desktop"
# The test's user may not be allowed to read the folder of the checkout.
cp "$here/unit-test/server.py" "$here/share/icons/hicolor/scalable/apps/org.belfry.Belfry.svg" "$home/"
chown -R "$number:$number" "$home"
person systemctl --user daemon-reload
mkfifo "$scratch/server"
person python3 "$home/server.py" < "$scratch/server" > "$home/server.log" &
session_processes+=("$!")
exec {server}> "$scratch/server"
eventually grep --quiet ready "$home/server.log"

say "The bus starts the agent, and the kernel says that it is confined"
person belfry status > /dev/null
[[ $(person systemctl --user is-active belfry.service belfry-unconfined.service || true) == $'active\ninactive' ]] ||
    fail "the agent is not in its sandbox"
first=$(agent)
grep -E '^(NoNewPrivs|Seccomp|CapBnd):' "/proc/$first/status" | tr -s '\t\n' '  ' | tee "$scratch/kernel"
grep --quiet 'CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2' "$scratch/kernel" || fail "the agent is not confined"
person belfry doctor > "$home/doctor" || true
grep -E '(agent.)?sandbox' "$home/doctor" || fail "belfry doctor does not mention the sandbox"
! grep --quiet "; not: \|x folders" "$home/doctor" ||
    fail "belfry doctor reports that a part of the sandbox is missing, or that it hides a folder"
grep --quiet 'a separate process, in /.*bwrap' "$home/doctor" || fail "pictures are not decoded in bubblewrap"
person belfry doctor --json > "$home/doctor" || true
grep --quiet '"agent.language".*"de"' "$home/doctor" || fail "the sandbox hides the translations"

say "Callers are identified by their program, by BELFRY_APP, by their unit"
add() {
    person "$@" gdbus call -e -d org.belfry.Agent -o /org/belfry/Agent -m org.belfry.NotificationCenter1.Add "" \
        "{'identifier': <'who'>, 'title': <'Who'>, 'trigger': <{'in': <'1h'>}>}" > /dev/null
}
add env
add env BELFRY_APP=org.example.Named
add systemd-run --user --scope --quiet --unit=app-org.example.Scoped-1.scope
for app in gdbus org.example.Named org.example.Scoped; do
    [[ $(person belfry list --app $app) == *Who* ]] || fail "$app was not recognised"
done

say "A sandboxed caller is identified, and may not give commands"
printf '[Application]\nname=org.example.Sandboxed\n' > "$home/flatpak-info"
in_sandbox() {
    person bwrap --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 \
        --ro-bind-try /opt /opt --proc /proc --dev /dev --bind /run /run --ro-bind "$home/.local" "$home/.local" \
        --ro-bind "$home/flatpak-info" /.flatpak-info "$@"
}
in_sandbox belfry add --id boxed --title Boxed --in 1h --app org.example.Sandboxed > /dev/null
[[ $(person belfry list --app org.example.Sandboxed) == *Boxed* ]] || fail "the caller was identified as another application"
! in_sandbox belfry add --id boxed2 --title Boxed --in 1h --app org.example.Named 2> "$scratch/refusal" ||
    fail "the sandboxed caller added a request for another application"
! in_sandbox belfry add --title Boxed --in 1h --app org.example.Sandboxed --on fired=true 2>> "$scratch/refusal" ||
    fail "the sandboxed caller added a command"
cat "$scratch/refusal"

say "A command runs outside the sandbox, and the log has its output and its status"
write_program command 'cat; echo "title: $BELFRY_TITLE"; echo complaint >&2; exit 3'
chown "$number" "$home/command"
person belfry add --id private --title "Quite-private words" --on fired="$home/command" > /dev/null
is_free command
eventually log_has 'status=3'
log_has 'title: Quite-private words' && log_has complaint && log_has '"identifier":"private"' ||
    fail "the log lacks a part of the command's output"
person belfry add --id killed --title Killed --on fired='kill -9 $$' > /dev/null
person belfry add --id missing --title Missing --on-exec fired -- /nowhere/program > /dev/null 2>&1 ||
    fail "--on-exec was refused"
eventually log_has 'signal=9'
eventually log_has 'the program was not found'
! grep --recursive --quiet 'Quite-private' "/run/user/$number/systemd" "$home/agent.log" ||
    fail "a unit or the journal contains the title"

say "A prompt asks for a text, and ends when its notification is removed"
person belfry add --id words --title Words --reply 'say=Say it' --on say='echo "typed: $BELFRY_TEXT"' > /dev/null
eventually shown Words
press 0
is_free prompt
eventually log_has 'typed: words of the person'
write_program prompt 'sleep 1000 & echo $! > "$0.child"; wait'
chown "$number" "$home/prompt"
person belfry add --id waiting --title Waiting --reply 'say=Say it' > /dev/null
eventually shown Waiting
press 0
eventually test -s "$home/prompt.child"
person belfry remove waiting > /dev/null
is_gone() { ! kill -0 "$(cat "$home/prompt.child")"; }
eventually is_gone

say "A sound is played"
{ printf 'RIFF\044\000\000\000WAVEfmt ' && head -c 64 /dev/zero; } > "$home/sound.wav"
person belfry add --id loud --title Loud --sound "$home/sound.wav" > /dev/null
is_free player

say "A click starts an application in its own unit, which outlives the agent"
write_program opener 'echo "$XDG_ACTIVATION_TOKEN" >> "$0.told"; cat /proc/self/cgroup > "$0.group"; echo $$ > "$0.process"; exec sleep 1000'
chown "$number" "$home/opener"
person belfry add --id click --title Click --activate org.example.Opener > /dev/null
eventually shown Click
press default
is_free opener
in_own_unit() { grep --quiet 'app-belfry-org.example.Opener-[0-9]*.scope' "/proc/$(cat "$home/opener.process")/cgroup"; }
eventually in_own_unit

say "Pictures are decoded"
person belfry add --id picture --title Picture --attach "$home/org.belfry.Belfry.svg" > /dev/null
printf 'no picture' > "$home/broken.png"
! person belfry add --title Broken --attach "$home/broken.png" 2> "$scratch/refusal" || fail "a broken picture was accepted"
cat "$scratch/refusal"

say "Without bubblewrap pictures are decoded in the agent's own sandbox"
printf '[Service]\nInaccessiblePaths=%s\n' "$(command -v bwrap)" > "$drop_in/alone.conf"
person systemctl --user daemon-reload
person systemctl --user restart belfry.service
person belfry doctor > "$home/doctor" || true
grep "confined only by the agent.s sandbox" "$home/doctor" || fail "belfry doctor reports bubblewrap"
person belfry add --id alone --title Alone --in 1h --attach "$home/org.belfry.Belfry.svg" \
    > /dev/null
! person belfry add --title Broken --attach "$home/broken.png" 2> "$scratch/refusal" || fail "a broken picture was accepted"
rm "$drop_in/alone.conf"
person systemctl --user daemon-reload
person systemctl --user restart belfry.service

say "The helper process outside the sandbox is started again after it was killed"
person belfry status > /dev/null
# For a moment after a restart there may be two helpers, or none.
kill_helper() { before=$(outside) && [[ $before =~ ^[0-9]+$ ]] && kill -9 "$before"; }
eventually kill_helper
person belfry add --id again --title Again --on fired='echo once more' > /dev/null
eventually log_has 'once more'
[[ $(outside) != "$before" ]] || fail "the helper is still the same process"

say "Another agent takes over, and the confined one comes back"
person belfry agent --replace 2> /dev/null &
replacing=$!
inactive() { [[ $(person systemctl --user is-active belfry.service) == inactive ]]; }
eventually inactive
eventually person belfry status
pkill --parent "$replacing" || kill "$replacing"
wait "$replacing" || true
person belfry status > /dev/null
[[ $(agent) != 0 && $(agent) != "$first" ]] || fail "the confined agent did not start again"
eventually is_alone

say "The agent writes a deleted store anew"
person belfry add --id kept --title Kept --in 1h > /dev/null
rm -r "$home/.local/state/belfry"
# The agent may refuse the call by which it notices the deletion.
person belfry add --id next --title Next --in 1h > /dev/null 2>&1 || true
eventually test -s "$home/.local/state/belfry/belfry.sqlite"
is_kept() { [[ $(person belfry list) == *Kept* ]]; }
eventually is_kept
[[ $(person systemctl --user is-active belfry.service) == active ]] || fail "systemd has stopped the agent"

say "Stopping the unit ends the agent and its helper, and none of the person's programs"
person belfry add --id left --title Left --on fired="sleep 1000 > /dev/null 2>&1 & echo \$! > $home/left" > /dev/null
eventually test -s "$home/left"
person systemctl --user stop belfry.service
is_over() { ! outside; }
eventually is_over
kill -0 "$(cat "$home/left")" && kill -0 "$(cat "$home/opener.process")" || fail "stopping the unit ended a program of the person"
kill "$(cat "$home/left")" "$(cat "$home/opener.process")"

say "With a store outside the writable folders the agent refuses calls, and belfry doctor gives advice"
install -d -m 700 -o "$number" -g "$number" "$scratch/elsewhere" "$scratch/elsewhere/belfry"
printf '[Service]\nEnvironment=XDG_STATE_HOME=%s\n' "$scratch/elsewhere" > "$drop_in/elsewhere.conf"
# The folder is below /tmp, which the unit makes writable; this line makes it read-only.
printf 'ReadOnlyPaths=%s\n' "$scratch/elsewhere" >> "$drop_in/elsewhere.conf"
person systemctl --user daemon-reload
! person belfry add --title Lost 2> "$scratch/refusal" || fail "the agent accepted the request"
cat "$scratch/refusal"
person belfry doctor > "$home/doctor" 2>&1 || true
grep 'ReadWritePaths=' "$home/doctor" || fail "belfry doctor gives no advice"
rm "$drop_in/elsewhere.conf"
person systemctl --user daemon-reload

say "If systemd can't make the sandbox, an unconfined agent answers the call, and belfry doctor says so"
person systemctl --user stop belfry.service
printf '[Service]\nBindPaths=/nowhere/at/all\n' > "$drop_in/broken.conf"
person systemctl --user daemon-reload
person belfry status > /dev/null
[[ $(person systemctl --user is-active belfry.service belfry-unconfined.service || true) == $'failed\nactive' ]] ||
    fail "the unconfined agent is not running"
person belfry doctor > "$home/doctor" || true
grep 'could not start' "$home/doctor" || fail "belfry doctor does not report it"
person systemctl --user stop belfry.service
[[ $(person systemctl --user is-active belfry-unconfined.service || true) != active ]] ||
    fail "the unconfined agent was not stopped"
rm "$drop_in/broken.conf"

say "An agent that fails inside the sandbox does not start without it"
echo 'quota = "many"' > "$home/.config/belfry/config.toml"
person systemctl --user daemon-reload
person systemctl --user reset-failed
person systemctl --user start belfry.service 2> /dev/null || true
has_failed() { [[ $(person systemctl --user show --property ExecMainStatus --value belfry.service) == 78 ]]; }
eventually has_failed
[[ $(person systemctl --user is-active belfry-unconfined.service || true) != active ]] || fail "an unconfined agent was started"
