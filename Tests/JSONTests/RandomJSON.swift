import JSON
import TestSupport

/// Random documents of few distinct parts, so that many are equal.
enum RandomJSON {
    private static let texts = [
        "", "a", "b", "c", "/", "~", "~1", "a/b", "é", "e\u{301}", "\0", "\u{7F}", "0", "01", "-", "😀", "\"\\\n",
    ]

    static func value(depth: Int, _ generator: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: return nil
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .int(Int64.random(in: -2...3, using: &generator))
        case 3: return .double([0.5, 1, -2.25, 1e300, .leastNonzeroMagnitude].randomElement(using: &generator) ?? 0)
        case 4, 5: return .string(text(&generator))
        case 6, 7:
            let count = Int.random(in: 0...6, using: &generator)
            return .array((0..<count).map { _ in value(depth: depth - 1, &generator) })
        default:
            let count = [0, 1, 3, 5, 16].randomElement(using: &generator) ?? 0
            return .object(JSONObject((0..<count).map { _ in (text(&generator), value(depth: depth - 1, &generator)) }))
        }
    }

    /// The document with a few changes.
    static func changed(_ json: JSON, _ generator: inout SeededGenerator) -> JSON {
        guard Int.random(in: 0..<8, using: &generator) > 0 else { return value(depth: 2, &generator) }
        switch json {
        case .array(let elements): return .array(changed(elements, &generator))
        case .object(let members): return .object(changed(members, &generator))
        default: return json
        }
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        texts.randomElement(using: &generator) ?? ""
    }

    private static func changed(_ old: [JSON], _ generator: inout SeededGenerator) -> [JSON] {
        var elements = old
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let place = Int.random(in: 0...elements.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where place < elements.count: elements.remove(at: place)
            case 1 where place < elements.count: elements[place] = changed(elements[place], &generator)
            case 2: elements.shuffle(using: &generator)
            default: elements.insert(value(depth: 1, &generator), at: place)
            }
        }
        return elements
    }

    private static func changed(_ old: JSONObject, _ generator: inout SeededGenerator) -> JSONObject {
        var members = old
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let name = members.names.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: members[name] = nil
            case 1: members[name] = members[name].map { changed($0, &generator) }
            default: members[text(&generator)] = value(depth: 1, &generator)
            }
        }
        return members
    }
}
