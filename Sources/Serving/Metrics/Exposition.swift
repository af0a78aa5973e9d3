/// A writer of metrics in the text format of Prometheus, version 0.0.4.
struct Exposition {
    /// The text written so far.
    private(set) var text = ""

    /// The media type.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// The kind of a metric.
    enum Kind: String {
        /// A number that only grows.
        case counter
        /// A number that grows and shrinks.
        case gauge
    }

    /// A number with the labels that distinguish it from others of the same name.
    typealias Sample = (labels: [(String, String)], value: Double)

    /// Writes one number.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        write(name, kind, help, [([], value)])
    }

    /// Writes one number.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        write(name, kind, help, Double(value))
    }

    /// Writes numbers that differ in one label.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Int)]) {
        write(name, kind, help, values.map { ([(label, $0.0)], Double($0.1)) })
    }

    /// Writes numbers with the same name.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        head(name, kind.rawValue, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    /// Writes a histogram with cumulative buckets.
    mutating func write(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, "histogram", help)
        var total = 0
        for (bound, count) in zip(Histogram.bounds, histogram.counts) {
            total += count
            line("\(name)_bucket", [("le", Self.number(bound))], Double(total))
        }
        line("\(name)_bucket", [("le", "+Inf")], Double(histogram.count))
        line("\(name)_sum", [], histogram.sum)
        line("\(name)_count", [], Double(histogram.count))
    }

    private mutating func head(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        value.rounded() == value && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for letter in text.unicodeScalars {
            switch letter {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(letter)
            }
        }
        return escaped
    }
}
