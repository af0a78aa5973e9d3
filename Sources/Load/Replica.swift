import JSON

/// The state of a viewer: the digest, and the document if the replica is whole.
struct Replica {
    private(set) var digest: String?
    private let isWhole: Bool
    private var document = JSON.null

    /// Makes an empty replica. A whole one keeps the document.
    init(isWhole: Bool) {
        self.isWhole = isWhole
    }

    /// Stores a document with this digest.
    mutating func take(_ document: @autoclosure () -> JSON?, called digest: String?) throws(ReplicaFault) {
        self.digest = digest
        guard isWhole else { return }
        self.document = document() ?? .null
        try check()
    }

    /// Applies a patch to the state `digest`. `from` is the state before, if the message names it.
    mutating func follow(
        _ patch: @autoclosure () -> JSON?, from: String?, to digest: String?
    ) throws(ReplicaFault) {
        if let from, from != self.digest {
            throw ReplicaFault("received a patch from \(from), but the document is \(self.digest ?? "missing")")
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
        guard own == digest else {
            throw ReplicaFault("the document's digest is \(own), but the server sent \(digest ?? "none")")
        }
    }
}

/// A difference between the state of a viewer and the messages it received.
struct ReplicaFault: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension [UInt8] {
    /// Returns the text of a member near the beginning of a message, without parsing the message. Digests contain no
    /// escapes.
    func member(_ name: String) -> String? {
        let head = prefix(256)
        guard let start = head.firstRange(of: Array("\"\(name)\":\"".utf8))?.upperBound,
            let end = head[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(decoding: head[start..<end], as: UTF8.self)
    }
}
