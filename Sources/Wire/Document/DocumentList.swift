import Changes
import JSON
import ViewModels

/// The members `window`, `sections` and `cells` of a document. No two rows and no two sections have the same id.
package struct DocumentList: Sendable {
    package let window: WindowState
    package let sections: [DocumentSection]

    /// Makes a window onto a list. If the list has rows with the same id, only the first is kept. If it has sections
    /// with the same id, the second is renamed to `id~2`.
    package init(window: WindowState, sections: [DocumentSection]) {
        self.window = window
        self.sections = sections.haveDuplicates ? sections.distinct : sections
    }

    var rows: some Sequence<EncodedCell> { sections.lazy.flatMap(\.rows) }

    func hash(into object: inout ContentHash.Object) {
        object.add("window", window.hash)
        var sectionHashes = ContentHash.Array()
        var cells = ContentHash.Object()
        for section in sections {
            sectionHashes.add(section.hash)
            for row in section.rows.indices { cells.add(section.rows[row].memberHash) }
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
        let cells = rows.map { ($0.id, JSON.object($0.cell.content)) }
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
            writer.raw(row.bytes)
        }
        writer.endObject()
    }
}
