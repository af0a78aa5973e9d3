import Serving
import Yams

// The kinds of settings: the allowed values in words, and the way each is read.

extension SettingsFile {
    static func text(_ name: String, _ path: any WritableKeyPath<Settings, String> & Sendable) -> Entry {
        Entry(name: name, allowed: "text; the default is \(defaults[keyPath: path])") { node, settings in
            guard let text = node.string, !text.isEmpty else { return false }
            settings[keyPath: path] = text
            return true
        }
    }

    static func optionalText(_ name: String, _ path: any WritableKeyPath<Settings, String?> & Sendable) -> Entry {
        Entry(name: name, allowed: "text; the default is none") { node, settings in
            guard let text = node.string else { return false }
            settings[keyPath: path] = text.isEmpty ? nil : text
            return true
        }
    }

    static func origins(_ name: String, _ path: any WritableKeyPath<Settings, [String]> & Sendable) -> Entry {
        Entry(name: name, allowed: "\(Origin.words); the default is []") { node, settings in
            let origins = node.sequence?.map { $0.string.flatMap { Origin($0)?.text } }
            guard let origins, !origins.contains(nil) else { return false }
            settings[keyPath: path] = origins.compactMap { $0 }
            return true
        }
    }

    static func header(_ name: String, _ path: any WritableKeyPath<Settings, String?> & Sendable) -> Entry {
        Entry(name: name, allowed: "the name of a header, such as X-Forwarded-For; the default is none") {
            node, settings in
            guard let text = node.string, text.isEmpty || text.isFieldName else { return false }
            settings[keyPath: path] = text.isEmpty ? nil : text
            return true
        }
    }

    /// Reads a list of words, or a single word.
    static func onlookers(_ name: String, _ path: any WritableKeyPath<Settings, Onlookers> & Sendable) -> Entry {
        Entry(name: name, allowed: "\(Onlookers.words); the default is local") { node, settings in
            let words = node.sequence?.map(\.string) ?? [node.string]
            guard !words.contains(nil), let onlookers = Onlookers(words.compactMap { $0 }) else { return false }
            settings[keyPath: path] = onlookers
            return true
        }
    }

    static func flag(_ name: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable) -> Entry {
        Entry(name: name, allowed: "true or false; the default is \(defaults[keyPath: path])") { node, settings in
            guard let flag = node.bool else { return false }
            settings[keyPath: path] = flag
            return true
        }
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ path: any WritableKeyPath<Settings, Value> & Sendable
    ) -> Entry {
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        let usual = defaults[keyPath: path].rawValue
        return Entry(name: name, allowed: "one of \(words); the default is \(usual)") { node, settings in
            guard let value = node.string.flatMap(Value.init(rawValue:)) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    /// Reads a number of connections, scenes or rows.
    static func number(
        _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable,
        in range: ClosedRange<Int> = 1...1_000_000
    ) -> Entry {
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Entry(name: name, allowed: "\(allowed); the default is \(defaults[keyPath: path])") { node, settings in
            guard let number = node.int, range.contains(number) else { return false }
            settings[keyPath: path] = number
            return true
        }
    }

    /// Reads a number of bytes, up to a tebibyte. With fewer than `least` the server would be unusable.
    static func bytes(
        _ name: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, from least: Int = 64
    ) -> Entry {
        number(name, path, in: least...1 << 40)
    }

    static func seconds(
        _ name: String, _ path: any WritableKeyPath<Settings, Duration> & Sendable,
        in range: ClosedRange<Double> = 0.001...1e6
    ) -> Entry {
        let (least, usual) = (range.lowerBound, defaults[keyPath: path].components.seconds)
        let first = least < 1 ? "\(least)" : "\(Int(least))"
        let allowed = "a number of seconds from \(first) to \(Int(range.upperBound)); the default is \(usual)"
        return Entry(name: name, allowed: allowed) { node, settings in
            guard let seconds = node.float, range.contains(seconds) else { return false }
            settings[keyPath: path] = .seconds(seconds)
            return true
        }
    }

    private static let defaults = Settings()
}
