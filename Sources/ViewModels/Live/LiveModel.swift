import DataSources
import Loop

/// A model that is read from somewhere else, such as a row of a database, and knows whether it shows what is there now.
///
/// A view model that follows it (``ViewModel/follow(_:)``) answers whoever asks after a commit with what was committed.
@SceneActor public protocol LiveModel: AnyObject {
    /// Whether no change is known that is not shown; asking looks for one. O(1).
    var isCurrent: Bool { get }
    /// When the look began whose answer is shown; `nil` before the first.
    var readAt: ContinuousClock.Instant? { get }
    /// Why what is shown is not current, if it is not.
    var problem: ListProblem? { get }
    /// Told after each look, and when the problem is another.
    var looks: Looks { get }
    /// What it has in common with other objects that show the same, and with nothing else; by default it is the only one.
    var identity: AnyHashable { get }
}

extension LiveModel {
    /// The object itself: there is no other that shows the same.
    public var identity: AnyHashable { ObjectIdentifier(self) }
}
