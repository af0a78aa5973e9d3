import JSON

/// Members of a document, as viewers receive them, with their hash. Equal hashes mean equal content.
package final class DocumentMembers: Sendable {
    package let content: JSONObject
    let hash: ContentHash.Object

    package init(_ content: JSONObject) {
        self.content = content.forViewers
        hash = self.content.memberHash
    }
}
