import JSON
import Testing

@Suite(.timeLimit(.minutes(5))) struct PatchTests {
    private static let document: JSON = ["a": [1, ["b": nil]], "c": "d"]

    @Test func aPatchIsAnArray() {
        for patch: JSON in [["op": "add", "path": "", "value": 1], nil, "[]", 1] {
            #expect(throws: JSONPatchError.notAnArray) { try Self.document.applying(patch) }
        }
        #expect(throws: JSONPatchError.malformed(operation: 1, message: "an operation must be an object")) {
            try Self.document.applying([["op": "remove", "path": "/c"], []])
        }
    }

    @Test func namesTheOperationThatFailed() {
        let fine: JSON = ["op": "test", "path": "/c", "value": "d"]
        #expect(throws: JSONPatchError.missing(operation: 1, path: "/x/y")) {
            try Self.document.applying([fine, ["op": "remove", "path": "/x/y"]])
        }
        #expect(throws: JSONPatchError.testFailed(operation: 2, path: "/c")) {
            try Self.document.applying([fine, fine, ["op": "test", "path": "/c", "value": "D"]])
        }
        #expect(throws: JSONPatchError.malformed(operation: 0, message: "unknown operation \"spam\"")) {
            try Self.document.applying([["op": "spam", "path": "/c"]])
        }
    }

    @Test func anErrorLeavesTheDocumentUnchanged() {
        let document = Self.document
        let patch: JSON = [
            ["op": "remove", "path": "/a/0"], ["op": "replace", "path": "/c", "value": 2],
            ["op": "move", "from": "/a", "path": "/e"],
            ["op": "remove", "path": "/missing"],
        ]
        #expect(throws: JSONPatchError.missing(operation: 3, path: "/missing")) { try document.applying(patch) }
        #expect(document == ["a": [1, ["b": nil]], "c": "d"])
    }

    @Test func aCopyIsIndependent() throws {
        let patch: JSON = [
            ["op": "copy", "from": "/a", "path": "/e"], ["op": "replace", "path": "/e/1/b", "value": 1],
            ["op": "add", "path": "/a/-", "value": 2],
        ]
        #expect(try Self.document.applying(patch) == ["a": [1, ["b": nil], 2], "c": "d", "e": [1, ["b": 1]]])
    }

    @Test func aReplacedOrMovedMemberKeepsOrLosesItsPlace() throws {
        let document: JSON = ["a": 1, "b": 2, "c": 3]
        #expect(try document.applying([["op": "replace", "path": "/a", "value": 9]]).text == #"{"a":9,"b":2,"c":3}"#)
        #expect(try document.applying([["op": "move", "from": "/a", "path": "/d"]]).text == #"{"b":2,"c":3,"d":1}"#)
    }

    @Test func manyOperationsOnALargeContainerAreQuick() throws {
        let count = 20_000
        let document: JSON = [
            "array": .array((0..<count).map { .int(Int64($0)) }),
            "object": .object(JSONObject((0..<count).map { ("\($0)", .int(Int64($0))) })),
        ]
        let patch = (0..<count).flatMap { number -> [JSON] in
            [
                ["op": "replace", "path": .string("/array/\(number)"), "value": .int(Int64(-number))],
                ["op": "remove", "path": .string("/object/\(number)")],
            ]
        }
        let result = try document.applying(.array(patch))
        #expect(result == ["array": .array((0..<count).map { .int(Int64(-$0)) }), "object": [:]])
    }

    /// Sixty operations would make 2⁶⁰ lines, a few thousand a document too deep to be walked through.
    @Test func aSmallPatchMakesNoHugeDocument() {
        let doubling = JSON.array(Array(repeating: ["op": "copy", "from": "", "path": "/-"], count: 60))
        let line = JSON.string(String(repeating: "x", count: 1 << 16))
        #expect(throws: JSONPatchError.tooLarge(operation: 8)) { try ([line] as JSON).applying(doubling) }
        let deepening = JSON.array(Array(repeating: ["op": "copy", "from": "", "path": "/a"], count: 3_000))
        #expect(throws: JSONPatchError.tooLarge(operation: 1_999)) { try ([:] as JSON).applying(deepening) }
        let text = JSON.string(String(repeating: "x", count: 1 << 20))
        let copying = JSON.array(Array(repeating: ["op": "copy", "from": "/0", "path": "/-"], count: 1_000))
        #expect(throws: JSONPatchError.tooLarge(operation: 15)) { try ([text] as JSON).applying(copying) }
    }

    @Test func movingUpAndDownDoesNotGrowTheDocument() throws {
        let there: JSON = ["op": "move", "from": "/a", "path": "/b/c/d"]
        let back: JSON = ["op": "move", "from": "/b/c/d", "path": "/a"]
        let document: JSON = ["a": [[1]], "b": ["c": [:]]]
        let patch = JSON.array((0..<3_000).flatMap { _ in [there, back] })
        #expect(try document.applying(patch) == document)
    }

    @Test func operationsAreWrittenAsTheyAreRead() throws {
        let operations: [JSONPatchOperation] = [
            .test(path: "/c", value: "d"), .add(path: "/a/-", value: nil), .copy(from: "/a", path: "/e"),
            .replace(path: "/c", value: [1]), .move(from: "/c", path: "/f"), .remove(path: "/a"),
        ]
        let patch = JSON.array(operations.map(\.json))
        let expected = """
            [{"op":"test","path":"/c","value":"d"},{"op":"add","path":"/a/-","value":null},\
            {"op":"copy","from":"/a","path":"/e"},{"op":"replace","path":"/c","value":[1]},\
            {"op":"move","from":"/c","path":"/f"},{"op":"remove","path":"/a"}]
            """
        #expect(try patch == JSON(parsing: expected))
        #expect(try Self.document.applying(patch) == ["e": [1, ["b": nil], nil], "f": [1]])
    }
}
