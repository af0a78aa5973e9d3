import Foundation
import JSON
import TestSupport
import Testing

/// The server killed in the middle of writing.
@Suite(.timeLimit(.minutes(5))) struct KillTests {
    @Test(arguments: ["WAL", "DELETE"])
    func aKillLosesNoAnsweredCommand(_ journal: String) async throws {
        let database = try await blocking {
            try Database(
                "PRAGMA journal_mode = \(journal); CREATE TABLE Entry (Id INTEGER PRIMARY KEY, Text TEXT UNIQUE);")
        }
        var answered: Set<String> = []
        for round in 1...3 {
            answered.formUnion(try await writeUntilKilled(database, round: round))
            let kept = try await database.run("SELECT Text FROM Entry; PRAGMA integrity_check;")
            let lines = Set(kept.split(separator: "\n").map(String.init))
            #expect(answered.isSubset(of: lines), "lost: \(answered.subtracting(lines).sorted())")
            #expect(lines.contains("ok"))
        }
    }

    /// Six clients insert rows, each after the reply to the last one, until the server is killed.
    ///
    /// - Returns: The rows whose commands were answered.
    private func writeUntilKilled(_ database: Database, round: Int) async throws -> Set<String> {
        let program = try Program(["serve", database.path, "--port", "0"])
        let client = HTTPClient(port: try #require(try await program.port()))
        let answered = Answered()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<6 {
                group.addTask {
                    for number in 0... {
                        let text = "\(round)-\(writer)-\(number)"
                        guard let answer = try? await client.post("/Entry:insert", ["Text": .string(text)]) else {
                            return
                        }
                        guard answer.status == 200 else { return }
                        answered.record(text)
                    }
                }
            }
            await answered.wait(for: 60 + round * 17)
            try await program.stop()  // with SIGKILL
            try await group.waitForAll()
        }
        return answered.all
    }
}
