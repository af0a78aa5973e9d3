import JSON
import Loop

/// Lets whoever runs a command know that the command waits for somebody to answer a dialog, which may take any time.
package final class DialogWait: Sendable {
    /// Who is to know, in the task of the command.
    @TaskLocal package static var observer: DialogWait?

    /// Told of the dialog that is waited for now, as a document shows it, and of `nil` when the command goes on.
    let tell: @SceneActor @Sendable (JSON?) -> Void

    /// Somebody who is told so.
    package init(_ tell: @escaping @SceneActor @Sendable (JSON?) -> Void) {
        self.tell = tell
    }
}
