import Loop
import Scenes
import Stores

/// A coordinator whose store has the people who may sign in, in the table that the setting `people` names.
///
///     final class Desk: AppCoordinator, StoreCoordinator {
///         let store: Store
///         …
///     }
@SceneActor public protocol StoreCoordinator: Coordinator {
    /// The store.
    var store: Store { get }
}
