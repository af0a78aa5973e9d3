import FoundationEssentials
import JSON
import Loop

extension JSONFile where Value: Codable {
    /// The file at `path`, as `Codable` reads and writes it: for people to edit, too, with members in the order of their
    /// names.
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
    /// The file at `path`, whatever it holds; `null` until it has been read.
    public convenience init(_ path: String) {
        self.init(path, initial: .null) {
            try JSON(parsing: $0)
        } encode: {
            $0.bytes
        }
    }
}
