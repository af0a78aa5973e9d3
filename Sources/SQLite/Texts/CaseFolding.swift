/// Simple case folding of Unicode characters (CaseFolding.txt, statuses C and S). Letters that differ only in case
/// become the same letter. It has no rules of single languages, and no normalization.
package enum CaseFolding {
    /// The character after the last letter with a case.
    private static let end: UInt32 = 0x1_E944

    /// The offset from a character to its folded form, by its number. Characters that case mapping turns into several,
    /// such as `ß`, are unchanged by simple folding.
    package static let offsets: [Int32] = (0..<end).map { number in
        guard let letter = Unicode.Scalar(number), letter.properties.changesWhenCaseFolded else { return 0 }
        let upper = only(letter.properties.uppercaseMapping) ?? letter
        let lower = only(upper.properties.lowercaseMapping) ?? upper
        // Cherokee letters fold to capitals.
        let folded = lower.properties.changesWhenCaseFolded && !upper.properties.changesWhenCaseFolded ? upper : lower
        return Int32(folded.value) - Int32(number)
    }

    private static func only(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
}

extension CaseFolding {
    /// Returns the greatest size of a folded text, from its size in UTF-8 bytes. Some letters of two bytes fold to
    /// three.
    package static func most(from count: Int) -> Int { count + count / 2 + 1 }

    /// Folds UTF-8. Malformed bytes stay as they are.
    ///
    /// - Parameters:
    ///   - output: The destination, with room for ``most(from:)`` bytes.
    ///   - isEnd: Whether `text` is the last part. Otherwise a character that is cut off at its end is not read.
    /// - Returns: The number of bytes read, and the number written.
    package static func fold(
        _ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>, isEnd: Bool
    ) -> (read: Int, written: Int) {
        guard let input = text.baseAddress else { return (0, 0) }
        var (read, written) = (0, 0)
        while read < text.count {
            // The last word may begin before the last byte that was read, because the size of ASCII does not change.
            let back = max(0, read + 8 - text.count)
            if back <= read {
                let word = UnsafeRawPointer(input + read - back).loadUnaligned(as: UInt64.self)
                if word & highBits == 0 {
                    UnsafeMutableRawPointer(output + written - back).storeBytes(of: lowercased(word), as: UInt64.self)
                    (read, written) = (read + 8 - back, written + 8 - back)
                    continue
                }
            }
            let byte = input[read]
            let length = length(ofSequence: byte)
            guard read + length <= text.count || isEnd else { break }
            let sequence = UnsafeBufferPointer(rebasing: text[read..<min(read + length, text.count)])
            if length > 1, let folded = folded(sequence, length) {
                written += put(folded, at: output + written)
                read += length
            } else {
                output[written] = length == 1 ? UInt8(truncatingIfNeeded: lowercased(UInt64(byte))) : byte
                (read, written) = (read + 1, written + 1)
            }
        }
        return (read, written)
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x80 * ones

    /// Returns eight bytes with the ASCII letters A to Z in lower case. Other bytes stay as they are.
    private static func lowercased(_ word: UInt64) -> UInt64 {
        let bytes = word & ~highBits
        let (fromA, beyondZ) = (bytes + (0x80 - 0x41) * ones, bytes + (0x80 - 0x5B) * ones)
        return word | ((fromA ^ beyondZ) & ~word & highBits) >> 2
    }

    private static func length(ofSequence first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Returns the folded character of a UTF-8 sequence; `nil` for a malformed one.
    private static func folded(_ bytes: UnsafeBufferPointer<UInt8>, _ length: Int) -> Unicode.Scalar? {
        guard bytes.count == length, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
        let number = bytes.dropFirst().reduce(UInt32(bytes[0]) & (0x7F >> UInt32(length))) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        guard number >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000) else { return nil }
        let offset = number < end ? offsets[Int(number)] : 0
        return Unicode.Scalar(UInt32(truncatingIfNeeded: Int64(number) + Int64(offset)))
    }

    private static func put(_ character: Unicode.Scalar, at output: UnsafeMutablePointer<UInt8>) -> Int {
        var count = 0
        for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter {
            output[count] = byte
            count += 1
        }
        return count
    }
}
