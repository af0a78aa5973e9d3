import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ValueTests {
    @Test func readsParts() {
        let json: JSON = ["name": "AC/DC", "albums": [1, 2.5], "live": true, "none": nil]
        #expect(json["name"]?.stringValue == "AC/DC")
        #expect(json["albums"]?[1]?.doubleValue == 2.5)
        #expect(json["live"]?.boolValue == true)
        #expect(json["none"] == .some(.null))
        #expect(json["missing"] == nil)
        #expect(json["albums"]?[2] == nil)
        #expect(json["albums"]?[-1] == nil)
        #expect(json["albums"]?["0"] == nil)
        #expect(json.objectValue?.count == 4)
        #expect(json["albums"]?.arrayValue?.count == 2)
    }

    @Test func theOrderOfMembersDoesNotMatter() {
        #expect(["a": 1, "b": [2]] as JSON == ["b": [2], "a": 1.0])
        #expect(["a": 1] as JSON != ["a": 1, "b": nil])
        #expect(["a": 1, "b": nil] as JSON != ["a": 1, "c": nil])
        #expect([1, 2] as JSON != [2, 1])
    }

    @Test func textsAreEqualCodePointByCodePoint() {
        #expect(JSON.string("\u{E9}") != .string("e\u{301}"))
        #expect(["\u{E9}": 1] as JSON != ["e\u{301}": 1])
    }

    @Test func kindsDiffer() {
        let values: [JSON] = [nil, false, 0, "", [], [:], "null", "0", [nil], ["": nil]]
        for (place, value) in values.enumerated() {
            for other in values[(place + 1)...] { #expect(value != other) }
        }
    }

    /// An object against the plainest thing that does the same, through every size and both ways of finding a member.
    @Test func anObjectIsAListOfMembersByName() {
        var generator = SeededGenerator.announced("anObjectIsAListOfMembersByName")
        for _ in 0..<40 {
            var object = JSONObject()
            var model: [(name: String, value: JSON)] = []
            for step in 0..<200 {
                let name = "n\(Int.random(in: 0..<40, using: &generator))"
                let value: JSON? = Bool.random(using: &generator) ? .int(Int64(step)) : .none
                object[name] = value
                let place = model.firstIndex { $0.name == name }
                switch (place, value) {
                case (let place?, let value?): model[place].value = value
                case (let place?, nil): model.remove(at: place)
                case (nil, let value?): model.append((name, value))
                case (nil, nil): break
                }
                #expect(object.names == model.map(\.name))
                #expect(object.map(\.value) == model.map(\.value))
                #expect(object.count == model.count && object.isEmpty == model.isEmpty)
                #expect(object[name] == value)
            }
        }
    }

    @Test func aLargeObjectIsEmptiedAndFilledAgain() {
        var object = JSONObject((0..<10_000).map { ("\($0)", .int($0)) })
        for number in 0..<10_000 { object["\(number)"] = nil }
        #expect(object == [:])
        for number in (0..<100).reversed() { object["\(number)"] = .int(Int64(number)) }
        #expect(object.names == (0..<100).reversed().map { "\($0)" })
    }
}
