import Cryptography

/// An authenticator app: one-time codes (RFC 6238) from the address that a server shows.
package struct AuthenticatorApp: Sendable {
    private let secret: [UInt8]

    /// Reads an address such as `otpauth://totp/Oriel:ada?secret=MFRGG&issuer=Oriel`.
    package init(_ address: String) throws {
        guard address.hasPrefix("otpauth://totp/"), let text = address.split(separator: "secret=").last else {
            throw ClientError("\(address) is of no authenticator app")
        }
        var (bytes, buffer, bits): ([UInt8], UInt64, Int) = ([], 0, 0)
        for digit in text.utf8.prefix(while: { $0 != UInt8(ascii: "&") }) {
            let value = digit < 65 ? UInt64(digit) - 50 + 26 : UInt64(digit) - 65
            buffer = buffer << 5 | value
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt64(bits)))
        }
        secret = bytes
    }

    /// Returns the code at a time, in seconds since 1970.
    package func code(at time: Double) -> String {
        var step = UInt64(time) / 30
        var message: [UInt8] = []
        for _ in 0..<8 {
            message.insert(UInt8(step % 256), at: 0)
            step /= 256
        }
        let hash = HMAC.sha1.code(of: message, key: secret)
        let place = Int(hash[19] % 16)
        let number = (0..<4).reduce(0) { $0 * 256 + Int(hash[place + $1]) } % (1 << 31)
        return String(String(number + 10_000_000_000).suffix(6))
    }

    /// Returns six digits that are not the code at a time, nor at the times around it.
    package func wrongCode(at time: Double) -> String {
        let right = Set((-2...2).map { code(at: time + 30 * Double($0)) })
        return (100_000...100_010).map(String.init).first { !right.contains($0) } ?? ""
    }
}
