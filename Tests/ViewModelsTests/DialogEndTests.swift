import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

/// Dialogs without a waiting task, and duplicate answers.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct DialogEndTests {
    private let viewModel = ViewModel(screen: "test")

    private func answer(_ dialog: JSON, _ action: JSON = .null) async throws {
        _ = try await viewModel.run(Invocation(command: "dialog", arguments: ["dialog": dialog, "action": action]))
    }

    /// Asks, and waits until the dialog is there.
    private func ask(_ dialog: Dialog) async -> Task<String?, Never> {
        let task = Task { @SceneActor in await viewModel.ask(dialog) }
        await endOfTurn()
        return task
    }

    @Test func aCancelledTaskDismissesItsDialog() async throws {
        viewModel.activate()
        let (first, second) = (await ask(Dialog(title: "first")), await ask(Dialog(title: "second")))
        first.cancel()
        #expect(await first.value == nil)
        #expect(viewModel.dialogJSON["title"] == "second")
        try await answer(2, "ok")
        #expect(await second.value == "ok")
        let late = Task { @SceneActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return await viewModel.ask(Dialog(title: "late"))
        }
        #expect(await late.value == nil && viewModel.dialogJSON == .null)
    }

    @Test func similarAnswersAreDistinct() async throws {
        viewModel.activate()
        let task = await ask(Dialog(title: "Which?", actions: [.init("e\u{301}", "1")]))
        await #expect(throws: CommandFailure.self) { try await answer(1, "\u{e9}") }
        try await answer(1, "e\u{301}")
        #expect(await task.value != nil)
    }

    @Test func theFirstOfDuplicateAnswersIsShown() {
        let dialog = Dialog(title: "Who?", actions: ["\u{e9}", "e\u{301}", "\u{e9}"].map { .init($0, $0) })
        #expect(dialog.actions.map { Array($0.id.utf8) } == [Array("\u{e9}".utf8), Array("e\u{301}".utf8)])
    }
}
