import DataSources
import JSON
import TestSupport
import Testing
import ViewModels

@testable import Wire

/// Documents of lists that call rows and sections the same, or nearly so.
@Suite(.timeLimit(.minutes(5))) struct AlikeTests {
    private static let names = ["a", "caf\u{e9}", "cafe\u{301}", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}", "/~", "b"]

    @Test(arguments: [false, true]) func aPatchLeadsFromAnyListToAnyOther(withDuplicates: Bool) throws {
        var random = SeededGenerator.announced("aPatchLeadsFromAnyListToAnyOther")
        var old = document(&random, withDuplicates)
        for _ in 0..<3_000 {
            let new = document(&random, withDuplicates)
            try check(from: old, to: new, jumping: Bool.random(using: &random))
            old = new
        }
    }

    @Test func aTitleStaysOverItsOwnRows() throws {
        let cell = EncodedCell(Cell(template: "t", title: "1"), id: "1")
        func document(_ titles: [String], _ rows: [[EncodedCell]]) -> Document {
            let sections = zip(titles, rows).map {
                DocumentSection(section: Section(id: "s", title: $0), start: 0, count: $1.count, rows: $1)
            }
            return self.document(sections)
        }
        let old = document(["first", "second"], [[cell], []])
        let new = document(["third", "first", "second"], [[], [cell], []])
        try check(from: old, to: new, jumping: false)
        #expect(new.json["sections"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["s", "s~2", "s~3"])
    }

    /// A spelling is content like any other.
    @Test func anotherSpellingOfATitleIsSent() throws {
        func document(_ title: String) -> Document {
            self.document([DocumentSection(section: Section(id: "s", title: title), start: 0, count: 0, rows: [])])
        }
        let old = document("caf\u{e9}")
        try check(from: old, to: document("cafe\u{301}"), jumping: false)
        #expect(document("cafe\u{301}").patch(from: old) != nil)
    }

    private func check(from old: Document, to new: Document, jumping: Bool) throws {
        let fresh = try JSON(parsing: new.bytes)
        #expect(new.digest == Digest(fresh.contentHash))
        let patch = try new.patch(from: old, jumping: jumping).map { try JSON(parsing: $0) } ?? []
        let patched = try JSON(parsing: old.bytes).applying(patch)
        #expect(patched == fresh)
        #expect(Digest(patched.contentHash) == new.digest)
    }

    private func document(_ sections: [DocumentSection]) -> Document {
        let window = WindowState(window: Window(start: 0, count: 9), total: 9, section: 0, sections: sections.count)
        return Document(
            head: DocumentMembers([:]), list: DocumentList(window: window, sections: sections),
            tail: DocumentMembers([:]))
    }

    private func document(_ random: inout SeededGenerator, _ withDuplicates: Bool) -> Document {
        var ids = Self.names.shuffled(using: &random)[...]
        func next() -> String? {
            withDuplicates ? Self.names.randomElement(using: &random) : ids.popFirst()
        }
        let headers = Self.names.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        let sections = headers.map { header in
            let header = withDuplicates ? next() ?? header : header
            let title = Bool.random(using: &random) ? "1" : "2"
            let rows = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                next().map { EncodedCell(Cell(template: "t", title: title), id: $0) }
            }
            return DocumentSection(
                section: Section(id: header, title: title), start: 0, count: rows.count, rows: rows)
        }
        return document(sections)
    }
}
