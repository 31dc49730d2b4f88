// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// Empty ICU data, in the form of ICU's own "stubdata": a header, and a table of contents of length 0.
// ICU then reports to its callers that data is missing. `ICU_DATA` is the symbol of this ICU version's data.

#include <stdint.h>

const struct {
    uint16_t header_size;
    uint8_t magic[2];
    // ICU's `UDataInfo`.
    uint16_t info_size, reserved;
    uint8_t is_big_endian, is_ebcdic, char_size, padding;
    uint8_t data_format[4], format_version[4], data_version[4];
    uint8_t to_header_size[8];
    uint32_t entries, end;
} ICU_DATA __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_size = 2,
    .data_format = {'C', 'm', 'n', 'D'},
    .format_version = {1},
};
