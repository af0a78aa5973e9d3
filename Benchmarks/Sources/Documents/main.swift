// Prints the cost of a document of 50 rows, from its cells to its bytes, and of the patch of one changed field: between
// two existing documents, and from the changed cell on. Microseconds of CPU, the median of 31 runs of 1,000.
import DataSources
import Glibc
import JSON
import ViewModels
import Wire

func cell(_ number: Int, name: String) -> Cell {
    Cell(
        template: "row", title: name, subtitle: "Country \(number % 40)", href: "/Artist/\(number)",
        can: ["edit", "delete"],
        fields: ["Founded": .int(Int64(1_900 + number)), "Members": 4])
}

let head = DocumentMembers([
    "route": "/Artist", "screen": "table", "title": "Artist", "phase": "loaded", "inputs": ["search": "", "sort": ""],
    "outputs": [:], "columns": ["ArtistId", "Name", "Country", "Founded", "Members"],
    "commands": [
        "insert": ["title": "New", "enabled": true, "arguments": ["Name": ["type": "text", "required": true]]]
    ],
])
let tail = DocumentMembers(["dialog": .null])

func encode(_ cells: [Cell]) -> [EncodedCell] {
    cells.enumerated().map { EncodedCell($1, id: ids[$0]) }
}

/// The document of a list of 1,000 rows through a window of 50.
func document(_ cells: [EncodedCell]) -> Document {
    let section = DocumentSection(section: Section(id: "Artist"), start: 0, count: 1_000, rows: cells)
    let window = WindowState(window: Window(start: 0, count: 50), total: 1_000, section: 0, sections: 1)
    return Document(head: head, list: DocumentList(window: window, sections: [section]), tail: tail)
}

/// The processor time of this process so far, in microseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func show(_ name: String, goal: String = "", _ body: () -> Int) {
    var sum = 0
    let runs = (0..<31).map { _ in
        let start = processorTime()
        for _ in 0..<1_000 { sum += body() }
        return (processorTime() - start) / 1_000
    }
    precondition(sum > 0)
    print("| \(name), µs of CPU | \((runs.sorted()[15] * 100).rounded() / 100) | \(goal) |")
}

let ids = (1...50).map { String($0) }
let cells = (1...50).map { cell($0, name: "Artist number \($0)") }
let encoded = encode(cells)
let before = document(encoded)
var changed = encoded
changed[20] = EncodedCell(cell(21, name: "A new name"), id: "21")
let after = document(changed)
let digest = before.digest

show("a document of 50 rows (\(before.bytes.count) bytes), from its cells to bytes", goal: "≤ 30") {
    document(encoded).bytes.count
}
show("the same with 50 cells that were never shown before") { document(encode(cells)).bytes.count }
show("the digest of a document of 50 rows") { before.digest == digest ? 1 : 0 }
show("the patch of one field of one cell of 50, between two documents", goal: "≤ 2") {
    after.patch(from: before)?.count ?? 0
}

// From one state to the next: each state differs from the one before in the cell of one row.
let named = ["A new name", "Another name"].map { cell(21, name: $0) }
var turn = 0
var present = before
var presentName = before.digest
show("the same from the changed cell on: its bytes, the document with it, its digest, the patch", goal: "≤ 2") {
    turn += 1
    guard let list = present.list else { return 0 }
    var rows = list.sections[0].rows
    rows[20] = EncodedCell(named[turn % 2], id: ids[20])
    let next = document(rows)
    let name = next.digest
    defer { (present, presentName) = (next, name) }
    return name == presentName ? 0 : next.patch(from: present)?.count ?? 0
}
