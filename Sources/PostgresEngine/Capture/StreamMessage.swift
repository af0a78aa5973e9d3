import Changes

/// A message of the output plugin `pgoutput`, version 1
/// (postgresql.org/docs/current/protocol-logicalrep-message-formats.html).
enum StreamMessage {
    case begin(transaction: UInt32)
    case commit(end: LogPosition)
    case relation(StreamRelation)
    case insert(relation: UInt32, new: StreamRow)
    /// `old` is the former key if that has changed, or the whole former row of a table whose identity is FULL.
    case update(relation: UInt32, old: StreamRow?, new: StreamRow)
    case delete(relation: UInt32, old: StreamRow)
    case truncate(relations: [UInt32])
    case other

    /// Reads a message; `nil` for one that is broken.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = ByteReader(bytes)
        guard let kind = reader.byte() else { return nil }
        switch UnicodeScalar(kind) {
        case "B":
            reader.skip(16)
            self = .begin(transaction: UInt32(truncatingIfNeeded: reader.number(4)))
        case "C":
            reader.skip(9)
            self = .commit(end: LogPosition(reader.number(8)))
        case "R": self = .relation(StreamRelation(&reader))
        case "I":
            let relation = UInt32(truncatingIfNeeded: reader.number(4))
            self = .insert(relation: relation, new: StreamRow(&reader))
        case "U":
            let relation = UInt32(truncatingIfNeeded: reader.number(4))
            let hasOld = reader.peek() != UInt8(ascii: "N")
            let old = hasOld ? StreamRow(&reader) : nil
            self = .update(relation: relation, old: old, new: StreamRow(&reader))
        case "D":
            let relation = UInt32(truncatingIfNeeded: reader.number(4))
            self = .delete(relation: relation, old: StreamRow(&reader))
        case "T":
            let count = Int(reader.number(4))
            _ = reader.byte()
            self = .truncate(relations: (0..<count).map { _ in UInt32(truncatingIfNeeded: reader.number(4)) })
        default: self = .other
        }
        guard !reader.isBroken else { return nil }
    }
}

/// A table of the stream.
struct StreamRelation: Sendable {
    let id: UInt32
    let name: String
    /// The names of the columns that the stream has.
    let columns: [String]
    /// The columns that identify a row in the stream.
    let identity: Set<ExactName>

    fileprivate init(_ reader: inout ByteReader) {
        id = UInt32(truncatingIfNeeded: reader.number(4))
        _ = reader.text()
        name = reader.text()
        _ = reader.byte()
        var (columns, identity): ([String], Set<ExactName>) = ([], [])
        for _ in 0..<reader.number(2) {
            let isKey = reader.byte() == 1
            let name = reader.text()
            columns.append(name)
            if isKey { identity.insert(ExactName(name)) }
            _ = reader.number(8)
        }
        (self.columns, self.identity) = (columns, identity)
    }
}

/// The values of a row in the stream.
struct StreamRow: Sendable {
    enum Value: Sendable, Equatable {
        case null
        /// A large value that the update has not changed, and that the stream leaves out.
        case unchanged
        case text([UInt8])
    }

    /// Whether this is a whole row, and not only its key.
    let isWhole: Bool
    let values: [Value]

    fileprivate init(_ reader: inout ByteReader) {
        isWhole = reader.byte() != UInt8(ascii: "K")
        var values: [Value] = []
        for _ in 0..<reader.number(2) {
            switch reader.byte().map(UnicodeScalar.init) {
            case "n": values.append(.null)
            case "u": values.append(.unchanged)
            default: values.append(.text(reader.bytes(Int(reader.number(4)))))
            }
            if reader.isBroken { break }
        }
        self.values = values
    }
}

/// Reads numbers and texts from bytes. After the end, it returns zeros and is broken.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>
    private(set) var isBroken = false

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    func peek() -> UInt8? { rest.first }

    mutating func byte() -> UInt8? {
        if rest.isEmpty { isBroken = true }
        return rest.popFirst()
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        guard count >= 0, count <= rest.count else {
            isBroken = true
            return []
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number(_ count: Int) -> UInt64 {
        bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func skip(_ count: Int) { _ = bytes(count) }

    mutating func text() -> String {
        let text = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(text.count)
        _ = byte()
        return String(decoding: text, as: UTF8.self)
    }
}
