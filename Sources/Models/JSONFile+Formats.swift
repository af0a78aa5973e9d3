import FoundationEssentials
import JSON
import Loop

extension JSONFile where Value: Codable {
    /// Opens the file at `path` with a `Codable` value. The JSON is indented, with members sorted by name, so that
    /// people can edit it.
    public convenience init(_ path: String, initial: Value) {
        self.init(path, initial: initial) { bytes in
            try JSONDecoder().decode(Value.self, from: Data(bytes))
        } encode: { value in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value)) + Array("\n".utf8)
        }
    }
}

extension JSONFile where Value == JSON {
    /// Opens the file at `path` with any JSON; the value is `null` until the file has been read.
    public convenience init(_ path: String) {
        self.init(path, initial: .null) {
            try JSON(parsing: $0)
        } encode: {
            $0.bytes
        }
    }
}
