# shellcheck shell=bash
# SPDX-FileCopyrightText: The Belfry authors
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts that make packages and archives share. Source this file after `set -euo pipefail`.

repository=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
programs=(belfry belfryd belfry-push belfry-distributor)
export LC_ALL=C.UTF-8 TZ=UTC
umask 022

# The date of every file in packages and archives.
SOURCE_DATE_EPOCH=$(dpkg-parsechangelog --file "$repository/packaging/debian/changelog" --show-field Timestamp)
export SOURCE_DATE_EPOCH

# Prints the version in the change log of the Debian packages, without Debian's revision.
version_of_changelog() {
    local version
    version=$(dpkg-parsechangelog --file "$repository/packaging/debian/changelog" --show-field Version)
    printf '%s\n' "${version%-*}"
}

# read_options USAGE OPTIONS ARGUMENT...: sets a variable for each option: to its value for "--name=" in the list, to true for
# "--name". --help prints the usage. Every other argument is an error.
read_options() {
    local usage=$1 options=" $2 "
    shift 2
    while (($# > 0)); do
        if [[ $1 == -h || $1 == --help ]]; then
            printf '%s\n' "$usage"
            exit 0
        elif [[ $options == *" $1 "* ]]; then
            printf -v "${1#--}" true
        elif [[ $options != *" $1= "* ]]; then
            printf 'Unknown: %s\n%s\n' "$1" "$usage" >&2
            exit 2
        elif (($# == 1)); then
            printf '%s needs a value.\n%s\n' "$1" "$usage" >&2
            exit 2
        else
            printf -v "${1#--}" '%s' "$2"
            shift
        fi
        shift
    done
}

# check_programs FOLDER: refuses a folder that lacks a program, or has one that must not be in a package.
check_programs() {
    local program
    for program in "${programs[@]}"; do
        if [[ ! -x $1/$program ]]; then
            printf 'There is no %s in %s. Run packaging/build-release first.\n' "$program" "$1" >&2
            exit 1
        fi
        # A program with a RUNPATH looks for each library in that folder first.
        if readelf --dynamic --wide "$1/$program" | grep --quiet RUNPATH; then
            printf '%s was built with a RUNPATH. Build it by packaging/build-release.\n' "$1/$program" >&2
            exit 1
        fi
    done
}

# pack FILE FOLDER PATH: packs a path of the folder; the same input gives the same bytes. A test sets a quicker compressor.
pack() {
    tar --create --directory "$2" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=go=rX,u+rw --format=gnu "$3" | ${BELFRY_COMPRESSOR:-xz --threads=1} > "$1.part"
    mv "$1.part" "$1"
}

# vendor FOLDER PACKAGES: puts the Swift packages, each whole at the revision of Package.resolved, and that file into the folder.
# PACKAGES has their checkouts; if it is empty, SwiftPM fetches them.
vendor() {
    local folder=$1 packages=$2 resolved=$repository/Package.resolved location revision name
    if [[ -z $packages ]]; then
        swift package --package-path "$repository" --scratch-path "$repository/.build-release" resolve
        packages=$repository/.build-release/checkouts
    fi
    [[ -f $resolved ]] || resolved=$packages/../../Package.resolved
    mkdir -p "$folder"
    cp "$resolved" "$folder/"
    while read -r location revision; do
        name=${location##*/}
        mkdir "$folder/$name"
        git -C "$packages/$name" archive "$revision" | tar --extract --directory "$folder/$name"
    done < <(jq --raw-output '.pins[] | "\(.location | rtrimstr(".git")) \(.state.revision)"' "$resolved")
}

# debian_root FOLDER: puts a root folder with nothing but Debian there. The cache of apt has the packages that the tests install. It is
# made anew after a week.
debian_root() {
    local wanted=(dbus-user-session procps tzdata dunst libcurl4 libdbus-1-3 libgdk-pixbuf-2.0-0 libglib2.0-0 libgcc-s1 libsqlite3-0 libssl3)
    local base part
    base=$repository/.build-deb/base-$(cksum <<< "${wanted[*]}" | cut --delimiter=' ' --fields=1).tar
    mkdir -p "${base%/*}" "$1"
    if [[ ! -f $base || -n $(find "$base" -mtime +7) ]]; then
        echo "Making a chroot with nothing but Debian:"
        part=$(mktemp --directory --tmpdir belfry-base.XXXXXXXX)
        mmdebstrap --quiet --variant=minbase --skip=cleanup/apt \
            --customize-hook="chroot \"\$1\" apt-get --yes --quiet=2 --no-install-recommends --download-only install ${wanted[*]}" \
            "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" "$part/base.tar" > "$part/log" 2>&1 ||
            { cat "$part/log" && rm -rf "$part" && return 1; }
        mv "$part/base.tar" "$base"
        rm -rf "$part"
    fi
    tar --extract --file "$base" --directory "$1"
}
