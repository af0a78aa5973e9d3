import Changes
import JSON
import Loop

/// The pending dialogs: the first is shown, the others follow.
@SceneActor final class DialogQueue {
    /// A dialog and the continuation that waits for its answer.
    struct Question {
        let id: Int
        let dialog: Dialog
        let asker: any DialogAsker
        fileprivate let answer: CheckedContinuation<String?, Never>

        @SceneActor var json: JSON { dialog.json(id: id, at: asker.path) }
    }

    /// The most pending dialogs: when another is asked, the oldest is dismissed.
    static let limit = 16

    var onChange: () -> Void = {}
    private var questions: [Question] = []
    private var lastID = 0

    nonisolated init() {}

    /// The JSON of the displayed dialog.
    var json: JSON { questions.first?.json ?? .null }

    /// Shows a dialog and waits for its answer: an action's id, or `nil` when it is dismissed or the task is cancelled.
    func ask(_ dialog: Dialog, for asker: any DialogAsker) async -> String? {
        guard !Task.isCancelled else { return nil }
        let observer = DialogWait.observer
        defer { observer?.receive(nil) }
        lastID += 1
        let id = lastID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let question = Question(id: id, dialog: dialog, asker: asker, answer: continuation)
                questions.append(question)
                if questions.count > Self.limit { questions.removeFirst().answer.resume(returning: nil) }
                observer?.receive(question.json)
                onChange()
            }
        } onCancel: {
            EventLoop.shared.post { [weak self] in self?.dismiss { $0.id == id } }
        }
    }

    /// Answers a dialog, displayed or pending; `nil` dismisses it.
    func answer(_ id: Int64, with action: String?) throws(CommandFailure) {
        guard let index = questions.firstIndex(where: { $0.id == id }) else {
            throw .notFound(
                message: "This dialog is no longer shown. It was answered, or closed because more than "
                    + "\(Self.limit) were open or the last client left.")
        }
        let actions = questions[index].dialog.actions
        guard action == nil || actions.contains(where: { action.isSpelled(like: $0.id) }) else {
            throw .invalid(
                message: "The dialog has no such answer.", fields: ["action": "is not an answer of the dialog"])
        }
        let question = questions.remove(at: index)
        onChange()
        question.answer.resume(returning: action)
    }

    /// Dismisses the dialogs that match.
    func dismiss(where isOver: (Question) -> Bool) {
        let dismissed = questions.filter(isOver)
        guard !dismissed.isEmpty else { return }
        questions.removeAll(where: isOver)
        for question in dismissed { question.answer.resume(returning: nil) }
        onChange()
    }
}
