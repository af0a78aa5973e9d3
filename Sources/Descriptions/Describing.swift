import Loop
import ViewModels

/// A way to describe what a principal may use. Large descriptions are made off the event loop.
package struct Describer: Sendable {
    /// A name for what is described. Equal names mean equal descriptions, for as long as the server runs.
    package let identity: String
    /// Makes the description. May be called on any thread.
    package let describe: @Sendable () -> Description

    /// Creates a describer.
    package init(identity: String, describe: @escaping @Sendable () -> Description) {
        (self.identity, self.describe) = (identity, describe)
    }
}

/// A coordinator that describes its routes.
@SceneActor package protocol Describing: AnyObject {
    /// Returns a describer of what a principal may see and do at present, or `nil` if that is nothing. Operators of the
    /// server may do more.
    func describer(for principal: Principal, isOperator: Bool) -> Describer?
}
