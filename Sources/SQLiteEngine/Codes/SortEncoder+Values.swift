import Lists
import Tables

extension SortEncoder {
    /// Returns the code of a row with these values of the terms. Blobs must be complete.
    func code(of values: [SQLValue]) -> SortCode {
        var sink = PrefixSink()
        write(values, to: &sink)
        return sink.code
    }

    /// Appends all bytes of the code of a row with these values.
    func append(codeOf values: [SQLValue], to bytes: inout [UInt8]) {
        write(values, to: &bytes)
    }

    private func write(_ values: [SQLValue], to sink: inout some CodeSink) {
        for (value, column) in zip(values, columns) where !sink.isFull {
            switch value {
            case .null: sink.appendNull(column)
            case .integer(let integer): sink.append(integer, column)
            case .real(let real): sink.append(real, column)
            case .text(var text): text.withUTF8 { sink.append(text: $0, column) }
            case .malformed(let text): text.bytes.withUnsafeBufferPointer { sink.append(text: $0, column) }
            case .blob(let blob): blob.bytes.withUnsafeBufferPointer { sink.append(blob: $0, column) }
            }
        }
    }
}
