import JSON
import Loop

/// Lets whoever runs a command know that the command waits for somebody to answer a dialog, which may take any time.
package enum DialogWait {
    /// Hears, in the task that asks, of the dialog that it waits for now.
    @TaskLocal package static var observer: Observer?

    /// Who is told. (A function alone as the value of a task crashes in optimised programs of Swift 6.3.)
    package struct Observer: Sendable {
        let hear: @SceneActor @Sendable (JSON?) -> Void

        /// `hear` is told of the dialog as a document shows it, and of `nil` when the task goes on.
        package init(_ hear: @escaping @SceneActor @Sendable (JSON?) -> Void) {
            self.hear = hear
        }
    }
}
