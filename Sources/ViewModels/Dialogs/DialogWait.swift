import JSON
import Loop

/// Lets whoever runs a command know that the command waits for somebody to answer a dialog, which may take any time.
package enum DialogWait {
    /// Told, in the task that asks, of the dialog that it waits for now, as a document shows it, and of `nil` when it goes on.
    @TaskLocal package static var observer: (@SceneActor @Sendable (JSON?) -> Void)?
}
