import DataSources
import JSON
import TestSupport
import Testing
import ViewModels
import Wire

/// The patch from one document to another.
@Suite(.timeLimit(.minutes(5))) struct DocumentPatchTests {
    @Test(arguments: [false, true]) func theOldDocumentAndThePatchAreTheNewDocument(isJumping: Bool) throws {
        var random = SeededGenerator.announced("theOldDocumentAndThePatchAreTheNewDocument")
        var screen = RandomScreen()
        var held = screen.document()
        for step in 0..<3_000 {
            screen.change(&random)
            let next = screen.document()
            if let patch = next.patch(from: held, jumping: isJumping) {
                #expect(try held.json.applying(JSON(parsing: patch)) == next.json, "step \(step)")
                try #require(held.digest != next.digest, "step \(step)")
            } else {
                try #require(held.json == next.json && held.digest == next.digest, "step \(step)")
            }
            try #require(next.digest == Digest(next.json.contentHash), "step \(step)")
            try #require(try JSON(parsing: next.bytes) == next.json, "step \(step)")
            if Int.random(in: 0..<3, using: &random) > 0 { held = next }  // else the patch is of several steps
        }
    }

    /// A document with sections of these rows, which are called by their letters.
    private func document(_ sections: [String: String], from start: Int = 0, text: String = "") -> Document {
        let parts = sections.sorted { $0.key < $1.key }.map { id, rows in
            let cells = rows.map { row in
                EncodedCell(Cell(template: "row", title: "\(row)" + (row == "a" ? text : "")), id: String(row))
            }
            return DocumentSection(section: Section(id: id), start: start, count: 9, rows: cells)
        }
        let window = Window(start: start, count: 9)
        return Document(
            head: DocumentMembers([:]),
            list: DocumentList(
                window: WindowState(window: window, total: 9, section: 0, sections: parts.count), sections: parts),
            tail: DocumentMembers([:]))
    }

    private func operations(from old: Document, to new: Document, jumping: Bool = false) throws -> [String] {
        let patch = try #require(new.patch(from: old, jumping: jumping))
        return try JSON(parsing: patch).arrayValue?.map {
            "\($0["op"]?.stringValue ?? "") \($0["path"]?.stringValue ?? "")"
        } ?? []
    }

    @Test func aMovedRowIsOneOperation() throws {
        let old = document(["s": "abcdef"])
        #expect(try operations(from: old, to: document(["s": "bcdefa"])) == ["move /sections/0/rows/5"])
        #expect(try operations(from: old, to: document(["s": "fabcde"])) == ["move /sections/0/rows/0"])
    }

    @Test func aDeletedRowRemovesItsCell() throws {
        let (old, new) = (document(["s": "abc"]), document(["s": "ab"]))
        #expect(try operations(from: old, to: new) == ["remove /sections/0/rows/2", "remove /cells/c"])
        #expect(try operations(from: new, to: old) == ["add /cells/c", "add /sections/0/rows/2"])
    }

    @Test func aCellIsChangedMemberByMember() throws {
        let (old, new) = (document(["s": "abc"]), document(["s": "abc"], text: "!"))
        #expect(try operations(from: old, to: new) == ["replace /cells/a/title"])
        #expect(new.patch(from: document(["s": "abc"], text: "!")) == nil)
    }

    /// Rows replaced as a whole take fewer bytes than separate removals and insertions.
    @Test func aWindowThatHasJumpedIsReplacedAsAWhole() throws {
        let (old, new) = (document(["s": "abc"]), document(["s": "xyz"], from: 3))
        #expect(
            try operations(from: old, to: new, jumping: true) == [
                "replace /sections", "replace /cells", "replace /window/start",
            ])
        #expect(try operations(from: old, to: new).first == "remove /sections/0/rows/2")
        #expect(
            try operations(from: old, to: document(["s": "xyc"]), jumping: true).contains("replace /sections") == false)
        #expect(
            try operations(from: document(["s": ""]), to: new, jumping: true).contains("replace /sections") == false)
    }

    @Test func aNewOrRemovedListReplacesTheDocument() throws {
        let (list, none) = (
            document(["s": "abc"]), Document(head: DocumentMembers([:]), list: nil, tail: DocumentMembers([:]))
        )
        #expect(try operations(from: none, to: list) == ["replace "])
        #expect(try operations(from: list, to: none) == ["replace "])
    }
}
