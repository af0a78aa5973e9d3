import Loop
import Tables

/// The owner of a store's lanes.
@SceneActor package protocol LaneOwner: AnyObject {
    var schema: Schema { get }
    /// How long a lock may last before viewers see a problem.
    var lockPatience: Duration { get }
    /// Returns the time from which results of reading count as current. Checks the source of the database.
    func checkCurrentSince() -> ContinuousClock.Instant
    /// Reports that a lane has read, so that any problem is over.
    func laneCanRead()
    /// Reports that a lane cannot read.
    func laneFailed(_ error: StoreError)
    /// Adopts the schema that a reader has found.
    func adopt(_ schema: Schema)
    /// Whether a lane shows a commit only after the fast lane has read it.
    var showsInOrder: Bool { get }
    /// Calls a body that has waited for a reading: what the body asks for needs no other one.
    func afterReading(_ body: () -> Void)
}
