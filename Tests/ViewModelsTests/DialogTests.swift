import JSON
import Loop
import TestSupport
import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) @SceneActor struct DialogTests {
    private let viewModel = ViewModel(screen: "test")
    private let log = Log()

    private func answer(_ dialog: JSON, _ action: JSON = .null) async throws {
        _ = try await viewModel.run(Invocation(command: "dialog", arguments: ["dialog": dialog, "action": action]))
    }

    /// Asks, and waits until the dialog is there.
    private func ask(_ dialog: Dialog, of asker: ViewModel? = nil) async -> Task<String?, Never> {
        let task = Task { @SceneActor in await (asker ?? viewModel).ask(dialog) }
        await endOfTurn()
        return task
    }

    /// Lets turns pass until the dialog of this title is shown, because waiting code continues in a later turn.
    private func shown(_ title: JSON) async {
        for _ in 0..<10_000 where viewModel.dialogJSON["title"] != title { await endOfTurn() }
        #expect(viewModel.dialogJSON["title"] == title)
    }

    @Test func actionsStandInOrderOfTheirRoles() {
        let dialog = Dialog(
            title: "Image",
            actions: [
                .cancel(), .destructive("delete", "Delete"), .init("take", "Take"), .destructive("burn", "Burn"),
                .init("choose", "Choose"),
            ])
        #expect(dialog.actions.map(\.id) == ["take", "choose", "delete", "burn", "cancel"])
        #expect(Dialog(title: "Done").actions.map(\.id) == ["ok"])
    }

    @Test func theDocumentShowsTheDialog() async throws {
        viewModel.activate()
        #expect(viewModel.dialogJSON == .null)
        let dialog = Dialog(
            .sheet, title: "Delete?", message: "For good.", actions: [.destructive("yes", "Delete"), .cancel("No")],
            focus: "name")
        let task = await ask(dialog)
        let shown: JSON = [
            "id": 1, "style": "sheet", "title": "Delete?", "message": "For good.", "focus": "name",
            "actions": [
                ["id": "yes", "title": "Delete", "role": "destructive"],
                ["id": "cancel", "title": "No", "role": "cancel"],
            ],
        ]
        #expect(viewModel.dialogJSON == shown)
        try await answer(1, "yes")
        #expect(await task.value == "yes")
        #expect(viewModel.dialogJSON == .null)
    }

    @Test func dialogsComeOneAfterAnother() async throws {
        viewModel.activate()
        let first = await ask(Dialog(title: "first"))
        let second = await ask(Dialog(title: "second"))
        #expect(viewModel.dialogJSON["title"] == "first")
        try await answer(1, "ok")
        #expect(await first.value == "ok")
        #expect(viewModel.dialogJSON["title"] == "second")
        try await answer(2)
        #expect(await second.value == nil)
    }

    @Test func anAnswerMayLeadToAnotherDialog() async throws {
        viewModel.activate()
        let chain = Task { @SceneActor in
            guard await viewModel.ask(Dialog(title: "Delete?")) == "ok" else { return "kept" }
            return await viewModel.ask(Dialog(title: "Really?")) ?? "dismissed"
        }
        await shown("Delete?")
        try await answer(1, "ok")
        await shown("Really?")
        try await answer(2, "ok")
        #expect(await chain.value == "ok")
    }

    @Test func anInvalidAnswerIsRefused() async throws {
        viewModel.activate()
        await #expect(throws: CommandFailure.self) { try await answer(1, "ok") }
        let task = await ask(Dialog(title: "first"))
        await #expect(throws: CommandFailure.self) { try await answer(2, "ok") }
        for wrong: JSON in ["no", 5, ["ok"]] {
            await #expect(throws: CommandFailure.self) { try await answer(1, wrong) }
        }
        await #expect(throws: CommandFailure.self) { try await answer("1", "ok") }
        #expect(viewModel.dialogJSON["title"] == "first")
        try await answer(1, "ok")
        #expect(await task.value == "ok")
        await #expect(throws: CommandFailure.self) { try await answer(1, "ok") }
    }

    @Test func withoutViewersDialogsAreDismissed() async {
        viewModel.activate()
        let tasks = [await ask(Dialog(title: "first")), await ask(Dialog(title: "second"))]
        viewModel.deactivate()
        for task in tasks { #expect(await task.value == nil) }
        #expect(viewModel.dialogJSON == .null)
        #expect(await viewModel.ask(Dialog(title: "third")) == nil)
    }

    @Test func anEmbeddedViewModelAsksInItsParent() async throws {
        let child = ViewModel(screen: "child")
        viewModel.embed(child, in: "main")
        viewModel.activate()
        let task = await ask(Dialog(title: "of the child"), of: child)
        #expect(viewModel.dialogJSON["title"] == "of the child")
        try await answer(1, "ok")
        #expect(await task.value == "ok")
    }

    @Test func dialogsOfAPartUseItsPath() async throws {
        let (child, grandchild) = (ViewModel(screen: "child"), ViewModel(screen: "grandchild"))
        child.embed(grandchild, in: "label")
        viewModel.embed(child, in: "pantry")
        viewModel.activate()
        let task = await ask(Dialog(title: "of the part", focus: "name"), of: grandchild)
        #expect(viewModel.dialogJSON["focus"] == "pantry.label.name")
        try await answer(1, "ok")
        #expect(await task.value == "ok")
    }

    @Test func dialogsOfAPartEndWithIt() async throws {
        let (child, grandchild) = (ViewModel(screen: "child"), ViewModel(screen: "grandchild"))
        child.embed(grandchild, in: "label")
        viewModel.embed(child, in: "pantry")
        viewModel.activate()
        let own = await ask(Dialog(title: "its own"))
        let tasks = [await ask(Dialog(title: "first"), of: grandchild), await ask(Dialog(title: "second"), of: child)]
        viewModel.embed(nil, in: "pantry")
        for task in tasks { #expect(await task.value == nil) }
        #expect(viewModel.dialogJSON["title"] == "its own")
        try await answer(1, "ok")
        #expect(await own.value == "ok")
        #expect(viewModel.dialogJSON == .null)
    }

    @Test func theOldestIsDismissedWhenMoreThanSixteenWait() async throws {
        viewModel.activate()
        var tasks: [Task<String?, Never>] = []
        for number in 1...17 { tasks.append(await ask(Dialog(title: "\(number)"))) }
        #expect(await tasks[0].value == nil)
        #expect(viewModel.dialogJSON["title"] == "2")
        await #expect(throws: CommandFailure.self) { try await answer(1, "ok") }
        for id: Int64 in 2...17 { try await answer(.int(id), "ok") }
        for task in tasks.dropFirst() { #expect(await task.value == "ok") }
        #expect(viewModel.dialogJSON == .null)
    }

    @Test func aDialogBehindAnotherMayBeAnsweredToo() async throws {
        viewModel.activate()
        let first = await ask(Dialog(title: "first"))
        let second = await ask(Dialog(title: "second"))
        try await answer(2, "ok")
        #expect(await second.value == "ok")
        #expect(viewModel.dialogJSON["title"] == "first")
        try await answer(1, "ok")
        #expect(await first.value == "ok")
    }

    @Test func anAlertHasOneAnswer() async throws {
        viewModel.activate()
        let task = Task { @SceneActor in await viewModel.alert("Error", message: "No network.", focus: "mail") }
        await endOfTurn()
        #expect(viewModel.dialogJSON["focus"] == "mail")
        #expect(viewModel.dialogJSON["actions"] == [["id": "ok", "title": "OK", "role": "normal"]])
        try await answer(1, "ok")
        await task.value
    }
}
