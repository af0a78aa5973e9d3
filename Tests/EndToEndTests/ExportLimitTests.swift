import JSON
import Serving
import TestSupport
import Testing

/// Exports that never end.
@Suite(.timeLimit(.minutes(2))) struct ExportLimitTests {
    @Test(arguments: ["spoolLimit", "spoolTotal"])
    func anEndlessExportIsCutOffWithALogLine(_ setting: String) async throws {
        let file = try await ServedFile(SlowWriteTests.sql, settings: "\(setting): 3000000")
        let (program, port) = try await file.serve()
        let http = HTTPClient(port: port)
        for _ in 0..<2 {  // what the first took is given back
            let download = try await blocking { try Download(port: port, "/endless_view:csv") }
            await #expect(throws: ClientError.self) { try await blocking { _ = try download.readToEnd() } }
            #expect(download.count > 1_000_000 && download.count <= 3_000_100)
        }
        try await program.hears(" warning request failed code=export-too-large reason=", times: 1)
        #expect(try await http.get("/-/metrics").text.contains("oriel_problems_total{code=\"export-too-large\"} 2"))
        #expect(try await http.get("/entry:csv").text == "id,text\r\n1,one\r\n")
        try await program.stop()
    }

    @Test func anExportThatFindsNoRowEndsInTime() async throws {
        try await withServer(SlowWriteTests.sql, { $0.exportTimeout = .milliseconds(500) }) { server in
            let answer = try await server.http.get("/endless_view:csv?x=-1")
            #expect(answer.status == 503)
            #expect(try answer.json["code"] == "export-cut-off")
            #expect(try await server.http.get("/entry:csv").status == 200)
        }
    }
}
