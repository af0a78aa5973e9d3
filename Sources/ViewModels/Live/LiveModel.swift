import DataSources
import Loop

/// A model that is read from another place, such as a row of a database, and knows whether it is current.
///
/// A view model that follows it (``ViewModel/follow(_:)``) answers a request after a commit with the committed content.
@SceneActor public protocol LiveModel: AnyObject {
    /// Returns whether the model shows every known change. Looks for changes. O(1).
    func checkIsCurrent() -> Bool
    /// The time when the shown read began; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }
    /// Why the content shown is stale, or `nil`.
    var problem: ListProblem? { get }
    /// The observers of reads, notified after each read and when the problem changes.
    var looks: Looks { get }
    /// An identity shared by exactly the objects that show the same data; by default the object itself.
    var identity: AnyHashable { get }
}

extension LiveModel {
    /// The object itself: no other shows the same data.
    public var identity: AnyHashable { ObjectIdentifier(self) }
}
