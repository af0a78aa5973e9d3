import JSON

/// What a viewer holds: the name of a state, and its document if it keeps it.
struct Replica {
    private(set) var digest: String?
    private let isWhole: Bool
    private var document = JSON.null

    /// A replica of nothing; one that is whole keeps the document.
    init(isWhole: Bool) {
        self.isWhole = isWhole
    }

    /// Takes a whole document that is called `digest`.
    mutating func take(_ document: @autoclosure () -> JSON?, called digest: String?) throws(ReplicaFault) {
        self.digest = digest
        guard isWhole else { return }
        self.document = document() ?? .null
        try check()
    }

    /// Follows a patch to the state called `digest`; `from` is where it begins, if that was said.
    mutating func follow(
        _ patch: @autoclosure () -> JSON?, from: String?, to digest: String?
    ) throws(ReplicaFault) {
        if let from, from != self.digest {
            throw ReplicaFault("a patch from \(from) came to a viewer of \(self.digest ?? "nothing")")
        }
        self.digest = digest
        guard isWhole else { return }
        do {
            document = try document.applying(patch() ?? .null)
        } catch {
            throw ReplicaFault("a patch cannot be applied: \(error)")
        }
        try check()
    }

    private func check() throws(ReplicaFault) {
        let own = Digest(document.contentHash).text
        guard own == digest else { throw ReplicaFault("a document \(own) is called \(digest ?? "nothing")") }
    }
}

/// How a viewer came to hold something else than it was told.
struct ReplicaFault: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension [UInt8] {
    /// The text of a member near the beginning of a message, without reading all of it: names of states have no escapes.
    func member(_ name: String) -> String? {
        let head = prefix(256)
        guard let start = head.firstRange(of: Array("\"\(name)\":\"".utf8))?.upperBound,
            let end = head[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(decoding: head[start..<end], as: UTF8.self)
    }
}
