extension String {
    /// Returns the statement with `$1`, `$2` … in place of its parameters `?` or `?N`, and the number of parameters.
    func withNumberedParameters() -> (sql: String, count: Int) { replacingParameters { "$\($0)" } }

    /// Returns the statement with other texts in place of its parameters `?` or `?N`, in one pass, and the number of
    /// parameters. A `?` in quotation marks or in a comment is no parameter.
    func replacingParameters(_ text: (Int) -> String) -> (sql: String, count: Int) {
        var (result, count): ([UInt8], Int) = ([], 0)
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            switch UnicodeScalar(byte) {
            case "'", "\"": result += [byte] + rest.take(through: [byte])
            case "-" where rest.first == byte: result += [byte] + rest.take(through: [UInt8(ascii: "\n")])
            case "/" where rest.first == UInt8(ascii: "*"): result += [byte] + rest.take(through: Array("*/".utf8))
            case "?":
                let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                rest = rest.dropFirst(digits.count)
                let number = Int(String(decoding: digits, as: UTF8.self)) ?? count + 1
                count = max(count, number)
                result += Array(text(number).utf8)
            default: result.append(byte)
            }
        }
        return (String(decoding: result, as: UTF8.self), count)
    }
}

extension ArraySlice<UInt8> {
    /// Removes the bytes up to the end of a mark, or all, and returns them.
    fileprivate mutating func take(through mark: [UInt8]) -> [UInt8] {
        var taken: [UInt8] = []
        while let byte = popFirst() {
            taken.append(byte)
            if taken.count >= mark.count, taken.suffix(mark.count).elementsEqual(mark) { break }
        }
        return taken
    }
}
