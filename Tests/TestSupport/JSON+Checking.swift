import JSON

extension JSON {
    /// Throws when this is not the document that the server calls `digest`.
    func check(_ digest: String) throws {
        let own = Digest(contentHash).text
        guard own == digest else { throw ClientError("a document \(own) that is called \(digest): \(self)") }
    }
}
