import CCrypt
import Cryptography
import Glibc

/// Passwords as hashes (crypt(5)): new ones by yescrypt, and older kinds as other programs wrote them.
public enum Password {
    /// The kinds of hashes that are accepted: yescrypt, bcrypt, SHA-512.
    private static let kinds = ["$y$", "$2a$", "$2b$", "$2y$", "$6$"]
    /// The prefix of new hashes, and their cost: about 43 ms and 34 MB.
    private static let (prefix, cost) = ("$y$", UInt(6))
    /// How new hashes begin.
    private static let current = "$y$jAT$"
    /// The bytes of a password beyond which bcrypt ignores the rest.
    private static let bcryptLimit = 72

    /// Hashes a password with a new salt. Takes some 50 ms: do not call it on the event loop.
    ///
    /// - Returns: `nil` for a password with a NUL, and if the system refuses.
    public static func hash(_ password: String) -> String? {
        guard !password.utf8.contains(0) else { return nil }
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard crypt_gensalt_rn(prefix, cost, nil, 0, &setting, Int32(setting.count)) != nil else { return nil }
        return crypt(password, String(decoding: setting.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Returns whether a password has this hash. Takes some 50 ms.
    ///
    /// A password with a NUL never has: crypt(3) would ignore the rest of it. Nor does one of more than 72 bytes have a
    /// hash of bcrypt.
    public static func matches(_ password: String, _ hash: String) -> Bool {
        guard kinds.contains(where: hash.hasPrefix), !password.utf8.contains(0),
            !hash.hasPrefix("$2") || password.utf8.count <= bcryptLimit, let found = crypt(password, hash)
        else { return false }
        return ConstantTime.areEqual(found, hash)
    }

    /// Returns whether a password has this hash, after the time of a real check also if the hash is empty or none, so
    /// that the time does not tell accounts without a password.
    static func checks(_ password: String, _ hash: String) -> Bool {
        let setting = kinds.contains(where: hash.hasPrefix) ? hash : dummy
        guard !password.utf8.contains(0), !hash.hasPrefix("$2") || password.utf8.count <= bcryptLimit,
            let found = crypt(password, setting)
        else {
            _ = matches("", dummy)
            return false
        }
        return ConstantTime.areEqual(found, hash)
    }

    /// Returns whether a hash is of an older kind, or has another cost than new ones.
    public static func isOutdated(_ hash: String) -> Bool { !hash.hasPrefix(current) }

    /// A hash of no password, which takes as long to check as a real one.
    static let dummy = "$y$jAT$eMs7ZyMj5xKxgXEMBRBd/1$QM08kPvaFZPoFd30ipzOJusRaph/5mpqj9Ya8s7eiZA"

    private static func crypt(_ password: String, _ setting: String) -> String? {
        let data = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<crypt_data>.size, alignment: 16)
        data.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<crypt_data>.size)
        defer {
            explicit_bzero(data, MemoryLayout<crypt_data>.size)
            data.deallocate()
        }
        guard let found = crypt_rn(password, setting, data, Int32(MemoryLayout<crypt_data>.size)) else { return nil }
        return String(cString: found)
    }
}
