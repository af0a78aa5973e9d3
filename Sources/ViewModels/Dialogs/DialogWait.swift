import JSON
import Loop

/// Lets the caller of a command know that the command waits for the answer to a dialog, which may take any time.
package enum DialogWait {
    /// The observer, in the task that asks, of the dialog that the task waits for.
    @TaskLocal package static var observer: Observer?

    /// A receiver of the dialog. (A plain function as a task-local value crashes in optimised builds of Swift 6.3.)
    package struct Observer: Sendable {
        let hear: @SceneActor @Sendable (JSON?) -> Void

        /// Creates an observer. `hear` receives the dialog's JSON, and `nil` when the task continues.
        package init(_ hear: @escaping @SceneActor @Sendable (JSON?) -> Void) {
            self.hear = hear
        }
    }
}
