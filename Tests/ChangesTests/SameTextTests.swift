import TestSupport
import Testing

@testable import Changes

@Suite(.timeLimit(.minutes(5))) struct SameTextTests {
    /// Letters of one to four bytes, marks that compose with the letter before them in any order, and characters that
    /// are canonically an ASCII letter.
    private static let scalars: [Unicode.Scalar] = [
        "a", "e", "K", ";", "<", "\u{301}", "\u{323}", "\u{338}", "\u{e9}", "\u{212a}", "\u{37e}", "\u{226e}", "日", "😀",
    ]

    @Test func textsAreTheSameWhenTheirBytesAre() {
        var random = SeededGenerator.announced("textsAreTheSameWhenTheirBytesAre")
        for _ in 0..<20_000 {
            let start = String(
                repeating: "long enough to be kept elsewhere ", count: Int.random(in: 0...1, using: &random))
            let (left, right) = (start + text(&random), start + text(&random))
            let isSame = Array(left.utf8) == Array(right.utf8)
            let note: Comment = "\(left.debugDescription) and \(right.debugDescription)"
            #expect(String.isSame(left, right) == isSame, note)
            #expect(AnyHashable.isSame(left, right) == isSame, note)
            #expect(
                !isSame || left.scattered == right.scattered && AnyHashable(left).scattered == right.scattered, note)
            #expect(String.isSame(left, left + ""))
        }
    }

    @Test(arguments: [
        ("caf\u{e9}", "cafe\u{301}"), ("\u{d55c}", "\u{1112}\u{1161}\u{11ab}"),
        ("a long name, 5 \u{212a}", "a long name, 5 K"),
    ])
    func twoSpellingsAreTwoRows(_ one: String, _ other: String) throws {
        let difference = ListDifference(from: [one, "x"], to: ["x", other])
        #expect(difference.deletions == [0] && difference.insertions == [1] && difference.moves.isEmpty)
        let back = ListDifference(from: [one, "x", other], to: [other, "x", one])
        #expect(back.deletions.isEmpty && back.insertions.isEmpty && back.moves.count == 2)
        struct Named: Identifiable, Equatable { let id: String }
        let sections = [one, other].map { SnapshotSection(Named(id: $0), items: [Named(id: $0)]) }
        let list = try Snapshot(sections)
        #expect(list.changeSet(to: try Snapshot(sections.reversed())).changes.count == 1)
    }

    /// Of duplicates, each is paired with at most one row of the other list.
    @Test func listsWithDuplicatesTurnIntoEachOther() throws {
        var random = SeededGenerator.announced("listsWithDuplicatesTurnIntoEachOther")
        for _ in 0..<2_000 {
            let (old, new) = (sections(&random), sections(&random))
            let (from, to) = (old.map(\.items), new.map(\.items))
            let changes = Snapshot(unchecked: old).changeSet(to: Snapshot(unchecked: new))
            #expect(try changes.apply(to: from, new: to) == to)
            var rows = from
            for edit in ListEdit.steps(from: old, to: new) {
                switch edit {
                case .removeRow(let path): rows[path.section].remove(at: path.row)
                case .insertSection(let place, _): rows.insert([], at: place)
                case .moveSection(let from, let to): rows.insert(rows.remove(at: from), at: to)
                case .moveRow(let from, let to):
                    let row = rows[from.section].remove(at: from.row)
                    rows[to.section].insert(row, at: to.row)
                case .insertRow(let path, let target):
                    rows[path.section].insert(new[target.section].items[target.row], at: path.row)
                case .removeSection(let place): rows.remove(at: place)
                case .changeSection, .changeRow: break
                }
            }
            #expect(rows == to)
        }
    }

    private func sections(_ random: inout SeededGenerator) -> [SnapshotSection<ExactName, ExactName>] {
        let names = ["a", "\u{e9}", "e\u{301}"].map { ExactName($0) }
        return (0..<Int.random(in: 0...4, using: &random)).map { _ in
            let rows = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in names.randomElement(using: &random)
            }
            return SnapshotSection(names[Int.random(in: 0...2, using: &random)], items: rows)
        }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            text.unicodeScalars.append(Self.scalars[Int.random(in: 0..<Self.scalars.count, using: &random)])
        }
        return text
    }
}
