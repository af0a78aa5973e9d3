import CSQLite
import SQLite
import Tables

/// Counts the rows of each distinct value. At 10^6 rows this takes a fifth of the time of `GROUP BY`, which sorts them.
///
/// Texts are compared by their bytes. They are kept in one buffer, so that a row costs no allocation.
struct ValueCounts {
    private let affinity: Column.Affinity
    private var nulls: Int64 = 0
    private var integers: [Int64: Int64] = [:]
    private var reals: [UInt64: Int64] = [:]  // by bits
    private var texts = TextCounts()
    private var blobs: [Blob: Int64] = [:]
    private var blobBytes = 0
    private let limit: Int

    /// The bytes that a value of the limit may have on average.
    private static let bytesOfValue = 160

    /// Creates counts of at most `limit` values.
    init(_ affinity: Column.Affinity, limit: Int?) {
        self.affinity = affinity
        self.limit = limit ?? .max / Self.bytesOfValue
    }

    /// Whether there are more values, or larger ones, than the limit permits.
    var isOverLimit: Bool {
        integers.count + reals.count + texts.count + blobs.count > limit
            || texts.size + blobBytes > limit * Self.bytesOfValue
    }

    /// Counts the value in a column of a row.
    mutating func add(_ row: ArgumentRow, _ column: CInt) {
        switch row.type(column) {
        case SQLITE_NULL: nulls += 1
        case SQLITE_INTEGER: integers[row.integer(column), default: 0] += 1
        case SQLITE_TEXT: texts.add(row.text(column))
        default:
            switch row.value(Int(column)).canonical(affinity) {
            case .integer(let number): integers[number, default: 0] += 1
            case .real(let number): reals[number.bitPattern, default: 0] += 1
            case .blob(let blob):
                if blobs[blob] == nil { blobBytes += blob.bytes.count }
                blobs[blob, default: 0] += 1
            case .null, .text, .malformed: break  // counted above
            }
        }
    }

    /// Calls `body` with each value and the number of its rows, in no order.
    func forEach<Failure>(_ body: (SQLValue, Int64) throws(Failure) -> Void) throws(Failure) {
        if nulls > 0 { try body(.null, nulls) }
        for (number, count) in integers { try body(.integer(number), count) }
        for place in 0..<texts.count { try body(texts.value(at: place), texts.rows(at: place)) }
        for (bits, count) in reals { try body(.real(Double(bitPattern: bits)), count) }
        for (blob, count) in blobs { try body(.blob(blob), count) }
    }
}

/// A hash table of texts with open addressing.
private struct TextCounts {
    private struct Entry {
        var hash: UInt64
        var start: Int
        var length: Int
        var rows: Int64
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    /// The places of the entries by hash, -1 for none. Its length is a power of two, and at least twice that of the
    /// entries.
    private var places = [Int32](repeating: -1, count: 64)

    var count: Int { entries.count }
    /// The number of bytes of all texts.
    var size: Int { bytes.count }

    func rows(at place: Int) -> Int64 { entries[place].rows }

    func value(at place: Int) -> SQLValue {
        let entry = entries[place]
        let text = bytes[entry.start..<entry.start + entry.length]
        return String(validating: text, as: UTF8.self).map { .text($0) } ?? .malformed(Blob(Array(text)))
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        let hash = Self.hash(text)
        var slot = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[slot] >= 0 {
            let place = Int(places[slot])
            if entries[place].hash == hash, holds(text, at: place) {
                entries[place].rows += 1
                return
            }
            slot = (slot + 1) & (places.count - 1)
        }
        places[slot] = Int32(truncatingIfNeeded: entries.count)
        entries.append(Entry(hash: hash, start: bytes.count, length: text.count, rows: 1))
        bytes.append(contentsOf: text)
        if entries.count * 2 > places.count { grow() }
    }

    private func holds(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let entry = entries[place]
        guard entry.length == text.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<entry.length where bytes[entry.start + offset] != text[offset] { return false }
            return true
        }
    }

    private mutating func grow() {
        places = [Int32](repeating: -1, count: places.count * 2)
        for (place, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (places.count - 1)
            while places[slot] >= 0 { slot = (slot + 1) & (places.count - 1) }
            places[slot] = Int32(truncatingIfNeeded: place)
        }
    }

    /// Eight bytes at a time, with a secret of the process, so that nobody can choose texts whose hashes are alike.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash = secret ^ UInt64(truncatingIfNeeded: text.count)
        let raw = UnsafeRawBufferPointer(text)
        var offset = 0
        while offset + 8 <= raw.count {
            hash = mixed(hash, raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < raw.count {
            rest = rest << 8 | UInt64(raw[offset])
            offset += 1
        }
        return mixed(hash, rest)
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return (high ^ low) &+ secret
    }

    private static let secret = UInt64.random(in: .min ... .max)
}
