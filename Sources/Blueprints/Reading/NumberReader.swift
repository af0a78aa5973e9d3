import Declarations
import Tables
import Yams

/// Reads numbers, totals and charts.
struct NumberReader {
    let source: SceneText

    private static let rows = ["table", "where"]
    /// The limit on columns of a total's groups.
    private static let groupColumns = 4

    /// Reads a single number: `number: { table: Shift, where: Day = today, value: sum(Pieces) }`.
    func number(_ parts: YAMLParts) -> NumberDeclaration? {
        guard let node = parts["number"] else { return nil }
        let inner = source.text.parts(of: node, "A number", known: Self.rows + ["value"])
        guard let (rows, table) = source.rows(inner) else { return nil }
        let total = inner["value"].map { self.total($0, of: table) } ?? .count
        guard let total else { return nil }
        var number = NumberDeclaration(rows: rows, total: total)
        if let node = parts["of"] {
            number.whole = source.rows(source.text.parts(of: node, "\"of\"", known: Self.rows))?.0
        }
        number.target = parts["target"].flatMap { double($0, "target") }
        number.format = parts.word("format", among: ColumnDeclaration.Format.allCases.map(\.rawValue))
            .flatMap(ColumnDeclaration.Format.init)
        number.warning = parts["warn"].flatMap(warning)
        return number
    }

    private func double(_ node: Node, _ name: String) -> Double? {
        if let number = node.float, number.isFinite { return number }
        source.text.report("\"\(name)\" is a number.", at: node)
        return nil
    }

    /// Reads a warning: `below 80%` or `above 10`.
    private func warning(_ node: Node) -> NumberDeclaration.Warning? {
        let words = node.scalar?.string.split(separator: " ").map(String.init) ?? []
        let digits = words.last.map { $0.hasSuffix("%") ? String($0.dropLast()) : $0 }
        guard words.count == 2, ["below", "above"].contains(words[0]), let limit = digits.flatMap(Double.init),
            limit.isFinite
        else {
            source.text.report("\"warn\" is \"below\" or \"above\" with a number, such as below 80%.", at: node)
            return nil
        }
        return NumberDeclaration.Warning(
            isBelow: words[0] == "below", limit: limit, isPercentage: words[1].hasSuffix("%"))
    }

    /// Reads totals of groups: `total: { table: Ticket, by: State, values: [count, sum(Hours)] }`.
    func totals(_ parts: YAMLParts) -> TotalsDeclaration? {
        guard let node = parts["total"] else { return nil }
        let inner = source.text.parts(of: node, "A total", known: Self.rows + ["by", "per", "values", "sort"])
        guard let (rows, table) = source.rows(inner) else { return nil }
        inner.need("by", "name the column whose values are the groups")
        guard let by = inner["by"] else { return nil }
        let columns = source.text.list(by).compactMap { source.text.column($0, of: table)?.name }.distinct { $0 }
        guard let column = columns.first else { return nil }
        if columns.count > Self.groupColumns {
            source.text.report("\"by\" has more than \(Self.groupColumns) columns.", at: by)
        }
        var totals = TotalsDeclaration(rows: rows, column: column)
        totals.others = Array(columns.dropFirst())
        totals.period = period(inner, "per")
        if let node = inner["values"] {
            totals.totals = source.text.list(node).compactMap { total($0, of: table) }
        }
        if totals.totals.isEmpty { totals.totals = [.count] }
        totals.sort = source.order(inner["sort"], among: columns + totals.totals.map(\.name))
        totals.chart = chart(parts)
        return totals
    }

    /// Reads a period of time.
    func period(_ parts: YAMLParts, _ name: String) -> TotalsOfTable.Period? {
        parts.word(name, among: TotalsOfTable.Period.allCases.map(\.rawValue)).flatMap(TotalsOfTable.Period.init)
    }

    /// Reads a total: `count`, or `sum(Hours)`.
    private func total(_ node: Node, of table: Table) -> Total? {
        guard let name = source.text.name(node) else { return nil }
        if name == "count" { return .count }
        let parts = name.split(separator: "(", maxSplits: 1).map(String.init)
        let functions = ["count", "sum", "avg", "min", "max"]
        guard parts.count == 2, parts[1].hasSuffix(")"), functions.contains(parts[0]) else {
            source.text.report(
                "\"\(name)\" is not a total. Write count, or one such as sum(Price): "
                    + "\(functions.joined(separator: ", ")).", at: node)
            return nil
        }
        let column = String(parts[1].dropLast())
        guard table.column(named: column) != nil else {
            let hint = Suggestion.sentence(for: column, among: table.columns.map(\.name))
            source.text.report("\(table.name) has no column \"\(column)\".\(hint)", at: node)
            return nil
        }
        switch parts[0] {
        case "count": return .count(column)
        case "sum": return .sum(column)
        case "avg": return .average(column)
        case "min": return .min(column)
        default: return .max(column)
        }
    }

    /// Reads a chart: `chart: line`, with `x`, `y` and `by` beside it.
    func chart(_ parts: YAMLParts) -> ChartDeclaration? {
        let kind = parts.word("chart", among: ChartDeclaration.Kind.allCases.map(\.rawValue))
            .flatMap(ChartDeclaration.Kind.init)
        guard let kind else {
            for name in ["x", "y", "by"] {
                if let key = parts.key(name) { source.text.report("\"\(name)\" needs \"chart\".", at: key) }
            }
            return nil
        }
        return ChartDeclaration(
            kind: kind, x: parts.text("x"), values: parts.names("y")?.map(\.name) ?? [], series: parts.text("by"))
    }
}
