import Changes
import DataSources
import JSON
import TestSupport
import ViewModels
import Wire

/// A screen whose list, window and members change at random, with its document.
struct RandomScreen {
    private struct Row {
        let id: String
        var text: String
    }

    private struct Part {
        let id: String
        var title: String?
        var rows: [Row]
    }

    private var parts: [Part]? = []
    private var head: JSONObject = ["route": "/list", "title": "List"]
    private var tail = JSONObject()
    private var window = Window(start: 0, count: 5)
    private var isApproximate = false
    private var last = 0
    private var cells: [ExactName: EncodedCell] = [:]

    /// Identities that a pointer has to escape, and that Swift's strings take for one another.
    private static let stems = ["", "a/b", "~1", "0", "-"]

    /// Makes a few changes of any kind.
    mutating func change(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: parts = parts == nil ? [] : Int.random(in: 0..<4, using: &random) == 0 ? nil : parts
            case 1: head["title"] = .string("List \(Int.random(in: 0..<3, using: &random))")
            case 2: tail["problem"] = tail["problem"] == nil ? ["code": "stale"] : nil
            case 3: window.start = Int.random(in: 0..<30, using: &random)
            case 4: window.count = Int.random(in: 0..<9, using: &random)
            case 5: isApproximate.toggle()
            case 6...9: changeSections(&random)
            default: changeRows(&random)
            }
        }
    }

    private mutating func changeSections(_ random: inout SeededGenerator) {
        guard var parts else { return }
        let place = Int.random(in: 0...parts.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where place < parts.count: parts.remove(at: place)
        case 1: parts.shuffle(using: &random)
        case 2 where place < parts.count: parts[place].title = parts[place].title == nil ? "Title" : nil
        default: if parts.count < 6 { parts.insert(Part(id: name(&random), title: nil, rows: []), at: place) }
        }
        self.parts = parts
    }

    private mutating func changeRows(_ random: inout SeededGenerator) {
        guard var parts, let number = parts.indices.randomElement(using: &random) else { return }
        let place = Int.random(in: 0...parts[number].rows.count, using: &random)
        let other = Int.random(in: parts.indices, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: parts[number].rows.shuffle(using: &random)
        case 1 where place < parts[number].rows.count: parts[number].rows.remove(at: place)
        case 2 where place < parts[number].rows.count:
            let row = parts[number].rows.remove(at: place)  // to any section, be it the same
            parts[other].rows.insert(row, at: Int.random(in: 0...parts[other].rows.count, using: &random))
        case 3, 4: if place < parts[number].rows.count { parts[number].rows[place].text += "." }
        default: parts[number].rows.insert(Row(id: name(&random), text: "new"), at: place)
        }
        self.parts = parts
    }

    private mutating func name(_ random: inout SeededGenerator) -> String {
        last += 1
        if last % 5 == 1 { return "e\u{301}\(last - 1)" }
        return (last % 5 == 0 ? "é" : Self.stems.randomElement(using: &random) ?? "") + String(last)
    }

    /// The document of the screen as it is now. A cell that has not changed is the object that it was, as on a server.
    mutating func document() -> Document {
        Document(head: DocumentMembers(head), list: list(), tail: DocumentMembers(tail))
    }

    private mutating func list() -> DocumentList? {
        guard let parts else { return nil }
        let total = parts.reduce(0) { $0 + $1.rows.count }
        window = window.fitted(to: total)
        var (position, sections) = (0, [DocumentSection]())
        for part in parts {
            let shown = window.range.clamped(to: position..<position + part.rows.count)
            let rows = part.rows.indices.filter { shown.contains(position + $0) }
            let encoded = rows.map { cell(of: part.rows[$0]) }
            sections.append(
                DocumentSection(
                    section: Section(id: part.id, title: part.title), start: rows.first ?? 0, count: part.rows.count,
                    rows: encoded))
            position += part.rows.count
        }
        var state = WindowState(window: window, total: total, section: 0, sections: parts.count)
        state.isApproximate = isApproximate
        return DocumentList(window: state, sections: sections)
    }

    private mutating func cell(of row: Row) -> EncodedCell {
        let made = EncodedCell(Cell(template: "row", title: row.text, href: "/row/\(row.id)"), id: row.id)
        if let known = cells[ExactName(row.id)], known.hash == made.hash { return known }
        cells[ExactName(row.id)] = made
        return made
    }
}
