import JSON

/// Writes the operations of one JSON Patch (RFC 6902) directly as bytes.
struct PatchWriter: ~Copyable {
    private var writer = JSONWriter()
    /// The number of operations written.
    private(set) var count = 0

    init() {
        writer.beginArray()
    }

    /// Returns the patch as JSON text.
    consuming func finish() -> [UInt8] {
        writer.endArray()
        return writer.bytes
    }

    mutating func remove(_ path: String) {
        begin("remove", path)
        writer.endObject()
    }

    mutating func move(from: String, to path: String) {
        begin("move", path)
        writer.key("from")
        writer.string(from)
        writer.endObject()
    }

    mutating func add(_ path: String, _ value: JSON) {
        begin("add", path)
        writer.member("value", value)
        writer.endObject()
    }

    mutating func add(_ path: String, raw bytes: [UInt8]) {
        begin("add", path)
        writer.key("value")
        writer.raw(bytes)
        writer.endObject()
    }

    mutating func replace(_ path: String, _ write: (inout JSONWriter) -> Void) {
        begin("replace", path)
        writer.key("value")
        write(&writer)
        writer.endObject()
    }

    /// Writes the operations that turn one value at `path` into another, member by member.
    mutating func change(_ path: String, from old: JSON, to new: JSON) {
        for operation in JSON.difference(from: old, to: new, at: path) {
            operation.write(to: &writer)
            count += 1
        }
    }

    private mutating func begin(_ operation: String, _ path: String) {
        count += 1
        writer.beginObject()
        writer.key("op")
        writer.string(operation)
        writer.key("path")
        writer.string(path)
    }
}
