import PostgreSQL

/// Reads the rows of `COPY … TO STDOUT (FORMAT binary)` (postgresql.org/docs/current/sql-copy.html, "Binary Format").
struct CopiedRows {
    private var hasHeader = false
    /// The places of a row's fields in its message.
    private var fields: [Range<Int>?] = []

    /// The signature, the flags and the length of the extension, which is always 0.
    private static let headerSize = 19

    /// Calls `body` with each row of a message.
    mutating func read(
        _ message: UnsafeRawBufferPointer, _ body: (CodeReader.Fields) -> Void
    ) throws(PostgresFailure) {
        let bytes = message.bindMemory(to: UInt8.self)
        var place = hasHeader ? 0 : Self.headerSize
        hasHeader = true
        while place + 2 <= bytes.count {
            let count = Int(bytes[place]) << 8 | Int(bytes[place + 1])
            if count == 0xFFFF { return }  // the end of the rows
            place += 2
            try readFields(count, bytes, &place)
            let fields = fields
            body { column in fields[column].map { UnsafeBufferPointer(rebasing: bytes[$0]) } }
        }
    }

    private mutating func readFields(
        _ count: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int
    ) throws(PostgresFailure) {
        fields.removeAll(keepingCapacity: true)
        for _ in 0..<count {
            guard place + 4 <= bytes.count else { throw Self.broken }
            let length = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            place += 4
            guard length != .max else {
                fields.append(nil)
                continue
            }
            let end = place + Int(length)
            guard end <= bytes.count else { throw Self.broken }
            fields.append(place..<end)
            place = end
        }
    }

    private static let broken = PostgresFailure(message: "the server has sent a row that cannot be read")
}
