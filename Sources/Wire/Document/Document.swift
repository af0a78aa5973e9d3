import JSON

/// The JSON state of a scene seen through a window (protocol, section 2): a value, compared and encoded member by
/// member.
package struct Document: Sendable {
    /// The members before the list: route, screen, title, phase, inputs, outputs, commands.
    package let head: DocumentMembers
    /// The list, if the scene has one.
    package let list: DocumentList?
    /// The members after the list: slots, dialog, problem.
    package let tail: DocumentMembers

    package init(head: DocumentMembers, list: DocumentList?, tail: DocumentMembers) {
        self.head = head
        self.list = list
        self.tail = tail
    }

    /// The digest of this state: a hash of its content, independent of the order of members. Costs a few additions for
    /// each row.
    package var digest: Digest {
        var hash = head.hash
        hash.add(tail.hash)
        list?.hash(into: &hash)
        return Digest(hash.value)
    }

    /// The document as a value.
    package var json: JSON {
        var members = head.content
        if let list { for (name, value) in list.members { members[name] = value } }
        for (name, value) in tail.content { members[name] = value }
        return .object(members)
    }

    /// The document as JSON text.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in head.content { writer.member(name, value) }
        list?.write(to: &writer)
        for (name, value) in tail.content { writer.member(name, value) }
        writer.endObject()
        return writer.bytes
    }
}
