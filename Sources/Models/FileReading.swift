import DataSources
import Stores

/// What came of looking at a file: the value it holds, `nil` when there is none, or what is wrong with it.
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
                ListProblem(code: "file-broken", message: "The file cannot be understood: \(error)")
            }.map { $0 }
        }
    }

    /// Whether there is nothing wrong with what the file holds.
    var isUnderstood: Bool {
        if case .success = result { true } else { false }
    }
}
