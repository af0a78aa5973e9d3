import JSON
import TestSupport
import Testing

/// The documents equal the content of a JSON file after any writes.
@Suite(.timeLimit(.minutes(5))) struct JSONConvergenceTests {
    @Test(arguments: [true, false]) func randomEditsAreShown(_ hasKeys: Bool) async throws {
        try await withJSON("[]") { server in
            var random = SeededGenerator.announced("randomEditsAreShown(\(hasKeys))")
            var records: [JSON] = []
            let socket = try await SocketClient(port: server.port)
            let scene = try #require(try await socket.open("/things")["scene"]?.intValue)
            for round in 0..<40 {
                for _ in 0..<Int.random(in: 1...4, using: &random) { Self.edit(&records, round, hasKeys, &random) }
                let text = JSON.array(records).text
                let way = ["cat > things.json", "cat > new; mv new things.json"].randomElement(using: &random) ?? ""
                try await server.shell(way, text)
                if Bool.random(using: &random), let index = records.indices.randomElement(using: &random) {
                    let id = records[index]["id"]?.intValue.map { String($0) } ?? String(index)
                    let answer = try await server.http.post("/things/\(id):update", ["name": .string("ours \(round)")])
                    if answer.status == 200 { records[index] = Self.named(records[index], "ours \(round)") }
                }
                let shown = JSONTableTests.order(try await server.http.get("/things").json)
                #expect(shown == records.map { $0["name"]?.stringValue ?? "" }, "\(text)")
                #expect(try JSON(parsing: server.text()) == .array(records))
            }
            try await socket.follow(scene) { $0["window"]?["total"] == .int(Int64(records.count)) }
            try await socket.settle(scene, server.http)
        }
    }

    private static func edit(
        _ records: inout [JSON], _ round: Int, _ hasKeys: Bool, _ random: inout SeededGenerator
    ) {
        let place = Int.random(in: 0...records.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < records.count: records.remove(at: place)
        case 1 where place < records.count: records[place] = named(records[place], "theirs \(round)")
        case 2 where place < records.count:
            let moved = records.remove(at: place)
            records.insert(moved, at: Int.random(in: 0...records.count, using: &random))
        default:
            let id = (records.compactMap { $0["id"]?.intValue }.max() ?? 0) + 1
            records.insert(hasKeys ? ["id": .int(id), "name": "new"] : ["name": "new", "more": [1]], at: place)
        }
    }

    private static func named(_ record: JSON, _ name: String) -> JSON {
        var members = record.objectValue ?? JSONObject()
        members["name"] = .string(name)
        return .object(members)
    }
}
