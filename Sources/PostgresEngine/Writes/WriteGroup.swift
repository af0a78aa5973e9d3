import Lists
import PostgreSQL

/// Batches that share a commit, each in its own savepoint. One connection can commit only as often as the server
/// flushes its log.
struct WriteGroup {
    let connection: PostgresConnection
    let catalogue: Catalogue

    /// How long a batch may take, and wait for a lock, while others wait for the commit.
    private static let limit = Duration.milliseconds(200)
    /// The time after which no further batch begins.
    private static let length = Duration.milliseconds(100)
    private static let savepoint = "batch"

    /// Runs the batches in sequence, as many as the time permits, and commits those that were not refused.
    ///
    /// - Returns: The results of the first batches; `nil` if the group was rolled back and each batch must run alone.
    ///   Causes are a time limit, a lock, a conflict, a deferred constraint, and errors that are no refused values.
    /// - Throws: An error of the connection.
    func run(_ batches: [WriteBatch]) throws(PostgresFailure) -> [BatchResult]? {
        do throws(PostgresFailure) {
            let run = BatchRun(connection: connection, catalogue: catalogue, limit: Self.limit)
            let isRecording = try run.begin(waiting: Int64(Self.limit / .milliseconds(1)), for: batches)
            connection.savepoint = Self.savepoint
            defer { connection.savepoint = nil }
            var results: [BatchResult] = []
            let end = ContinuousClock.now + Self.length
            for batch in batches where results.isEmpty || .now < end {
                try connection.runScript("SAVEPOINT \(Self.savepoint)")
                results.append(try result(of: batch, run, isRecording))
            }
            return try connection.runScript("COMMIT").isRollback ? nil : results
        } catch {
            guard !error.isOfConnection else { throw error }
            _ = try? connection.runScript("ROLLBACK")
            return nil
        }
    }

    /// Runs a batch. Throws an error that ends the group.
    private func result(
        of batch: WriteBatch, _ run: BatchRun, _ isRecording: Bool
    ) throws(PostgresFailure) -> BatchResult {
        var step: WriteStep?
        do {
            let end = "RELEASE SAVEPOINT \(Self.savepoint)"
            return .success(try run.run(batch, isRecording: isRecording, then: end, &step))
        } catch {
            if let failure = error as? PostgresFailure, !failure.refusesValue { throw failure }
            try connection.returnToSavepoint()
            return .failure(run.explained(error, in: step, of: batch))
        }
    }
}

extension WriteBatch {
    /// Whether the batch may share a commit: the settings of a role hold until the end of its transaction, and the body
    /// of an app may take long.
    var mayShare: Bool { role == nil && body == nil }
}

extension PostgresFailure {
    /// Whether the server refused a value: for its type (class 22), or by a constraint (class 23).
    fileprivate var refusesValue: Bool { code.hasPrefix("22") || code.hasPrefix("23") }
}
