import Changes
import JSON
import Lists
import Tables

/// Applies commands to the content of a file: all or none.
///
/// The file may have newer content than viewers see. Records that no other program has changed are written. A record
/// that another program has changed is a conflict, because the client that sent the command has not seen the change.
struct JSONFileEdit {
    /// The present content of the file.
    let file: JSONFileShape
    /// The content that viewers see, and the content after the last command.
    let seen: [JSONFileShape]
    /// The file's name without its extension.
    let name: String
    private var edited: [ExactName: [JSONObject]] = [:]

    init(file: JSONFileShape, seen: [JSONFileShape], name: String) {
        self.file = file
        self.seen = seen
        self.name = name
    }

    /// Returns the new content of the file, and the outcome of each command.
    mutating func run(_ commands: [WriteCommand]) throws(CommandError) -> (JSONFileShape, [WriteOutcome]) {
        if commands.contains(where: \.isRequirement) {  // before anything else, which could tell of hidden records
            throw Self.uncheckable
        }
        var outcomes: [(table: String, place: Int?, id: String?)] = []
        for command in commands {
            let table = try table(command.table)
            outcomes.append(try perform(command, in: table))
        }
        let shape = try result()
        return (
            shape,
            outcomes.map { outcome in
                let table = shape.table(named: outcome.table)
                let isNamed = outcome.place.map { $0 < table?.ids.count ?? 0 } ?? false
                return WriteOutcome(id: isNamed ? outcome.place.flatMap { table?.ids[$0].text } : outcome.id)
            }
        )
    }

    private func result() throws(CommandError) -> JSONFileShape {
        var root = file.root
        for (table, records) in edited { root = JSONFileShape(root, name: name).replacing(records, of: table.text) }
        let shape = JSONFileShape(root, name: name)
        for table in edited.filter({ !$0.value.isEmpty }).keys.map(\.text)
        where shape.table(named: table)?.key != file.table(named: table)?.key {
            guard file.table(named: table)?.records.isEmpty == true else { throw Self.noTable(table) }
        }
        return shape
    }

    private func table(_ name: String) throws(CommandError) -> RecordTable {
        guard let table = file.table(named: name) else {
            throw .conflict(message: "The file no longer has a table \(name).", fields: [:])
        }
        return table
    }

    private mutating func perform(
        _ command: WriteCommand, in table: RecordTable
    ) throws(CommandError) -> (table: String, place: Int?, id: String?) {
        switch command {
        case .insert(_, let values): return (table.name, try insert(values, into: table), nil)
        case .update(_, let id, let values): return (table.name, try update(id, values, of: table), id)
        case .put(_, let values):
            guard let key = table.key, let value = values[key], place(of: table.id(value), in: table) != nil else {
                return (table.name, try insert(values, into: table), nil)
            }
            return (table.name, try update(table.id(value), values, of: table), nil)
        case .delete(_, let id):
            edited[ExactName(table.name), default: table.records].remove(at: try find(id, in: table))
            return (table.name, nil, nil)
        case .expect(_, let id, let columns, let holds):
            let record = records(of: table)[try find(id, in: table)]
            let differing = columns.filter { name in
                table.column(named: name).map { !holds(name, $0.stored(record[name])) } ?? false
            }
            if !differing.isEmpty { throw .changed(differing) }
            return (table.name, nil, id)
        case .require, .statement: throw Self.needsDatabase
        }
    }

    private static let uncheckable = CommandError.readOnly(
        message: "Rules cannot be checked while a JSON file is written, so it is read-only for you.")

    private static let needsDatabase = CommandError.readOnly(
        message: "Commands with conditions or SQL need a database, and this is a JSON file.")

    private mutating func insert(_ values: JSONObject, into table: RecordTable) throws(CommandError) -> Int {
        var record = try RecordValues(table: table).read(values.without(nullNamed: table.key))
        if let key = table.key {
            if record[key] == nil { record = try number(record, in: table, key) }
            try refuseTaken(record[key], in: table, key)
        }
        edited[ExactName(table.name), default: table.records].append(record)
        return records(of: table).count - 1
    }

    /// Returns the record with the next number after the largest as its id.
    private func number(
        _ record: JSONObject, in table: RecordTable, _ key: String
    ) throws(CommandError) -> JSONObject {
        let largest = records(of: table).compactMap { $0[key]?.intValue }.max() ?? 0
        guard table.column(named: key)?.kind == .integer, largest < .max else {
            throw .invalid(message: "Some values cannot be stored.", fields: [key: "A value is required."])
        }
        return JSONObject([(key, .int(largest + 1))] + record.map { ($0.name, $0.value) })
    }

    private mutating func update(
        _ id: String, _ values: JSONObject, of table: RecordTable
    ) throws(CommandError) -> Int {
        let place = try find(id, in: table)
        let changes = try RecordValues(table: table).read(values)
        var record = records(of: table)[place]
        if let key = table.key, let name = changes[key], name != record[key] { try refuseTaken(name, in: table, key) }
        for (name, value) in changes where record[name] != nil || value != .null { record[name] = value }
        edited[ExactName(table.name), default: table.records][place] = record
        return place
    }
}

extension JSONFileEdit {
    private func records(of table: RecordTable) -> [JSONObject] { edited[ExactName(table.name)] ?? table.records }

    /// Returns the present position of the record with this id.
    private func place(of id: String, in table: RecordTable) -> Int? {
        guard let edited = edited[ExactName(table.name)] else { return table.place(of: ExactName(id)) }
        guard let key = table.key else { return Int(id).flatMap { edited.indices.contains($0) ? $0 : nil } }
        return edited.firstIndex { record in record[key].map { table.id($0).utf8.elementsEqual(id.utf8) } ?? false }
    }

    private func find(_ id: String, in table: RecordTable) throws(CommandError) -> Int {
        guard let place = place(of: id, in: table) else { throw .notFound }
        let known = seen.compactMap { $0.table(named: table.name)?.record(id) }
        if let present = table.record(id), let shown = known.first, !known.contains(present) {
            throw .changed(Set(present.names + shown.names).filter { present[$0] != shown[$0] })
        }
        return place
    }

    private func refuseTaken(_ name: JSON?, in table: RecordTable, _ key: String) throws(CommandError) {
        guard let name, place(of: table.id(name), in: table) != nil else { return }
        let fault = "Another row has this value already."
        throw .invalid(message: fault, fields: [key: fault])
    }

    private static func noTable(_ table: String) -> CommandError {
        .invalid(message: "\(table) would not be a table any longer, or its rows would have other ids.", fields: [:])
    }
}

extension JSONObject {
    /// Returns the members, without the member of this name if it is null.
    fileprivate func without(nullNamed name: String?) -> JSONObject {
        guard let name, self[name] == .null else { return self }
        var rest = self
        rest[name] = nil
        return rest
    }
}
