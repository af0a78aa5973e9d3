import Changes
import JSON
import TestSupport
import Testing

@testable import JSONTables

@Suite(.timeLimit(.minutes(5))) struct RecordTableTests {
    private func shape(_ text: String) throws -> JSONFileShape { JSONFileShape(try JSON(parsing: text), name: "file") }

    @Test func onlyArraysOfObjectsAreTables() throws {
        #expect(try shape(#"[{"a": 1}]"#).tables.map(\.name) == ["file"])
        #expect(try shape(#"{"b": [{"x": 1}], "a": []}"#).tables.map(\.name) == ["b", "a"])
        for text in [
            "1", "null", "[1]", "{}", #"{"a": 1}"#, #"{"a": [], "b": [2]}"#, #"{"a": [], "A": []}"#,
            #"[{"a": 1, "A": 2}]"#, #"[{"oriel_position": 1}]"#, #"{"sqlite_x": []}"#,
        ] { #expect(try shape(text).tables.isEmpty, "\(text)") }
    }

    @Test func aRecordIsNamedByACommonMemberOrItsPosition() throws {
        let ids = { (text: String) in try shape(text).tables[0].ids.map(\.text) }
        #expect(try ids(#"[{"id": 2}, {"id": 1}]"#) == ["2", "1"])
        #expect(try ids(#"[{"id": 1, "_id": "b"}, {"id": 1, "_id": "a"}]"#) == ["b", "a"])
        #expect(try ids(#"[{"key": "1"}, {"key": 1}]"#) == ["~t1", "1"])
        #expect(try ids(#"[{"id": 1}, {"id": 1}]"#) == ["0", "1"])
        #expect(try ids(#"[{"id": 1}, {"id": null}]"#) == ["0", "1"])
        #expect(try ids(#"[{"id": 1.5}, {"name": "x"}]"#) == ["0", "1"])
    }

    @Test func aColumnHasTheTypeOfItsValues() throws {
        let kinds = { (values: String) in
            try shape("[" + values.split(separator: ";").map { "{\"a\": \($0)}" }.joined(separator: ",") + "]")
                .tables[0].columns[0].kind
        }
        #expect(try kinds("1;2;null") == .integer)
        #expect(try kinds("1;2.5") == .number)
        #expect(try kinds("true;false") == .boolean)
        #expect(try kinds(#""x";"y""#) == .text)
        #expect(try kinds(#""x";1"#) == .scalar)
        #expect(try kinds("true;1") == .nested)
        #expect(try kinds("[];1") == .nested)
        #expect(try kinds("null") == .scalar)
    }

    @Test func rowsThatStayInOrderKeepTheirNumbers() {
        var random = SeededGenerator.announced("rowsThatStayInOrderKeepTheirNumbers")
        var names = Array(0..<20)
        var numbers = Dictionary(uniqueKeysWithValues: zip(names, RecordPositions.following(names.map { _ in nil })))
        for _ in 0..<500 {
            let place = names.indices.randomElement(using: &random) ?? 0
            let moved = names.remove(at: place)
            names.insert(moved, at: Int.random(in: 0...names.count, using: &random))
            let next = RecordPositions.following(names.map { numbers[$0] })
            #expect(zip(next, next.dropFirst()).allSatisfy { $0 < $1 })
            let changed = zip(names, next).filter { numbers[$0] != $1 }.count
            #expect(changed <= 1 || changed == names.count, "a moved row is one, unless there was no room")
            numbers = Dictionary(uniqueKeysWithValues: zip(names, next))
        }
    }
}
