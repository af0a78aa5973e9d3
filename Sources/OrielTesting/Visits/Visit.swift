import Clients
import JSON
import Loop
import Scenes
import ViewModels

/// A visitor at a screen of an app, who sees rows, outputs, fields and dialogs, and taps and types.
///
///     let page = try await Visit(app, "/tickets/6", as: ada)
///     try await page.type("It is dark", into: "Title")
///     try await page.tap("Save")
///     #expect(page.title == "It is dark")
///
/// What the visitor sees is a ``SeenScreen``, whose members are members of the visit too. It changes only while a
/// method of the visit runs: each one returns when the server has handled it, and when all that changed in that turn
/// has arrived. For what others do, or what takes the server longer, there are ``settle()`` and ``wait(_:until:)``.
///
/// One task uses a visit. A visit may be used from any isolation.
@dynamicMemberLookup public final class Visit {
    /// What the visitor sees.
    public private(set) var screen = SeenScreen(document: .null)
    /// The code with which the screen ended, such as `deleted`; `nil` while it is open. After a navigation to another
    /// server, it is the address.
    public private(set) var ending: String?
    /// The number of patches since the screen was opened.
    public private(set) var patchCount = 0
    let tab: Tab

    /// Opens a route in a new browser.
    ///
    /// - Parameters:
    ///   - app: The app to visit.
    ///   - route: The route, such as `/albums?sort=Title`.
    ///   - principal: Who has signed in; `nil` for nobody.
    ///   - language: The `Accept-Language` of the browser, such as `de`.
    ///   - rows: The number of rows in the window; `nil` for the server's default.
    ///   - waits: Whether to wait until the screen has loaded, or shows a problem.
    /// - Throws: ``Refusal`` if the server refuses the route.
    public nonisolated(nonsending) convenience init(
        _ app: TestApp, _ route: String, as principal: Principal? = nil, in language: String? = nil,
        rows: Int? = nil, untilLoaded waits: Bool = true
    ) async throws {
        var credentials = try await app.credentials(of: principal)
        credentials.language = language
        try await self.init(Browser(app, credentials), route, rows, waits)
    }

    private nonisolated(nonsending) init(
        _ browser: Browser, _ route: String, _ rows: Int?, _ waits: Bool
    ) async throws {
        tab = await Tab(browser)
        try await update { tab throws in try await tab.open(route, rows: rows) }
        if waits { try await wait("the screen has loaded") { $0.phase == "loaded" || $0.problem != nil } }
    }

    /// Opens a route in another tab of the same browser.
    public nonisolated(nonsending) func open(
        _ route: String, rows: Int? = nil, untilLoaded waits: Bool = true
    ) async throws -> Visit {
        try await Visit(tab.browser, route, rows, waits)
    }

    /// The members of ``screen``.
    public subscript<Value>(dynamicMember path: KeyPath<SeenScreen, Value>) -> Value { screen[keyPath: path] }

    /// Whether a command may be run now, by its title or name.
    public func offers(_ command: String) -> Bool { screen.offers(command) }

    /// Returns the row with a title or an id.
    ///
    /// - Throws: ``TestFailure`` if the window has no such row, or several.
    public func row(_ name: String) throws(TestFailure) -> SeenRow { try screen.row(name) }

    /// Returns the field with a title or a name.
    ///
    /// - Throws: ``TestFailure`` if the screen has no such field.
    public func field(_ name: String) throws(TestFailure) -> SeenField { try screen.field(name) }
}

// What the visitor does.
extension Visit {
    /// Presses the button of a command, by its title or name; in a slot, by path: `pantry.label.print`. Follows where
    /// it leads.
    ///
    /// - Parameters:
    ///   - command: The title of the button, or the name of the command.
    ///   - arguments: The arguments, by name.
    ///   - key: An idempotency key: a second call with it returns the result of the first.
    /// - Returns: The result; `nil` while the command waits for the answer to a dialog.
    /// - Throws: ``Refusal`` if the server refuses the command; ``TestFailure`` if there is no such button.
    @discardableResult public nonisolated(nonsending) func tap(
        _ command: String, _ arguments: JSONObject = [:], key: String? = nil
    ) async throws -> JSON? {
        let name = try isPath(command) ? command : screen.command(command).name
        return try await update { try await $0.run(name, arguments, key: key) }
    }

    /// Taps a row: selects it, or follows its link. The row may be one of a screen in a slot.
    @discardableResult public nonisolated(nonsending) func tap(_ row: SeenRow) async throws -> JSON? {
        if row.rights.contains("select") {
            return try await update { try await $0.run("\(row.path)select", row: row.id, [:]) }
        }
        guard let route = row.href else { throw TestFailure("The row \"\(row.title)\" leads nowhere.", on: screen) }
        try await update { try await $0.go(to: route) }
        return nil
    }

    /// Does something with a row: an action of the row by its title or id, `delete`, `insert`, or a command of the
    /// screen for the row.
    @discardableResult public nonisolated(nonsending) func tap(
        _ name: String, on row: SeenRow, _ arguments: JSONObject = [:]
    ) async throws -> JSON? {
        if let action = row.action(name) {
            return try await update { try await $0.run("\(row.path)action", row: row.id, ["action": .string(action)]) }
        }
        let right = row.rights.contains(name) ? name : nil
        guard let command = (try? screen.holder(of: row)?.command(name).name) ?? right else {
            throw TestFailure("The row \"\(row.title)\" has no action \"\(name)\".", on: screen)
        }
        return try await update { try await $0.run(row.path + command, row: row.id, arguments) }
    }

    /// Moves a row before another one.
    public nonisolated(nonsending) func move(_ row: SeenRow, before other: SeenRow) async throws {
        try await update { _ = try await $0.run("\(row.path)move", row: row.id, ["before": .string(other.id)]) }
    }

    /// Moves a row to a position in its section, counted without the row: the last one is its end.
    public nonisolated(nonsending) func move(_ row: SeenRow, to position: Int) async throws {
        try await update { _ = try await $0.run("\(row.path)move", row: row.id, ["to": .int(Int64(position))]) }
    }

    /// Sets an input, by its title or name; in a slot, by path. A choice may be named by its title.
    ///
    /// - Throws: ``Refusal`` if the server refuses the value; ``TestFailure`` if there is no such field.
    public nonisolated(nonsending) func type(_ value: some OutputValue, into field: String) async throws {
        let value = value.json
        if isPath(field), let dot = field.lastIndex(of: ".") {
            let (slot, name) = (field[..<dot], String(field[field.index(after: dot)...]))
            try await update { _ = try await $0.run("\(slot).input", [name: value]) }
            return
        }
        let name = try screen.field(field).name
        let choices = screen.document["accepts"]?[name]?["choices"]?.arrayValue ?? []
        let chosen = choices.first { $0["value"] == value } ?? choices.first { $0["title"] == value }
        try await update { _ = try await $0.run("input", JSONObject([(name, chosen?["value"] ?? value)])) }
    }

    /// Answers the dialog, by the title or id of the answer; `nil` dismisses it.
    ///
    /// - Returns: The result of the command that asked; `nil` while it waits for another dialog.
    /// - Throws: ``Refusal`` if that command is refused; ``TestFailure`` if there is no such answer.
    @discardableResult public nonisolated(nonsending) func answer(_ name: String?) async throws -> JSON? {
        guard let dialog = screen.dialog else { throw TestFailure("There is no dialog.", on: screen) }
        let action = name.flatMap(dialog.answer)
        guard name == nil || action != nil else {
            throw TestFailure("The dialog has no answer \"\(name ?? "")\".", on: screen)
        }
        return try await update { try await $0.answer(action, to: dialog) }
    }

    /// Turns edit mode on or off.
    public nonisolated(nonsending) func edit(_ isEditing: Bool = true) async throws {
        try await update { _ = try await $0.run("edit", ["editing": .bool(isEditing)]) }
    }

    /// Moves the window to a position.
    ///
    /// - Parameters:
    ///   - position: The position of the first row, from 0.
    ///   - rows: The new number of rows in the window; `nil` keeps it.
    public nonisolated(nonsending) func scroll(to position: Int, rows: Int? = nil) async throws {
        let hasMoved = try await update { try await $0.scroll(to: position, count: rows) }
        guard hasMoved else { throw TestFailure("The window did not move to \(position).", on: screen) }
    }

    /// Shows another route, as a link does.
    public nonisolated(nonsending) func go(to route: String) async throws {
        try await update { try await $0.go(to: route) }
    }

    /// Goes back to the screen before.
    public nonisolated(nonsending) func goBack() async throws {
        try await update { try await $0.goBack() }
    }
}

// What the visitor waits for.
extension Visit {
    /// Waits until the present turn of the server has ended, and what changed in it has arrived.
    public nonisolated(nonsending) func settle() async throws {
        try await update { try await $0.settle() }
    }

    /// Waits until a condition holds, such as the end of a load or a change by another program.
    ///
    /// - Parameters:
    ///   - what: The condition in words, for the failure.
    ///   - condition: Whether the screen is as expected.
    /// - Throws: ``TestFailure`` with the page, if the condition does not hold within ``TestApp/patience``.
    public nonisolated(nonsending) func wait(
        _ what: String = "the condition holds", until condition: @escaping @Sendable (SeenScreen) -> Bool
    ) async throws {
        let holds = try await update { try await $0.wait(until: condition) }
        guard holds else { throw TestFailure("Timed out waiting until \(what).", on: screen) }
    }

    /// Waits until the screen ends.
    ///
    /// - Returns: The code, such as `deleted`.
    /// - Throws: ``TestFailure`` with the page, if it does not end within ``TestApp/patience``.
    public nonisolated(nonsending) func waitForEnd() async throws -> String {
        _ = try await update { try await $0.wait { _ in false } }
        guard let ending else { throw TestFailure("Timed out waiting until the screen ends.", on: screen) }
        return ending
    }

    /// Returns what the visit has received since the screen was opened.
    public nonisolated(nonsending) func recording() async -> Recording { await tab.recording }
}

extension Visit: CustomStringConvertible {
    /// The page as text, for failures of tests.
    public var description: String { "\(screen)\(ending.map { "\nended: \($0)" } ?? "")" }
}

extension Visit {
    /// Does something in the tab, and shows its state afterwards, also if that fails.
    @discardableResult nonisolated(nonsending) func update<Value: Sendable>(
        _ body: @SceneActor (Tab) async throws -> Value
    ) async throws -> Value {
        let result = await Self.outcome(of: body, in: tab)
        let state = await tab.state
        (screen, ending, patchCount) = (SeenScreen(document: state.document), state.ending, state.patches)
        return try result.get()
    }

    @SceneActor private static func outcome<Value: Sendable>(
        of body: @SceneActor (Tab) async throws -> Value, in tab: Tab
    ) async -> Result<Value, any Error> {
        do { return .success(try await body(tab)) } catch { return .failure(error) }
    }

    /// Whether a name begins with the name of a slot.
    private func isPath(_ name: String) -> Bool {
        name.firstIndex(of: ".").map { screen.slots[String(name[..<$0])] != nil } ?? false
    }
}
