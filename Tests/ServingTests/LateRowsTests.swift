import JSON
import Serving
import TestSupport
import Testing

/// A list that takes longer than `patience` is never shown as one without rows.
@Suite(.timeLimit(.minutes(2))) struct LateRowsTests {
    @Test func aGetRepliesLoadingUntilTheRowsAreRead() async throws {
        try await withOffice {
            $0.patience = .milliseconds(20)
        } _: { server in
            try await expectLoading(server)
            await server.office.late.count()
            try await expectLoading(server)  // the rows are counted, and not read
            await server.office.late.read()
            var answer = try await server.http.get("/late")
            while answer.status == 503 { answer = try await server.http.get("/late") }
            #expect(try answer.json["window"]?["total"] == 3)
            #expect(try answer.json["cells"]?["0"]?["title"] == "Row 0")
        }
    }

    private func expectLoading(_ server: OfficeServer) async throws {
        let answer = try await server.http.get("/late")
        #expect(answer.status == 503, "\(answer.text)")
        #expect(try answer.json["code"] == "loading")
        #expect(answer.headers["retry-after"] != nil)
    }

    @Test func aStreamReportsAnUncountedList() async throws {
        try await withOffice {
            $0.patience = .milliseconds(20)
        } _: { server in
            let stream = try await EventClient(port: server.port, "/late")
            _ = try await stream.next()
            #expect(stream.document["phase"] == "loading")
            #expect(stream.document["window"]?["approximate"] == true)
            await server.office.late.count()
            await server.office.late.read()
            while stream.document["window"]?["total"] != 3 { _ = try await stream.next() }
            #expect(stream.document["window"]?["approximate"] == nil)
        }
    }
}
