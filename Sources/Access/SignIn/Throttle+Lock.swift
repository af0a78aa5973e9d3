import Scenes
import Stores

extension Throttle {
    /// How long a lock is kept, in seconds.
    private static let longestLock = 366.0 * 86_400

    /// Throws if attempts for the name or of the browser are locked, until an administrator ends that. Does nothing
    /// without a limit.
    func refuseLocked(after limit: Int?, at now: Double, _ transaction: AccessTransaction) throws {
        guard limit != nil else { return }
        try transaction.run("DELETE FROM {Lock} WHERE Time < ?", now - Self.longestLock)
        guard try transaction.rows("SELECT 1 FROM {Lock} WHERE Subject = ?", owner, as: Int.self).isEmpty else {
            throw SignInError.locked
        }
    }

    /// Locks later attempts if this one is the last that may fail.
    func lock(after limit: Int?, at now: Double, _ transaction: AccessTransaction) throws {
        guard let limit else { return }
        try transaction.run(
            "INSERT INTO {Lock} SELECT Subject, CAST(? AS DOUBLE PRECISION) FROM {Failure} "
                + "WHERE Subject = ? AND Count >= ? ON CONFLICT DO NOTHING", now, owner, limit)
    }

    /// Ends the lock and the delay of the name or the browser.
    func unlock(_ transaction: AccessTransaction) throws {
        try transaction.run("DELETE FROM {Lock} WHERE Subject = ?", owner)
        try transaction.run("DELETE FROM {Failure} WHERE Subject = ?", owner)
    }
}
