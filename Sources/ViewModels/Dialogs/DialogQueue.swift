import JSON
import Loop

/// The dialogs that wait for an answer: the first is shown, the others come after it.
@SceneActor final class DialogQueue {
    private struct Question {
        let id: Int
        let dialog: Dialog
        let answer: CheckedContinuation<String?, Never>
    }

    var onChange: () -> Void = {}
    private var questions: [Question] = []
    private var lastID = 0

    nonisolated init() {}

    /// The dialog on display, as a document shows it.
    var json: JSON { questions.first.map { $0.dialog.json(id: $0.id) } ?? .null }

    /// Shows a dialog and waits for its answer: an action's id, or `nil` when it is dismissed.
    func ask(_ dialog: Dialog) async -> String? {
        await withCheckedContinuation { continuation in
            lastID += 1
            questions.append(Question(id: lastID, dialog: dialog, answer: continuation))
            onChange()
        }
    }

    /// Answers the dialog on display; `nil` dismisses it.
    func answer(_ id: Int64, with action: String?) throws(CommandFailure) {
        guard let question = questions.first, question.id == id else {
            throw .notFound(message: "This dialog is not shown any more.")
        }
        guard action == nil || question.dialog.actions.contains(where: { $0.id == action }) else {
            throw .invalid(message: "The dialog has no such answer.", fields: ["action": "is no answer of the dialog"])
        }
        questions.removeFirst()
        onChange()
        question.answer.resume(returning: action)
    }

    /// Dismisses those that need no answer any more.
    func dismiss(where isOver: (Dialog) -> Bool) {
        let dismissed = questions.filter { isOver($0.dialog) }
        questions.removeAll { isOver($0.dialog) }
        for question in dismissed { question.answer.resume(returning: nil) }
        if !dismissed.isEmpty { onChange() }
    }
}
