// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <dlfcn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The functions of libcrypto (OpenSSL 3) that Web Push needs. The library is loaded by the first call of belfry_crypto_load(), because
// it takes 3 MB that a process without a registration doesn't need.
#define BELFRY_CRYPTO(use)                                                                                                    \
    use(BN_bin2bn) use(BN_bn2binpad) use(BN_clear_free) use(EC_GROUP_free) use(EC_GROUP_new_by_curve_name)                    \
    use(EC_POINT_free) use(EC_POINT_mul) use(EC_POINT_new) use(EC_POINT_point2oct) use(EVP_CIPHER_CTX_ctrl)                   \
    use(EVP_CIPHER_CTX_free) use(EVP_CIPHER_CTX_new) use(EVP_DecryptFinal_ex) use(EVP_DecryptInit_ex) use(EVP_DecryptUpdate)  \
    use(EVP_DigestSign) use(EVP_DigestSignInit_ex) use(EVP_DigestVerify) use(EVP_DigestVerifyInit_ex)                         \
    use(EVP_EncryptFinal_ex) use(EVP_EncryptInit_ex) use(EVP_EncryptUpdate) use(EVP_KDF_CTX_free) use(EVP_KDF_CTX_new)        \
    use(EVP_KDF_derive) use(EVP_KDF_fetch) use(EVP_KDF_free) use(EVP_MD_CTX_free) use(EVP_MD_CTX_new)                         \
    use(EVP_PKEY_CTX_free) use(EVP_PKEY_CTX_new_from_name) use(EVP_PKEY_CTX_new_from_pkey)                                    \
    use(EVP_PKEY_CTX_set_group_name) use(EVP_PKEY_derive) use(EVP_PKEY_derive_init) use(EVP_PKEY_derive_set_peer)             \
    use(EVP_PKEY_free) use(EVP_PKEY_fromdata) use(EVP_PKEY_fromdata_init) use(EVP_PKEY_generate)                              \
    use(EVP_PKEY_get_bn_param) use(EVP_PKEY_get_octet_string_param) use(EVP_PKEY_keygen_init) use(EVP_Q_digest)              \
    use(EVP_aes_128_gcm)

struct belfry_crypto {
#define BELFRY_MEMBER(name) __typeof__(name) *name;
    BELFRY_CRYPTO(BELFRY_MEMBER)
#undef BELFRY_MEMBER
};

// 1 if the library is loaded and has all functions. It is never unloaded.
static inline int belfry_crypto_load(struct belfry_crypto *c) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    int complete = 1;
#define BELFRY_FIND(name) complete &= (c->name = (__typeof__(name) *)dlsym(library, #name)) != NULL;
    BELFRY_CRYPTO(BELFRY_FIND)
#undef BELFRY_FIND
    return complete;
}

#define BELFRY_SCALAR 32
#define BELFRY_POINT 65

// A key of P-256 from an uncompressed point, from a scalar, or from both; NULL if the point is not on the curve.
static inline EVP_PKEY *belfry_p256(const struct belfry_crypto *c, const uint8_t *scalar, const uint8_t *point) {
    // A number is in the order of the processor here; all processors that Swift supports are little-endian.
    uint8_t number[BELFRY_SCALAR];
    OSSL_PARAM parameters[4], *next = parameters;
    char group[] = "prime256v1";
    *next++ = (OSSL_PARAM){OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, group, sizeof group - 1, OSSL_PARAM_UNMODIFIED};
    if (point)
        *next++ = (OSSL_PARAM){OSSL_PKEY_PARAM_PUB_KEY, OSSL_PARAM_OCTET_STRING, (void *)point, BELFRY_POINT, OSSL_PARAM_UNMODIFIED};
    if (scalar) {
        for (int i = 0; i < BELFRY_SCALAR; i++) number[i] = scalar[BELFRY_SCALAR - 1 - i];
        *next++ = (OSSL_PARAM){OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER, number, BELFRY_SCALAR, OSSL_PARAM_UNMODIFIED};
    }
    *next = (OSSL_PARAM){NULL, 0, NULL, 0, 0};
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = c->EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!context || c->EVP_PKEY_fromdata_init(context) <= 0
        || c->EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) <= 0)
        key = NULL;
    c->EVP_PKEY_CTX_free(context);
    explicit_bzero(number, sizeof number);
    return key;
}

// Makes a key pair of P-256.
static inline int belfry_p256_generate(const struct belfry_crypto *c, uint8_t *scalar, uint8_t *point) {
    EVP_PKEY *key = NULL;
    BIGNUM *number = NULL;
    size_t size = 0;
    EVP_PKEY_CTX *context = c->EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    int done = context && c->EVP_PKEY_keygen_init(context) > 0 && c->EVP_PKEY_CTX_set_group_name(context, "prime256v1") > 0
        && c->EVP_PKEY_generate(context, &key) > 0 && c->EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number)
        && c->BN_bn2binpad(number, scalar, BELFRY_SCALAR) == BELFRY_SCALAR
        && c->EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, BELFRY_POINT, &size) && size == BELFRY_POINT;
    c->BN_clear_free(number);
    c->EVP_PKEY_free(key);
    c->EVP_PKEY_CTX_free(context);
    return done;
}

// The public point of a scalar.
static inline int belfry_p256_public(const struct belfry_crypto *c, const uint8_t *scalar, uint8_t *point) {
    EC_GROUP *group = c->EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *product = group ? c->EC_POINT_new(group) : NULL;
    BIGNUM *number = c->BN_bin2bn(scalar, BELFRY_SCALAR, NULL);
    int done = product && number && c->EC_POINT_mul(group, product, number, NULL, NULL, NULL)
        && c->EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, BELFRY_POINT, NULL) == BELFRY_POINT;
    c->BN_clear_free(number);
    c->EC_POINT_free(product);
    c->EC_GROUP_free(group);
    return done;
}

// The shared secret of Diffie and Hellman: 32 bytes.
static inline int belfry_p256_agree(
    const struct belfry_crypto *c, const uint8_t *scalar, const uint8_t *point, uint8_t *secret) {
    EVP_PKEY *own = belfry_p256(c, scalar, NULL), *other = belfry_p256(c, NULL, point);
    EVP_PKEY_CTX *context = own ? c->EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL) : NULL;
    size_t size = BELFRY_SCALAR;
    int done = context && other && c->EVP_PKEY_derive_init(context) > 0 && c->EVP_PKEY_derive_set_peer(context, other) > 0
        && c->EVP_PKEY_derive(context, secret, &size) > 0 && size == BELFRY_SCALAR;
    c->EVP_PKEY_CTX_free(context);
    c->EVP_PKEY_free(other);
    c->EVP_PKEY_free(own);
    return done;
}

// HKDF with SHA-256 (RFC 5869): extract and expand.
static inline int belfry_hkdf(
    const struct belfry_crypto *c, const uint8_t *salt, size_t salt_size, const uint8_t *secret, size_t secret_size,
    const uint8_t *info, size_t info_size, uint8_t *key, size_t key_size) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        {OSSL_KDF_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING, digest, sizeof digest - 1, OSSL_PARAM_UNMODIFIED},
        {OSSL_KDF_PARAM_SALT, OSSL_PARAM_OCTET_STRING, (void *)salt, salt_size, OSSL_PARAM_UNMODIFIED},
        {OSSL_KDF_PARAM_KEY, OSSL_PARAM_OCTET_STRING, (void *)secret, secret_size, OSSL_PARAM_UNMODIFIED},
        {OSSL_KDF_PARAM_INFO, OSSL_PARAM_OCTET_STRING, (void *)info, info_size, OSSL_PARAM_UNMODIFIED},
        {NULL, 0, NULL, 0, 0},
    };
    EVP_KDF *function = c->EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = function ? c->EVP_KDF_CTX_new(function) : NULL;
    int done = context && c->EVP_KDF_derive(context, key, key_size, parameters) > 0;
    c->EVP_KDF_CTX_free(context);
    c->EVP_KDF_free(function);
    return done;
}

// AES-128-GCM without additional data. The output of sealing has 16 bytes more than the text; that of opening, 16 less.
static inline int belfry_gcm_seal(
    const struct belfry_crypto *c, const uint8_t *key, const uint8_t *nonce, const uint8_t *text, int size, uint8_t *sealed) {
    int part = 0, rest = 0;
    EVP_CIPHER_CTX *context = c->EVP_CIPHER_CTX_new();
    int done = context && c->EVP_EncryptInit_ex(context, c->EVP_aes_128_gcm(), NULL, key, nonce)
        && c->EVP_EncryptUpdate(context, sealed, &part, text, size) && part == size
        && c->EVP_EncryptFinal_ex(context, sealed + size, &rest) && rest == 0
        && c->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, sealed + size);
    c->EVP_CIPHER_CTX_free(context);
    return done;
}

static inline int belfry_gcm_open(
    const struct belfry_crypto *c, const uint8_t *key, const uint8_t *nonce, const uint8_t *sealed, int size, uint8_t *text) {
    if (size < 16) return 0;
    int part = 0, rest = 0;
    EVP_CIPHER_CTX *context = c->EVP_CIPHER_CTX_new();
    int done = context && c->EVP_DecryptInit_ex(context, c->EVP_aes_128_gcm(), NULL, key, nonce)
        && c->EVP_DecryptUpdate(context, text, &part, sealed, size - 16) && part == size - 16
        && c->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, (void *)(sealed + size - 16))
        && c->EVP_DecryptFinal_ex(context, text + part, &rest) > 0;
    c->EVP_CIPHER_CTX_free(context);
    return done;
}

// SHA-256 of a text: 32 bytes.
static inline int belfry_sha256(const struct belfry_crypto *c, const uint8_t *text, size_t size, uint8_t *digest) {
    return c->EVP_Q_digest(NULL, "SHA256", NULL, text, size, digest, NULL);
}

// An ECDSA signature with SHA-256, in DER; `size` is the room for it, and then its size.
static inline int belfry_p256_sign(
    const struct belfry_crypto *c, const uint8_t *scalar, const uint8_t *text, size_t text_size, uint8_t *signature, size_t *size) {
    EVP_PKEY *key = belfry_p256(c, scalar, NULL);
    EVP_MD_CTX *context = c->EVP_MD_CTX_new();
    int done = key && context && c->EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) > 0
        && c->EVP_DigestSign(context, signature, size, text, text_size) > 0;
    c->EVP_MD_CTX_free(context);
    c->EVP_PKEY_free(key);
    return done;
}
