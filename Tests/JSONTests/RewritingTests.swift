import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RewritingTests {
    private func rewrite(_ text: String, _ new: JSON) -> String {
        String(decoding: JSON.rewriting(Array(text.utf8), to: new), as: UTF8.self)
    }

    @Test func unchangedPartsKeepTheirSpelling() {
        let text = "{ \"a\" : 1.50,\n\t\"b\":2e0 , \"c\": \"\\u0041\" }\n"
        #expect(rewrite(text, ["a": 1.5, "b": 2, "c": "A"]) == text)
        #expect(rewrite(text, ["a": 1.5, "b": 3, "c": "A"]) == "{ \"a\" : 1.50,\n\t\"b\":3 , \"c\": \"\\u0041\" }\n")
    }

    @Test func aNewMemberIsFormattedLikeItsNeighbours() {
        #expect(rewrite("{\n    \"a\": 1\n}\n", ["a": 1, "b": [1, 2]]) == "{\n    \"a\": 1,\n    \"b\": [1,2]\n}\n")
        #expect(rewrite(#"{"a":1,"b":2}"#, ["a": 1, "b": 2, "c": 3]) == #"{"a":1,"b":2,"c":3}"#)
        #expect(rewrite(#"{ "a": 1, "b": 2 }"#, ["a": 1, "b": 2, "c": 3]) == #"{ "a": 1, "b": 2, "c": 3 }"#)
        #expect(rewrite("{ }\n", ["a": 1]) == "{\n  \"a\": 1\n}\n")
    }

    @Test func aNewRecordIsFormattedLikeTheLast() {
        let text = "[\n\t{\n\t\t\"id\": 1\n\t}\n]\n"
        #expect(
            rewrite(text, [["id": 1], ["id": 2, "b": nil]])
                == "[\n\t{\n\t\t\"id\": 1\n\t},\n\t{\n\t\t\"id\": 2,\n\t\t\"b\": null\n\t}\n]\n")
        #expect(
            rewrite("[{\"id\": 1}, {\"id\": 2}]", [["id": 1], ["id": 2], ["id": 3]])
                == #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
        #expect(rewrite("[]\n", [["id": 1]]) == "[\n  {\n    \"id\": 1\n  }\n]\n")
        #expect(rewrite(#"{"a": []}"#, ["a": [["id": 1]]]) == #"{"a": [{"id":1}]}"#)
    }

    @Test func aRemovedMemberLeavesNoComma() {
        let text = "[\n  1,\n  2,\n  3\n]"
        #expect(rewrite(text, [2, 3]) == "[\n  2,\n  3\n]")
        #expect(rewrite(text, [1, 3]) == "[\n  1,\n  3\n]")
        #expect(rewrite(text, [1, 2]) == "[\n  1,\n  2\n]")
        #expect(rewrite(text, []) == "[]")
        let object = #"{"a": 1, "b": 2, "c": 3}"#
        #expect(rewrite(object, ["b": 2, "c": 3]) == #"{"b": 2, "c": 3}"#)
        #expect(rewrite(object, ["a": 1, "c": 3]) == #"{"a": 1, "c": 3}"#)
        #expect(rewrite(object, ["a": 1, "b": 2]) == #"{"a": 1, "b": 2}"#)
        #expect(rewrite(object, ["a": 1, "d": 4]) == #"{"a": 1, "d": 4}"#)
        #expect(rewrite(object, [:]) == "{}")
    }

    @Test func invalidTextAndDuplicateMembersAreRewritten() {
        #expect(rewrite("[1,", [2]) == "[2]")
        #expect(rewrite(#"{"a": 1, "a": 2}"#, ["a": 3]) == #"{"a":3}"#)
    }

    @Test func anyTextBecomesAnyValue() throws {
        var random = SeededGenerator.announced("anyTextBecomesAnyValue")
        for _ in 0..<2_000 {
            let old = Self.value(3, &random)
            let new = Bool.random(using: &random) ? Self.changed(old, &random) : Self.value(3, &random)
            let text = Self.text(old, &random)
            let result = JSON.rewriting(text, to: new)
            #expect(try JSON(parsing: result) == new, "\(String(decoding: text, as: UTF8.self)) to \(new)")
            #expect(JSON.rewriting(result, to: new) == result)
        }
    }

    private static func value(_ depth: Int, _ random: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .int(.random(in: -3...3, using: &random))
        case 3: .double(.random(in: -1...1, using: &random))
        case 4: .string(["", "a,b", "}\"]", "\\", "é\n"].randomElement(using: &random) ?? "")
        case 5, 6: .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth - 1, &random) })
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                        (["a", "b", "\"c", "d:", "é"].randomElement(using: &random) ?? "", value(depth - 1, &random))
                    }))
        }
    }

    private static func changed(_ value: JSON, _ random: inout SeededGenerator) -> JSON {
        guard Int.random(in: 0..<4, using: &random) > 0 else { return Self.value(1, &random) }
        switch value {
        case .array(var elements):
            guard !elements.isEmpty else { return [1] }
            let index = elements.indices.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<3, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(Self.value(1, &random), at: index)
            default: elements[index] = changed(elements[index], &random)
            }
            return .array(elements)
        case .object(var members):
            let name = members.names.randomElement(using: &random) ?? "new"
            members[name] = Bool.random(using: &random) ? nil : changed(members[name] ?? .null, &random)
            return .object(members)
        default: return Self.value(1, &random)
        }
    }

    /// A text of a value with white space in all permitted places.
    private static func text(_ value: JSON, _ random: inout SeededGenerator) -> [UInt8] {
        let space = ["", " ", "\n  ", "\t"].randomElement(using: &random) ?? ""
        return Array((space + spaced(value, space) + space).utf8)
    }

    private static func spaced(_ value: JSON, _ space: String) -> String {
        switch value {
        case .array(let elements):
            "[" + space + elements.map { spaced($0, space) }.joined(separator: space + "," + space) + space + "]"
        case .object(let members):
            "{" + space
                + members.map { JSON.string($0.name).text + space + ":" + space + spaced($0.value, space) }
                .joined(separator: "," + space) + space + "}"
        default: value.text
        }
    }
}
