import JSON

/// Members of a document, as viewers get them, with their hash, made once for as many states as have them: the same object
/// is the same content.
package final class DocumentMembers: Sendable {
    package let content: JSONObject
    let hash: ContentHash.Object

    package init(_ content: JSONObject) {
        self.content = content.forViewers
        hash = self.content.memberHash
    }
}
