import JSON
import Loop

/// Lets the caller of a command know that the command waits for the answer to a dialog, which may take any time.
package enum DialogWait {
    /// The observer, in the task that asks, of the dialog that the task waits for.
    @TaskLocal package static var observer: Observer?

    /// A receiver of the dialog. (A plain function as a task-local value crashes in optimised builds of Swift 6.3.)
    package struct Observer: Sendable {
        let receive: @SceneActor @Sendable (JSON?) -> Void

        /// Creates an observer. `receive` gets the dialog's JSON, and `nil` when the task continues.
        package init(_ receive: @escaping @SceneActor @Sendable (JSON?) -> Void) {
            self.receive = receive
        }
    }
}
