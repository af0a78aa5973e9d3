import JSON
import Serving
import TestSupport
import Testing

/// A slow search of a table: no client sees an empty result before the search has ended.
@Suite struct LongSearchTests {
    private static let schema = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT,
          slow TEXT AS (length(replace(hex(zeroblob(40000 + id)), '00', '000')) || '') VIRTUAL);
        WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 60000)
        INSERT INTO t SELECT i, iif(i % 20 = 1, 'Found ', 'other ') || i FROM r;
        """

    @Test func aSearchShowsTheRowsFoundSoFar() async throws {
        try await withServer(
            Self.schema,
            { settings in
                settings.patience = .seconds(2)
                settings.queryTimeout = .seconds(5)
            }
        ) { server in
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
}
