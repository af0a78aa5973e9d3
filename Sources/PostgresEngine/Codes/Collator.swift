import CICU
import Synchronization

/// Compares texts by a collation of ICU as a server does that has the same version of the collation.
final class Collator: @unchecked Sendable {  // ICU's functions may be called for one collator by several threads
    private let icu: icu_functions
    private let handle: UnsafeMutableRawPointer

    private init(_ icu: icu_functions, _ handle: UnsafeMutableRawPointer) {
        self.icu = icu
        self.handle = handle
    }

    deinit { icu.closeCollator(handle) }

    /// Returns the collator of a collation; `nil` if this machine has no ICU with its version. Collators stay open.
    static func shared(for collation: Collation) -> Collator? {
        opened.withLock { opened in
            if let known = opened[collation] { return known }
            let collator = libraries.lazy.compactMap { Collator($0, collation) }.first
            opened[collation] = .some(collator)
            return collator
        }
    }

    private static let opened = Mutex<[Collation: Collator?]>([:])

    /// The installed versions of ICU. Before 55, PostgreSQL changes the locale.
    private static let libraries: [icu_functions] = (55..<100).reversed().compactMap { version in
        withUnsafeTemporaryAllocation(of: icu_functions.self, capacity: 1) { memory in
            memory.baseAddress.flatMap { icu_load(Int32(version), $0) == 1 ? $0.pointee : nil }
        }
    }

    private convenience init?(_ icu: icu_functions, _ collation: Collation) {
        var status: Int32 = 0
        guard let handle = icu.openCollator(collation.locale, &status), status <= 0 else { return nil }
        self.init(icu, handle)
        guard version == collation.version, hasExactKeys else { return nil }
    }

    /// Whether sort keys have the order of comparisons. They differ for a character without weight before an accent, if
    /// accents are compared from the end or punctuation is ignored.
    private var hasExactKeys: Bool {
        var status: Int32 = 0
        let (accents, punctuation) = (icu.getAttribute(handle, 0, &status), icu.getAttribute(handle, 1, &status))
        let (on, shifted): (Int32, Int32) = (17, 20)
        return status <= 0 && accents != on && punctuation != shifted
    }

    /// The version as ICU prints it: two numbers or more, without zeros at the end.
    private var version: String {
        var numbers = [UInt8](repeating: 0, count: 4)
        icu.getVersion(handle, &numbers)
        while numbers.count > 2, numbers.last == 0 { numbers.removeLast() }
        return numbers.map(String.init).joined(separator: ".")
    }

    /// Appends the sort key of a text in UTF-8 (unicode.org/reports/tr10, section 7). Sort keys compare byte by byte as
    /// the texts do. One ends with a zero byte, and has no other.
    func appendKey(of text: UnsafeBufferPointer<UInt8>, to code: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: text.count + 1) { memory in
            guard let units = memory.baseAddress else { return }
            var (length, status): (Int32, Int32) = (0, 0)
            text.withMemoryRebound(to: CChar.self) { text in
                guard let bytes = text.baseAddress else { return }
                _ = icu.toUTF16(units, Int32(memory.count), &length, bytes, Int32(text.count), &status)
            }
            let start = code.count
            var size = 4 * Int(length) + 32
            repeat {
                code.append(contentsOf: repeatElement(0, count: start + size - code.count))
                size = code.withUnsafeMutableBufferPointer { code in
                    Int(
                        icu.getSortKey(
                            handle, units, length, code.baseAddress.map { $0 + start }, Int32(clamping: size)))
                }
            } while start + size > code.count
            code.removeSubrange((start + size)...)
        }
    }
}
