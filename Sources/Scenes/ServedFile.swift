/// A value that is served as bytes under a route, such as a blob.
public struct ServedFile: Sendable {
    /// The bytes.
    public var bytes: [UInt8]
    /// Its media type.
    public var type: String
    /// The name it is saved under.
    public var name: String

    /// Bytes with their media type and a name to save them under.
    public init(bytes: [UInt8], type: String, name: String) {
        self.bytes = bytes
        self.type = type
        self.name = name
    }
}
