import Lists
import PostgreSQL

/// Batches that share a commit, each in its own savepoint. One connection can commit only as often as the server flushes
/// its log.
struct WriteGroup {
    let connection: PostgresConnection
    let catalogue: Catalogue

    /// How long a batch may take, and wait for a lock, while others wait for the commit.
    private static let limit = Duration.milliseconds(200)
    private static let savepoint = "batch"

    /// Runs the batches in sequence, and commits those that were not refused.
    ///
    /// - Returns: The result of each batch; `nil` if nothing is committed and each has to run alone, because one took
    ///   long or met another transaction, or because of a constraint that the commit checks.
    /// - Throws: An error of the connection.
    func run(_ batches: [WriteBatch]) throws(PostgresFailure) -> [BatchResult]? {
        do throws(PostgresFailure) {
            let run = BatchRun(connection: connection, catalogue: catalogue, limit: Self.limit)
            let isRecording = try run.begin(waiting: Int64(Self.limit / .milliseconds(1)), for: batches)
            connection.savepoint = Self.savepoint
            defer { connection.savepoint = nil }
            var results: [BatchResult] = []
            for batch in batches {
                try connection.runScript("SAVEPOINT \(Self.savepoint)")
                results.append(try result(of: batch, run, isRecording))
            }
            try connection.runScript("COMMIT")
            return results
        } catch {
            guard !error.isOfConnection else { throw error }
            _ = try? connection.runScript("ROLLBACK")
            return nil
        }
    }

    /// Runs a batch. Throws what ends the group.
    private func result(
        of batch: WriteBatch, _ run: BatchRun, _ isRecording: Bool
    ) throws(PostgresFailure) -> BatchResult {
        var step: WriteStep?
        do {
            let end = "RELEASE SAVEPOINT \(Self.savepoint)"
            return .success(try run.run(batch, isRecording: isRecording, then: end, &step))
        } catch {
            if let failure = error as? PostgresFailure, failure.endsGroup { throw failure }
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
    /// Whether each batch of a group has to run alone.
    fileprivate var endsGroup: Bool { isOfConnection || isWorthRepeating || isLockTimeout || isCancellation }
}
