import Oriel

/// A job whose effect is a row. Each number should have one row, however many nodes share the database.
struct Tally: Job {
    var number: Int

    static let migrations: KeyValuePairs = [
        "create": "CREATE TABLE Effect (Number INTEGER NOT NULL)", "jobs": Jobs.migration,
    ]

    /// Returns the jobs of a database.
    @SceneActor static func jobs(in store: Store, claimTime: Duration) -> Jobs {
        let jobs = Jobs(in: store, claimTime: claimTime)
        jobs.handle(Tally.self) { tally, run in
            try await store.transaction { transaction in
                try transaction.run("INSERT INTO Effect VALUES (?)", tally.number)
                try run.complete(in: transaction)
            }
        }
        return jobs
    }
}
