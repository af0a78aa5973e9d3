/// A row in the form of the other process: `section:id:values`.
struct SelectedRow {
    let section: Substring
    let id: String
    let values: String

    init(_ line: Substring) {
        let end = line.lastIndex(of: "\u{1F}") ?? line.startIndex
        section = line[..<end]
        values = String(line[line.index(after: end)...])
        id = String(values[..<(values.firstIndex(of: ":") ?? values.endIndex)])
    }
}

extension [SelectedRow] {
    /// The rows by section.
    var chunked: [[SelectedRow]] {
        reduce(into: []) { chunks, row in
            if let last = chunks.last?.first, last.section == row.section {
                chunks[chunks.count - 1].append(row)
            } else {
                chunks.append([row])
            }
        }
    }
}
