/// The reason why a patch could not be applied. The document is unchanged.
public enum JSONPatchError: Error, Sendable, Equatable {
    /// The operation with this number is invalid: a member is missing or has the wrong type, or its `op` is unknown.
    case malformed(operation: Int, message: String)
    /// The operation with this number points to a missing value, or to a place that cannot take one.
    case missing(operation: Int, path: String)
    /// The operation with this number is a test that failed.
    case testFailed(operation: Int, path: String)
    /// After the operation with this number, the document nests too deep, or the patch has copied too much.
    case tooLarge(operation: Int)
    /// The patch is not an array.
    case notAnArray
}

extension JSONPatchError: CustomStringConvertible {
    /// A message for people.
    public var description: String {
        switch self {
        case .malformed(let number, let message): "Operation \(number): \(message)."
        case .missing(let number, let path): "Operation \(number): \"\(path)\" does not exist."
        case .testFailed(let number, let path): "Operation \(number): the value at \"\(path)\" differs."
        case .tooLarge(let number): "Operation \(number): the document becomes too large."
        case .notAnArray: "A patch must be an array of operations."
        }
    }
}
