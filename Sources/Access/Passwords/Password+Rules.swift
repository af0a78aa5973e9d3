extension Password {
    /// The sizes of a new password, in bytes.
    static let sizes = 12...256

    /// Returns why a new password is not accepted, as a sentence; `nil` if it is.
    ///
    /// There is no rule of composition. Common passwords, and those made of the server's own words, are refused (OWASP
    /// ASVS 5, section 6.2).
    ///
    /// - Parameter words: Words that do not count, such as the person's name.
    public static func fault(_ password: String, words: [String] = []) -> String? {
        let count = password.utf8.count
        guard !password.utf8.contains(0) else { return "A password cannot contain a NUL." }
        guard count >= sizes.lowerBound else { return "A password has \(sizes.lowerBound) bytes or more." }
        guard count <= sizes.upperBound else { return "A password has \(sizes.upperBound) bytes at most." }
        let plain = password.lowercased()
        guard !CommonPasswords.all.contains(plain), !isPattern(plain) else {
            return "This password is too common. Choose another."
        }
        // What is left without the words and the characters around them has to be long enough to guess.
        var rest = plain
        var found: [String] = []
        for word in (words.map { $0.lowercased() } + ["oriel", "password", "passwort"]) where word.utf8.count > 2 {
            let parts = rest.split(separator: word, omittingEmptySubsequences: true)
            guard parts.joined() != rest else { continue }
            rest = parts.joined()
            found.append("\"\(word)\"")
        }
        guard found.isEmpty || rest.filter(\.isLetter).count >= 6 else {
            let subject =
                found.count == 1 ? "The word \(found[0]) does" : "The words \(found.joined(separator: ", ")) do"
            return "\(subject) not count in a password, and the rest is too short. Choose another."
        }
        return nil
    }

    /// Whether a text repeats one to four characters, or is a row of the keyboard, the digits or the alphabet.
    private static func isPattern(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        for length in 1...4 where bytes.indices.allSatisfy({ bytes[$0] == bytes[$0 % length] }) { return true }
        let steps = zip(bytes, bytes.dropFirst()).map { Int($1) - Int($0) }
        return steps.filter { abs($0) <= 1 }.count >= steps.count - 2
    }
}
