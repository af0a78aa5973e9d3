import TestSupport
import Testing

@testable import JSON

@Suite(.timeLimit(.minutes(5))) struct DigestTests {
    @Test func equalValuesHaveEqualHashes() {
        #expect((["a": 1, "b": [2, 0]] as JSON).contentHash == (["b": [2.0, -0.0], "a": 1.0] as JSON).contentHash)
        #expect((["a": 1] as JSON).hashValue == (["a": 1.0] as JSON).hashValue)
    }

    @Test func theOrderOfMembersDoesNotMatter() {
        var generator = SeededGenerator.announced("theOrderOfMembersDoesNotMatter")
        for _ in 0..<1_000 {
            let json = RandomJSON.value(depth: 4, &generator)
            #expect(shuffled(json, &generator).contentHash == json.contentHash)
        }
    }

    @Test func differentContentHasADifferentHash() {
        let values: [JSON] = [
            nil, false, true, 0, 1, -1, 0.5, "", "0", "a", "\0", "\0\0", "aaaaaaaa", "aaaaaaaa\0", "\u{E9}", "e\u{301}",
            [], [[]],
            [nil], [0], [0, 0], ["0"], [1, 2], [2, 1], [[1], 2], [1, [2]], [:], ["": nil], ["a": nil], ["a": 1],
            ["a": [:]],
            ["a": 1, "b": 2], ["a": 2, "b": 1], ["b": 1], [["a": 1], ["b": 2]], ["a", 1], ["a": ["b": 1]],
            ["b": ["a": 1]],
        ]
        #expect(Set(values.map(\.contentHash)).count == values.count)
    }

    @Test func randomDocumentsHaveEqualHashesOnlyWhenEqual() {
        var generator = SeededGenerator.announced("randomDocumentsHaveEqualHashesOnlyWhenEqual")
        var seen: [UInt64: JSON] = [:]
        for _ in 0..<5_000 {
            let json = RandomJSON.value(depth: 3, &generator)
            #expect(seen.updateValue(json, forKey: json.contentHash).map { $0 == json } ?? true)
        }
    }

    @Test func aHashIsMadeOfTheHashesOfTheParts() {
        var object = ContentHash.Object()
        var array = ContentHash.Array()
        array.add((1 as JSON).contentHash)
        array.add(ContentHash.hash(of: Array("é".utf8)))
        object.add("rows", array.value)
        #expect(object.value == (["rows": [1, "é"]] as JSON).contentHash)
    }

    /// A digest names a state across restarts and machines, so that it must not change by accident.
    @Test func digestsAreTheSameInEveryVersion() {
        #expect(Digest((nil as JSON).contentHash).text == "fg4v9rE6KR4")
        #expect(Digest((["a": [1, "text", 2.5]] as JSON).contentHash).text == "glc6H942WFM")
    }

    @Test func aDigestIsElevenCharacters() throws {
        #expect(Digest(0).text == "AAAAAAAAAAA")
        #expect(Digest(.max).text == "__________8")
        #expect(Digest(1).text == "AAAAAAAAAAE")
        var generator = SeededGenerator.announced("aDigestIsElevenCharacters")
        for _ in 0..<1_000 {
            let digest = Digest(generator.next())
            #expect(Digest(digest.text) == digest)
        }
    }

    @Test(arguments: [
        "", "AAAAAAAAAA", "AAAAAAAAAAAA", "AAAAAAAAAAB", "AAAAA+AAAAA", "AAAAAAAAAA=", "AAAAAAAAA é", "AAAAAAAAAÄ",
    ])
    func refusesInvalidDigests(text: String) {
        #expect(Digest(text) == nil)
    }

    private func shuffled(_ json: JSON, _ generator: inout SeededGenerator) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map { shuffled($0, &generator) })
        case .object(let members):
            let order = members.shuffled(using: &generator)
            return .object(JSONObject(order.map { ($0.name, shuffled($0.value, &generator)) }))
        default: return json
        }
    }
}
