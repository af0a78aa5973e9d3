import JSON
import Serving
import TestSupport
import Testing

/// A slow search of a table: no client sees an empty result before the search has ended.
@Suite(.timeLimit(.minutes(5))) struct LongSearchTests {
    private static let schema = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 60000)
        INSERT INTO t SELECT i, iif(i % 20 = 1, 'Found ', 'other ') || i FROM r;
        ALTER TABLE t ADD COLUMN
          slow TEXT AS (length(replace(hex(zeroblob(40000 + id)), '00', '000')) || '') VIRTUAL;
        """

    private func serve(
        patience: Duration, queryTimeout: Duration, _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await withServer(Self.schema, { ($0.patience, $0.queryTimeout) = (patience, queryTimeout) }, body)
    }

    @Test func aSearchShowsTheRowsFoundSoFar() async throws {
        try await serve(patience: .seconds(2), queryTimeout: .seconds(5)) { server in
            var totals: [Int64] = []
            for _ in 0..<2 {
                let answer = try await server.http.get("/t?search=found")
                #expect(answer.status == 200)
                let window = try answer.json["window"]
                #expect(window?["searching"] == true)
                #expect(window?["approximate"] == true)
                #expect(try answer.json["cells"]?["1"]?["title"] == "Found 1")
                totals.append(window?["total"]?.intValue ?? 0)
            }
            #expect(totals[0] > 0 && totals[1] >= totals[0])
            let stream = try await EventClient(port: server.port, "/t?search=found")
            func isSearching() -> Bool { stream.document["window"]?["searching"] != nil }
            while stream.document["problem"] == nil || isSearching() { _ = try await stream.next() }
            #expect(stream.document["problem"]?["code"] == "query-too-slow")
            #expect(stream.document["window"]?["approximate"] == true)
            #expect(stream.document["cells"]?["1"]?["title"] == "Found 1")
        }
    }

    @Test func aSearchThatEndsWithoutViewersShowsTheRowsThatItFound() async throws {
        try await serve(patience: .milliseconds(500), queryTimeout: .seconds(2)) { server in
            var answer = try await server.http.get("/t?search=found")
            #expect(try answer.json["window"]?["searching"] == true)
            // A search with the same limit that begins later, and has a viewer, ends later.
            let later = try await EventClient(port: server.port, "/t?search=nonesuch")
            while later.document["problem"] == nil { _ = try await later.next() }
            #expect(later.document["problem"]?["code"] == "query-too-slow")
            answer = try await server.http.get("/t?search=found")
            #expect(try answer.json["problem"]?["code"] == "query-too-slow")
            answer = try await server.http.get("/t?search=found&window=0,3")
            let window = try answer.json["window"]
            #expect(window?["searching"] == nil)
            #expect(window?["approximate"] == true)
            let found = window?["total"]?.intValue ?? 0
            #expect(found > 0)
            #expect(try answer.json["cells"]?["1"]?["title"] == "Found 1")
            let last = found * 20 - 19
            answer = try await server.http.get("/t?search=found&window=\(found - 1),1")
            #expect(try answer.json["cells"]?[String(last)]?["title"] == .string("Found \(last)"))
        }
    }
}
