import JSON

/// The state of a client: the digest, and the document if the replica is whole.
package struct Replica: Sendable {
    package private(set) var digest: String?
    private let isWhole: Bool
    package private(set) var document = JSON.null

    /// Makes an empty replica. A whole one keeps the document.
    package init(isWhole: Bool) {
        self.isWhole = isWhole
    }

    /// Stores a document with this digest.
    package mutating func take(_ document: @autoclosure () -> JSON?, called digest: String?) throws(ReplicaFault) {
        self.digest = digest
        guard isWhole else { return }
        self.document = document() ?? .null
        try check()
    }

    /// Applies a patch to the state `digest`. `from` is the state before, if the message names it.
    package mutating func follow(
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

/// A difference between the state of a client and the messages it received.
package struct ReplicaFault: Error, CustomStringConvertible {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}
