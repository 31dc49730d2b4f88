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
    use(BN_bin2bn) use(BN_bn2binpad) use(BN_clear_free) use(BN_is_zero) use(BN_new) use(BN_priv_rand_range)                   \
    use(EC_GROUP_get0_order) use(EC_GROUP_new_by_curve_name) use(EC_POINT_clear_free)                                         \
    use(EC_POINT_get_affine_coordinates) use(EC_POINT_mul) use(EC_POINT_new) use(EC_POINT_oct2point)                          \
    use(EC_POINT_point2oct) use(EVP_CIPHER_CTX_ctrl) use(EVP_CIPHER_CTX_free) use(EVP_CIPHER_CTX_new)                         \
    use(EVP_CIPHER_fetch) use(EVP_DecryptFinal_ex) use(EVP_DecryptInit_ex) use(EVP_DecryptUpdate)                             \
    use(EVP_DigestSign) use(EVP_DigestSignInit_ex)                                                                           \
    use(EVP_EncryptFinal_ex) use(EVP_EncryptInit_ex) use(EVP_EncryptUpdate) use(EVP_KDF_CTX_free) use(EVP_KDF_CTX_new)        \
    use(EVP_KDF_derive) use(EVP_KDF_fetch) use(EVP_MD_CTX_free) use(EVP_MD_CTX_new) use(EVP_PKEY_CTX_free)                    \
    use(EVP_PKEY_CTX_new_from_name) use(EVP_PKEY_free) use(EVP_PKEY_fromdata) use(EVP_PKEY_fromdata_init) use(EVP_Q_digest)

struct belfry_crypto {
#define BELFRY_MEMBER(name) __typeof__(name) *name;
    BELFRY_CRYPTO(BELFRY_MEMBER)
#undef BELFRY_MEMBER
    // Looked up once, because each look-up takes longer than what is done with it. Threads may share them.
    EC_GROUP *p256;
    EVP_CIPHER *aes_128_gcm;
    EVP_KDF *hkdf;
};

// 1 if the library is loaded and has all functions. It is never unloaded.
static inline int belfry_crypto_load(struct belfry_crypto *c) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    int complete = 1;
#define BELFRY_FIND(name) complete &= (c->name = (__typeof__(name) *)dlsym(library, #name)) != NULL;
    BELFRY_CRYPTO(BELFRY_FIND)
#undef BELFRY_FIND
    if (!complete) return 0;
    c->p256 = c->EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    c->aes_128_gcm = c->EVP_CIPHER_fetch(NULL, "AES-128-GCM", NULL);
    c->hkdf = c->EVP_KDF_fetch(NULL, "HKDF", NULL);
    return c->p256 && c->aes_128_gcm && c->hkdf;
}

#define BELFRY_SCALAR 32
#define BELFRY_POINT 65

// A private key of P-256 from its scalar.
static inline EVP_PKEY *belfry_p256(const struct belfry_crypto *c, const uint8_t *scalar) {
    // A number is in the order of the processor here; all processors that Swift supports are little-endian.
    uint8_t number[BELFRY_SCALAR];
    for (int i = 0; i < BELFRY_SCALAR; i++) number[i] = scalar[BELFRY_SCALAR - 1 - i];
    char group[] = "prime256v1";
    OSSL_PARAM parameters[] = {
        {OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PARAM_UTF8_STRING, group, sizeof group - 1, OSSL_PARAM_UNMODIFIED},
        {OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PARAM_UNSIGNED_INTEGER, number, BELFRY_SCALAR, OSSL_PARAM_UNMODIFIED},
        {NULL, 0, NULL, 0, 0},
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = c->EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!context || c->EVP_PKEY_fromdata_init(context) <= 0
        || c->EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) <= 0)
        key = NULL;
    c->EVP_PKEY_CTX_free(context);
    explicit_bzero(number, sizeof number);
    return key;
}

// Writes the public point of a number.
static inline int belfry_p256_write(const struct belfry_crypto *c, const BIGNUM *number, uint8_t *point) {
    EC_POINT *product = c->EC_POINT_new(c->p256);
    int done = product && c->EC_POINT_mul(c->p256, product, number, NULL, NULL, NULL)
        && c->EC_POINT_point2oct(c->p256, product, POINT_CONVERSION_UNCOMPRESSED, point, BELFRY_POINT, NULL) == BELFRY_POINT;
    c->EC_POINT_clear_free(product);
    return done;
}

// Makes a key pair of P-256.
static inline int belfry_p256_generate(const struct belfry_crypto *c, uint8_t *scalar, uint8_t *point) {
    BIGNUM *number = c->BN_new();
    int done = number && c->BN_priv_rand_range(number, c->EC_GROUP_get0_order(c->p256)) && !c->BN_is_zero(number)
        && c->BN_bn2binpad(number, scalar, BELFRY_SCALAR) == BELFRY_SCALAR && belfry_p256_write(c, number, point);
    c->BN_clear_free(number);
    return done;
}

// The public point of a scalar.
static inline int belfry_p256_public(const struct belfry_crypto *c, const uint8_t *scalar, uint8_t *point) {
    BIGNUM *number = c->BN_bin2bn(scalar, BELFRY_SCALAR, NULL);
    int done = number && belfry_p256_write(c, number, point);
    c->BN_clear_free(number);
    return done;
}

// 1 for an uncompressed point that is on the curve. Each of these is in the group of the base point, because the curve's cofactor is 1.
static inline int belfry_p256_is_point(const struct belfry_crypto *c, const uint8_t *point) {
    EC_POINT *other = c->EC_POINT_new(c->p256);
    int is_point = other && c->EC_POINT_oct2point(c->p256, other, point, BELFRY_POINT, NULL) == 1;
    c->EC_POINT_clear_free(other);
    return is_point;
}

// The shared secret of Diffie and Hellman: 32 bytes. EVP_PKEY_derive() does the same, and takes twice as long around it.
static inline int belfry_p256_agree(
    const struct belfry_crypto *c, const uint8_t *scalar, const uint8_t *point, uint8_t *secret) {
    BIGNUM *number = c->BN_bin2bn(scalar, BELFRY_SCALAR, NULL), *x = c->BN_new();
    EC_POINT *other = c->EC_POINT_new(c->p256), *product = c->EC_POINT_new(c->p256);
    // The coordinates of a product at infinity can't be had.
    int done = number && x && other && product
        && c->EC_POINT_oct2point(c->p256, other, point, BELFRY_POINT, NULL) == 1
        && c->EC_POINT_mul(c->p256, product, NULL, other, number, NULL)
        && c->EC_POINT_get_affine_coordinates(c->p256, product, x, NULL, NULL)
        && c->BN_bn2binpad(x, secret, BELFRY_SCALAR) == BELFRY_SCALAR;
    c->EC_POINT_clear_free(product);
    c->EC_POINT_clear_free(other);
    c->BN_clear_free(x);
    c->BN_clear_free(number);
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
    EVP_KDF_CTX *context = c->EVP_KDF_CTX_new(c->hkdf);
    int done = context && c->EVP_KDF_derive(context, key, key_size, parameters) > 0;
    c->EVP_KDF_CTX_free(context);
    return done;
}

// AES-128-GCM without additional data. The output of sealing has 16 bytes more than the text; that of opening, 16 less.
static inline int belfry_gcm_seal(
    const struct belfry_crypto *c, const uint8_t *key, const uint8_t *nonce, const uint8_t *text, int size, uint8_t *sealed) {
    int part = 0, rest = 0;
    EVP_CIPHER_CTX *context = c->EVP_CIPHER_CTX_new();
    int done = context && c->EVP_EncryptInit_ex(context, c->aes_128_gcm, NULL, key, nonce)
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
    int done = context && c->EVP_DecryptInit_ex(context, c->aes_128_gcm, NULL, key, nonce)
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
    EVP_PKEY *key = belfry_p256(c, scalar);
    EVP_MD_CTX *context = c->EVP_MD_CTX_new();
    int done = key && context && c->EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) > 0
        && c->EVP_DigestSign(context, signature, size, text, text_size) > 0;
    c->EVP_MD_CTX_free(context);
    c->EVP_PKEY_free(key);
    return done;
}
