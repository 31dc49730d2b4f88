// SPDX-FileCopyrightText: The Belfry authors
// SPDX-License-Identifier: Apache-2.0

// swift-crypto has the API of CryptoKit, except for the Secure Enclave, under another name.
@_exported import Crypto
