import JSON

/// Members of a document, as viewers get them, with their hash: equal hashes are equal content.
package final class DocumentMembers: Sendable {
    package let content: JSONObject
    let hash: ContentHash.Object

    package init(_ content: JSONObject) {
        self.content = content.forViewers
        hash = self.content.memberHash
    }
}
