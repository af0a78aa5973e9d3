/// Detects changes of a file by its stamp. O(1).
final class StampProbe: ChangeProbe {
    private let path: String
    private var seen: FileStamp?

    init(path: String) {
        self.path = path
        seen = stamp()
    }

    func hasMoved() -> Bool? {
        let present = stamp()
        defer { seen = present }
        return present == nil || present != seen
    }

    /// The file's stamp; `nil` if the file is missing or its stamp is too fresh to rely on.
    private func stamp() -> FileStamp? { FileStamp(path).flatMap { $0.isFresh ? nil : $0 } }
}
