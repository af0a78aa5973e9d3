import TestSupport

/// A page in the text format of Prometheus, version 0.0.4, read strictly.
struct MetricsText {
    /// The kind of each family: `counter`, `gauge`, `histogram`.
    private(set) var kinds: [String: String] = [:]
    /// The values by name and labels, in the form of the page: `name{label="value"}`.
    private(set) var values: [String: Double] = [:]
    private var helps: Set<String> = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw ClientError("the last line has no end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# ") { try readComment(line) } else { try readSample(line) }
        }
        for (name, kind) in kinds where kind == "histogram" { try checkHistogram(name) }
    }

    /// The value of one series.
    subscript(_ series: String) -> Double? { values[series] }

    private mutating func readComment(_ line: Substring) throws {
        let words = line.split(separator: " ", maxSplits: 3)
        guard words.count == 4 else { throw ClientError("a comment of no kind: \(line)") }
        let name = String(words[2])
        switch words[1] {
        case "HELP":
            guard helps.insert(name).inserted else { throw ClientError("\(name) is explained twice") }
        case "TYPE":
            guard helps.contains(name), kinds[name] == nil, ["counter", "gauge", "histogram"].contains(words[3]) else {
                throw ClientError("a type out of place: \(line)")
            }
            guard words[3] != "counter" || name.hasSuffix("_total") else { throw ClientError("\(name) is not a total") }
            kinds[name] = String(words[3])
        default: throw ClientError("a comment of no kind: \(line)")
        }
    }

    private mutating func readSample(_ line: Substring) throws {
        let sample =
            #/
            ([a-zA-Z_:][a-zA-Z0-9_:]*)
            (\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*"
            (?:,[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\[\\"n])*")*\})?
            \ (\S+)
            /#
        guard let match = line.wholeMatch(of: sample), let value = Double(match.3) else {
            throw ClientError("no sample: \(line)")
        }
        let name = String(match.1)
        let isPart = ["_bucket", "_sum", "_count"].contains { end in
            name.hasSuffix(end) && kinds[String(name.dropLast(end.count))] == "histogram"
        }
        guard isPart || kinds[name] != nil else { throw ClientError("\(name) has no type") }
        let series = name + (match.2.map(String.init) ?? "")
        guard values.updateValue(value, forKey: series) == nil else { throw ClientError("\(series) comes twice") }
    }

    private func checkHistogram(_ name: String) throws {
        let buckets = values.filter { $0.key.hasPrefix("\(name)_bucket{") }.map { series, count in
            (bound: Double(series.split(separator: "\"")[1].replacing("+Inf", with: "inf")) ?? .nan, count: count)
        }.sorted { $0.bound < $1.bound }
        guard buckets.last?.bound == .infinity, buckets.last?.count == values["\(name)_count"],
            zip(buckets, buckets.dropFirst()).allSatisfy({ $0.count <= $1.count }), values["\(name)_sum"] != nil
        else { throw ClientError("\(name) does not add up") }
    }
}
