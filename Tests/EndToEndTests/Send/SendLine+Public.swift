// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

import DBus

extension SendLine {
    private static let once = SendDifference.type("transient", .boolean(true))

    /// Command lines from public scripts, with values instead of their variables.
    static let found: [SendLine] = [
        SendLine("-h", "string:x-canonical-private-synchronous:volume", "Volume: 40"),
        SendLine(
            "-h", "string:x-canonical-private-synchronous:sys-notify", "-u", "low", "-i", "/tmp/microphone.png",
            "Mic-Level : 40 %"),
        SendLine(
            "-h", "string:x-canonical-private-synchronous:nostr", "-c", "im", "-h", "int:transient:1", "-h",
            "string:image-path:/tmp/profiles/a.png", "Ann", "hello", differs: once),
        SendLine("-h", "string:x-canonical-private-synchronous:sys-notify", "-u", "low", "\t󰂲\tBluetooth: OFF"),
        SendLine("-h", "string:x-canonical-private-synchronous:sys-notify", "-e", "-u", "low", "Battery", "80%"),
        SendLine(
            "-h", "string:x-canonical-private-synchronous:brightness_notif", "-u", "low", "-i",
            "display-brightness-low-symbolic", "Brightness: 30%", "-h", "int:value:30"),
        SendLine("-h", "string:x-canonical-private-synchronous:media", "Media", "No active player"),
        SendLine("-h", "int:value:35", "-h", "string:synchronous:volume", "Volume", "35%"),
        SendLine("-h", "int:value:61%", "Current Disk Usage:", "Mounted on  Used  Size"),
        SendLine("-h", "int:value:100", "Getting List Of Available USB..."),
        SendLine("-h", "int:value:40", "-h", "string:synchronous:brightness", "Brilho", "40%", "-t", "2000"),
        SendLine("-h", "int:value:42", "Working ..."),
        SendLine(
            "⚠️ Battery Critical", #"Only 7% remaining!\nPlug in charger immediately."#, "-u", "critical", "-i",
            "battery-level-10-symbolic", "-h", "string:x-dunst-stack-tag:battery-critical"),
        SendLine(
            "-e", "-a", "Power Profile", "-h", "string:x-dunst-stack-tag:qs-power-profile", "Power Profile", "Balanced"),
        SendLine(
            "-a", "Volume", "-h", "int:value:50", "-h", "string:x-dunst-stack-tag:volume_notif", "-u", "low", "-i",
            "/tmp/vol-50.svg", "50%"),
        SendLine(
            "-a", "volume", "-h", "int:value:66", "-h", "string:x-dunst-stack-tag:volume", "-t", "2000", "󰕾  Volume",
            "66%"),
        SendLine(
            "-h", "string:x-canonical-private-synchronous:osd_brightness", "-h", "int:value:70", "-h",
            "string:x-dunst-stack-tag:brightness", "-t", "1500", "-a", "osd-hud", "-i", "display-brightness-symbolic",
            "Brightness: 70%"),
        SendLine("--urgency=low", "-i", "terminal", "sleep 10"),
        SendLine("-a", "update-gsettings.sh", "Theme settings updated."),
        SendLine("-a", "Gnomish Relay", "-u", "critical", "-A", "approve=Approve", "-A", "deny=Deny", "Approve?"),
        SendLine(
            "-a", "HyDE Notify", "-r", "8000", "-t", "800", "-i", "/tmp/vol-25.svg", "25.....", "Blue Light Filter"),
        SendLine("-a", "System Update", "Started", ""),
        SendLine("-a", "Screenshot", "-i", "/tmp/shot.png", "-A", "annotate=Annotate", "Screenshot saved", "shot.png"),
        SendLine("-i", "/tmp/shot.png", "Screenshot saved", "shot.png", "-a", "Shell"),
        SendLine("-i", "image", "-a", "screenshot", "-u", "normal", "Screenshot taken", "/tmp/a.png", "-t", "1000"),
        SendLine("-i", "info", "-t", "10000", "Random Musings", "Blog deployment successful!"),
        SendLine("--hint=int:transient:1", "Build", "done", "-i", "/tmp/icon.png", differs: once),
        SendLine(
            "--hint=int:transient:1", "-i", "audio-x-generic", "-u", "low", "-t", "2000", "Artist - Title",
            differs: once),
        SendLine("--hint=int:transient:1", "--urgency=normal", "Title", "Message", differs: once),
        SendLine("--hint=int:transient:1", "-i", "mic-mute", "-r", "9987", "Mic switched: off", differs: once),
        SendLine(
            "--action=default=Open", "--hint=string:image-path:/tmp/full.png", "--hint=int:transient:1", "--wait",
            "Screenshot Captured", "/tmp/full.png", differs: once),
        SendLine("-t", "2000", "-h", "string:x-canonical-private-synchronous:updatecheck", "Checking for updates"),
        SendLine("-t", "0", "-u", "critical", "Build Android L failed"),
        SendLine("-t", "1000", "-i", "copy-insync", "Switch to Arabic"),
        SendLine(
            "-t", "10000", "-a", "checkupdates", "You Have System Updates", "You should probably update your packages."),
        SendLine("-t", "3000", "-a", "wf-recorder", "-i", "cs-screen", "-u", "low", "Recording", "OK"),
        SendLine("-r", "9533", "󰖨 护眼", "已关闭"),
        SendLine("-r", "9993", "-t", "1000", "󰃝 Brightness 30%", "███-------"),
        SendLine("-r", "9527", "-h", "int:value:30", "-h", "string:hlcolor:#689d6a", "Volume"),
        SendLine("-r", "27072", "Now Playing", #"Title \nArtist"#, "-i", "/tmp/cover.png"),
        SendLine("-r", "99709201", "-u", "low", "-a", "Volume", "40%", "--icon=audio-volume-low"),
        SendLine("-r", "1999999999", "📥 Downloading", "VOD [1:02:03]", "-t", "2000", "-u", "normal"),
        SendLine("-r", "486", "-c", "snips", "[SNIPS] - /tmp/x"),
        SendLine(
            "-r", "555", "-t", "1000", "-h", "string:x-canonical-private-synchronous:volume_notif", "-i",
            "weather-clear", "Filtro de LUZ AZUL", "> Aumentando intensidad del filtro [+]",
            differs: .markup("&gt; Aumentando intensidad del filtro [+]")),
        SendLine("-r", "7771", "Keyboard Layout", "Switched to: English (US)", "-t", "1500"),
        SendLine("-u", "critical", "-i", "dialog-error", "Test Error", "This is an error message"),
        SendLine("-u", "critical", "Very Low Battery", "Connect charger"),
        SendLine("-r", "999", " : 40%", "-h", "int:value:40", "-h", "string:x-dunst-stack-tag:volume"),
    ]
}
