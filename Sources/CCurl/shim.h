// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

// Swift can't call functions with a variable number of arguments.

static inline CURLcode belfry_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode belfry_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// Strings are copied, except those of CURLOPT_POSTFIELDS.
static inline CURLcode belfry_easy_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode belfry_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*belfry_data_callback)(char *data, size_t size, size_t count, void *context);

static inline void belfry_easy_set_write(CURL *easy, belfry_data_callback callback, void *context) {
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline void belfry_easy_set_header(CURL *easy, belfry_data_callback callback, void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static inline void belfry_easy_set_open_socket(CURL *easy, curl_opensocket_callback callback, void *context) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline long belfry_easy_long(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

static inline void belfry_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    curl_multi_setopt(multi, option, value);
}

static inline void belfry_multi_set_socket(CURLM *multi, curl_socket_callback callback, void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}

static inline void belfry_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback, void *context) {
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// The result of a transfer that has ended: the code in a union, which Swift can read, and the handle.
static inline int belfry_multi_next(CURLM *multi, CURL **easy, CURLcode *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *easy = message->easy_handle;
        *code = message->data.result;
        return 1;
    }
    return 0;
}
