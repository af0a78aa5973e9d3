import Dispatch
import JSON
import Lists
import Loop
import Stores
import TestSupport
import Testing

/// Commands that wait for the writer at the same time. They share a commit, and each is refused alone.
@Suite(.timeLimit(.minutes(5))) struct WriteGroupTests {
    private static let schema = """
        CREATE TABLE item (
            id int PRIMARY KEY, n int UNIQUE, parent int REFERENCES item DEFERRABLE INITIALLY DEFERRED,
            at timestamptz NOT NULL DEFAULT now());
        INSERT INTO item (id, n) VALUES (0, 0)
        """

    /// Runs batches that wait while a transaction of the app runs. Returns the error of each.
    @SceneActor private func run(
        _ batches: [[WriteCommand]], in store: Store, meanwhile body: @SceneActor () async throws -> Void = {}
    ) async throws -> [CommandError?] {
        let (gate, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = Task { @SceneActor in
            try await store.transaction { _ in
                entered.signal()
                gate.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                entered.wait()
                continuation.resume()
            }
        }
        var begun = 0
        let tasks = batches.map { batch in
            Task { @SceneActor () -> CommandError? in
                begun += 1
                do throws(CommandError) {
                    try await store.write(batch)
                    return nil
                } catch {
                    return error
                }
            }
        }
        while begun < batches.count { await Task.yield() }
        try await body()
        gate.signal()
        try await holder.value
        var errors: [CommandError?] = []
        for task in tasks { errors.append(await task.value) }
        return errors
    }

    private static func insert(_ id: Int, n: Int? = nil, parent: JSON = .null) -> WriteCommand {
        .insert(table: "item", values: ["id": .int(Int64(id)), "n": .int(Int64(n ?? id)), "parent": parent])
    }

    @Test @SceneActor func commandsShareACommitAndAreRefusedAlone() async throws {
        try await withPostgresStore(Self.schema) { store, database in
            var batches = (1...40).map { [Self.insert($0)] }
            batches[6] = [Self.insert(100), Self.insert(7, n: 0)]  // the second one is refused, so the first is undone
            batches[8] = [.delete(table: "item", id: "77")]
            let errors = try await run(batches, in: store)
            for (place, error) in errors.enumerated() {
                switch (place, error) {
                case (6, .invalid(_, let fields)?): #expect(fields == ["n": "Another row has this value already."])
                case (8, .notFound?), (_, nil): break
                default: Issue.record("\(place): \(String(describing: error))")
                }
            }
            #expect(errors[6] != nil && errors[8] != nil)
            let rows = try await database.run(
                "SELECT count(*), count(*) FILTER (WHERE id = 100), count(DISTINCT at) < 20 FROM item")
            #expect(rows == "39\t0\tt\n")
        }
    }

    @Test @SceneActor func aConstraintThatTheCommitChecksRefusesOneCommand() async throws {
        try await withPostgresStore(Self.schema) { store, database in
            var batches = (1...10).map { [Self.insert($0, parent: 0)] }
            batches[4] = [Self.insert(5, parent: 999)]
            let errors = try await run(batches, in: store)
            #expect(errors.enumerated().filter { $0.element != nil }.map(\.offset) == [4])
            #expect(try await database.run("SELECT count(*) FROM item") == "10\n")
        }
    }

    @Test @SceneActor func aLockedRowHoldsUpCommandsAndRefusesNone() async throws {
        try await withPostgresStore(Self.schema) { store, database in
            var batches = (1...10).map { [Self.insert($0)] }
            batches[4] = [.update(table: "item", id: "0", values: ["n": 500])]
            var foreign: Task<String, any Error>?
            let errors = try await run(batches, in: store) {
                foreign = Task {
                    try await database.run("UPDATE item SET parent = 0 WHERE id = 0; SELECT pg_sleep(0.7)")
                }
                // On a busy machine, the change may be over already.
                let begun = """
                    SELECT EXISTS (SELECT FROM item WHERE parent = 0) OR EXISTS (
                        SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database())
                    """
                while try await database.run(begun) == "f\n" {}
            }
            _ = try await foreign?.value
            #expect(errors.allSatisfy { $0 == nil })
            let rows = try await database.run("SELECT count(*), max(n), max(parent) FROM item")
            #expect(rows == "10\t500\t0\n")
        }
    }
}
