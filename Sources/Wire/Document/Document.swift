import JSON
import ViewModels

/// The JSON state of a scene seen through a window (protocol, section 2): a value, compared and written member by member.
package struct Document: Sendable {
    /// The members before the list: route, screen, title, phase, inputs, outputs, commands.
    package let head: JSONObject
    /// The list, if the scene has one.
    package let list: DocumentList?
    /// The members after the list: slots, dialog, problem.
    package let tail: JSONObject

    package init(head: JSONObject, list: DocumentList?, tail: JSONObject) {
        self.head = head.forViewers
        self.list = list
        self.tail = tail.forViewers
    }

    /// The name of this state: a hash of the content alone, whatever the order of members. O(what is not cells).
    package var digest: Digest {
        var hash = ContentHash.Object()
        for (name, value) in head { hash.add(name, value.contentHash) }
        for (name, value) in tail { hash.add(name, value.contentHash) }
        list?.hash(into: &hash)
        return Digest(hash.value)
    }

    /// The document as a value.
    package var json: JSON {
        var members = head
        if let list { for (name, value) in list.members { members[name] = value } }
        for (name, value) in tail { members[name] = value }
        return .object(members)
    }

    /// The document as JSON text.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for (name, value) in head { writer.member(name, value) }
        list?.write(to: &writer)
        for (name, value) in tail { writer.member(name, value) }
        writer.endObject()
        return writer.bytes
    }
}

/// The members `window`, `sections` and `cells` of a document.
package struct DocumentList: Sendable {
    package let window: WindowState
    package let sections: [DocumentSection]

    package init(window: WindowState, sections: [DocumentSection]) {
        self.window = window
        self.sections = sections
    }

    var rows: some Sequence<DocumentSection.Row> { sections.lazy.flatMap(\.rows) }

    func hash(into object: inout ContentHash.Object) {
        object.add("window", JSON.object(window.json).contentHash)
        var sectionHashes = ContentHash.Array()
        var cells = ContentHash.Object()
        for section in sections {
            var hash = ContentHash.Object()
            for (name, value) in section.header { hash.add(name, value.contentHash) }
            var rows = ContentHash.Array()
            for row in section.rows {
                rows.add(JSON.string(row.id).contentHash)
                cells.add(row.id, row.cell.hash)
            }
            hash.add("rows", rows.value)
            sectionHashes.add(hash.value)
        }
        object.add("sections", sectionHashes.value)
        object.add("cells", cells.value)
    }

    /// The members as values.
    var members: JSONObject {
        let listed = sections.map { section in
            var json = section.header
            json["rows"] = .array(section.rows.map { .string($0.id) })
            return JSON.object(json)
        }
        let cells = rows.map { ($0.id, JSON.object($0.cell.cell.content)) }
        return ["window": .object(window.json), "sections": .array(listed), "cells": .object(JSONObject(cells))]
    }

    func write(to writer: inout JSONWriter) {
        writer.member("window", .object(window.json))
        writer.key("sections")
        writeSections(to: &writer)
        writer.key("cells")
        writeCells(to: &writer)
    }

    func writeSections(to writer: inout JSONWriter) {
        writer.beginArray()
        for section in sections {
            writer.beginObject()
            for (name, value) in section.header { writer.member(name, value) }
            writer.key("rows")
            writer.beginArray()
            for row in section.rows { writer.string(row.id) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    func writeCells(to writer: inout JSONWriter) {
        writer.beginObject()
        for row in rows {
            writer.key(row.id)
            writer.raw(row.cell.bytes)
        }
        writer.endObject()
    }
}
