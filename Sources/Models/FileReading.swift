import DataSources
import Stores

/// The result of reading a file: its value, `nil` when there is no file, or the problem.
struct FileReading<Value: Sendable>: Sendable {
    let content: FileContent
    let result: Result<Value?, ListProblem>

    init(_ content: FileContent, value: Value) {
        self.content = content
        result = .success(value)
    }

    init(_ content: FileContent, _ decode: ([UInt8]) throws -> Value) {
        self.content = content
        switch content {
        case .missing: result = .success(nil)
        case .unreadable(let reason):
            result = .failure(ListProblem(code: "file-unreadable", message: "The file cannot be read: \(reason)."))
        case .bytes(let bytes):
            result = Result { try decode(bytes) }.mapError { error in
                ListProblem(code: "file-broken", message: "The file cannot be decoded: \(error).")
            }.map { $0 }
        }
    }

    /// Whether the file could be read and decoded, or is missing.
    var isUnderstood: Bool {
        if case .success = result { true } else { false }
    }
}
