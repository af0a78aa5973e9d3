import Cryptography
import Outbound

/// One-time codes that an authenticator app makes from a secret and the time (TOTP, RFC 6238): six digits by SHA-1,
/// new ones every 30 seconds, as all apps make them.
struct TimeCode {
    /// The secret that the app has too.
    let secret: [UInt8]

    /// The length of a new secret, in bytes: that of SHA-1 (RFC 4226 section 4).
    private static let secretLength = 20
    /// How long a code is shown, in seconds.
    private static let period = 30.0
    /// The digits of a code.
    static let digits = 6
    /// How many steps the clock of the app may be behind or ahead.
    private static let skew: Int64 = 1

    /// Makes the codes of a new secret.
    init() {
        var generator = SystemRandomNumberGenerator()
        secret = (0..<Self.secretLength).map { _ in generator.next() }
    }

    /// Makes the codes of a known secret.
    init(secret: [UInt8]) {
        self.secret = secret
    }

    /// Makes the codes of a secret in Base32; `nil` if it is not as long as a new one.
    init?(base32: String) {
        guard let secret = Base32.decode(base32), secret.count == Self.secretLength else { return nil }
        self.secret = secret
    }

    /// The secret in Base32, as people type it into an app.
    var base32: String { Base32.encode(secret) }

    /// Returns the code of a step (RFC 4226 section 5.3).
    func code(at step: Int64) -> String {
        let hash = HMAC.sha1.code(of: (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }, key: secret)
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: Self.digits - text.count) + text
    }

    /// Returns the step of a time, in seconds since 1970.
    static func step(at time: Double) -> Int64 { Int64((time / period).rounded(.down)) }

    /// Returns the step of a code that is valid at a time; `nil` for a wrong code, and for one of a step up to `last`,
    /// which was accepted before.
    func step(of code: String, at time: Double, after last: Int64) -> Int64? {
        let present = Self.step(at: time)
        var found: Int64?
        for step in present - Self.skew...present + Self.skew where ConstantTime.areEqual(self.code(at: step), code) {
            found = step
        }
        return found.flatMap { $0 > last ? $0 : nil }
    }

    /// The address from which an app reads the secret, as a QR code or a link (`otpauth`).
    func address(of person: String, at server: String) -> String {
        let (server, person) = (FormText.escape(server), FormText.escape(person))
        return "otpauth://totp/\(server):\(person)?secret=\(base32)&issuer=\(server)"
    }
}
