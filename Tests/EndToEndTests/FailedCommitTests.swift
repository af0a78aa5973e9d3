import JSON
import TestSupport
import Testing

/// Foreign commits after a failed transaction of the server.
@Suite(.timeLimit(.minutes(2))) struct FailedCommitTests {
    /// The log gives their entries the numbers of rolled-back entries.
    @Test func aCommitOfOthersAfterOneOfOursThatFailedIsShown() async throws {
        let server = try await AttachedServer()
        for id in 1...3 {
            #expect(try await server.http.get("/child").json["cells"]?.objectValue?.names.count == id - 1)
            let refused = try await server.http.post("/child:insert", ["entry": 99])  // found out by COMMIT
            #expect(refused.status == 422, "\(refused.text)")
            try await server.database.run("INSERT INTO child VALUES (\(id), 1)")
            #expect(try await server.http.get("/child").json["cells"]?.objectValue?.names.count == id)
        }
        try await server.stop()
    }
}
