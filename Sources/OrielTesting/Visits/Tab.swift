import Clients
import JSON
import Loop
import Scenes

/// A tab of a browser: one open screen, kept current by patches (protocol, section 5).
@SceneActor final class Tab {
    /// What the tab shows.
    struct State: Sendable {
        var route = ""
        var document = JSON.null
        /// The code with which the screen ended; `nil` while it is open.
        var ending: String?
        /// The number of patches since the screen was opened.
        var patches = 0
    }

    private(set) var state = State()
    let browser: Browser
    private var line: MessageLine?
    private var replica = Replica(isWhole: true)
    private var scene: Int64?
    /// The scene that has ended last. It may still lead elsewhere.
    private var endedScene: Int64?
    private var history: [String] = []
    private var answers: [Int64: JSON] = [:]  // replies and errors by ref
    private var lastRef: Int64 = 0
    private var running: Int64?  // the command that waits for a dialog
    private var next: (route: String, style: String)?
    private var mustOpenAgain = false
    private let recorder = Recorder()

    init(_ browser: Browser) {
        self.browser = browser
    }

    isolated deinit {
        line?.close()
    }

    private var patience: Duration { browser.app.patience }

    /// What the tab has received since the screen was opened.
    var recording: Recording { recorder.recording(of: state.document) }

    /// Shows a route in the place of the present one.
    func open(_ route: String, rows: Int? = nil) async throws {
        if line == nil { line = try await browser.openSocket() }
        if let scene { line?.send(["type": "close", "scene": .int(scene)]) }
        (scene, endedScene, running, answers) = (nil, nil, nil, [:])
        state = State(route: route)
        var message: JSONObject = ["type": "open", "route": .string(route)]
        if let rows { message["window"] = ["start": 0, "count": .int(Int64(rows))] }
        let answer = try await ask(message)
        guard answer["type"] != "error" else { throw Refusal(answer, on: nil) }
        try await settle()
    }

    /// Goes back to the screen before.
    func goBack() async throws {
        guard let route = history.popLast() else { throw TestFailure("There is no screen to go back to.", on: seen) }
        try await open(route)
    }

    /// Follows a link.
    func go(to route: String) async throws {
        history.append(state.route)
        try await open(route)
    }

    /// Runs a command, until it has ended or shows a dialog.
    ///
    /// - Returns: Its result; `nil` while it waits for a dialog.
    func run(_ command: String, row: String? = nil, _ arguments: JSONObject, key: String? = nil) async throws -> JSON? {
        var message: JSONObject = ["type": "command", "command": .string(command), "arguments": .object(arguments)]
        message["row"] = row.map(JSON.string)
        message["key"] = key.map(JSON.string)
        return try await finish(send(message), beside: seen.dialog)
    }

    /// Answers the dialog, and waits until the command that asked has ended or shows another dialog.
    func answer(_ action: String?, to dialog: SeenDialog) async throws -> JSON? {
        let reply = try await ask([
            "type": "command", "command": "dialog",
            "arguments": ["dialog": .int(dialog.id), "action": action.map(JSON.string) ?? .null],
        ])
        if let error = reply["error"] { throw Refusal(error, on: seen) }
        return try await finish(beside: dialog)
    }

    /// Waits until the command that asked has ended or shows another dialog than the one before.
    ///
    /// - Returns: Its result; `nil` while it waits for a dialog.
    func finish(beside dialog: SeenDialog?) async throws -> JSON? {
        if let running { return try await finish(running, beside: dialog) }
        try await settle()
        return [:]
    }

    /// Moves the window.
    ///
    /// - Returns: Whether it has moved there, or to the end of the list.
    func scroll(to start: Int, count: Int?) async throws -> Bool {
        var message: JSONObject = ["type": "window", "start": .int(Int64(start))]
        message["count"] = count.map { .int(Int64($0)) }
        _ = send(message)
        return try await wait { screen in
            let size = screen.document["window"]?["count"]?.intValue.map { Int($0) }
            let isEnd = screen.firstRow < start && screen.firstRow + screen.rows.count == screen.rowCount
            return (count == nil || size == count) && (screen.firstRow == start || isEnd)
        }
    }

    /// Waits until the turn of the server has ended, and everything that it sent has arrived. Then follows navigation.
    func settle() async throws {
        for _ in 1...2 {  // the first may be answered in the turn in which something changes
            line?.send(["type": "ping"])
            while try await receive()["type"] != "pong" {}
        }
        let leads = next
        let mustOpenAgain = mustOpenAgain
        (next, self.mustOpenAgain) = (nil, false)
        if let leads {
            try await follow(leads.route, leads.style)
        } else if mustOpenAgain {
            try await open(state.route)
        }
    }

    /// Waits until a condition holds for what the tab shows.
    func wait(until condition: (SeenScreen) -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + patience
        try await settle()
        while !condition(seen) {
            let rest = deadline - .now
            guard rest > .zero, state.ending == nil else { return false }
            let message: JSON
            do throws(ConnectionError) {
                message = try await line?.next(within: rest) ?? .null
            } catch {
                if ContinuousClock.now >= deadline { return false }
                throw error
            }
            try take(message)
            try await settle()
        }
        return true
    }

    var seen: SeenScreen { SeenScreen(document: state.document) }

    private func follow(_ route: String, _ style: String) async throws {
        switch style {
        case "back":
            guard history.isEmpty else { return try await goBack() }
            try await open(route)
        case "external": try await followExternally(route)
        case "root":
            history = []
            try await open(route)
        case "replace": try await open(route)
        default: try await go(to: route)
        }
    }

    /// Requests an address of the server that leads on, such as one that signs in; an address elsewhere is only shown.
    private func followExternally(_ address: String) async throws {
        guard address.hasPrefix("/") else {
            state.ending = address
            return
        }
        let result = try await browser.send("GET", address)
        line?.close()
        (line, scene, history) = (nil, nil, [])
        guard (300..<400).contains(result.status), let place = result.headers["location"] else {
            throw TestFailure("\(address) leads nowhere: status \(result.status).", on: seen)
        }
        try await open(place)
    }

    /// Waits for the reply to a command, or for a dialog other than the one before.
    private func finish(_ ref: Int64, beside before: SeenDialog?) async throws -> JSON? {
        while answers[ref] == nil {
            if let dialog = seen.dialog, dialog.id != before?.id {
                running = ref
                try await settle()
                if answers[ref] == nil { return nil }
                break
            }
            _ = try await receive()
        }
        if running == ref { running = nil }
        let reply = answers.removeValue(forKey: ref) ?? [:]
        try await settle()
        if let error = reply["error"] { throw Refusal(error, on: seen) }
        return reply["result"] ?? [:]
    }

    private func ask(_ message: JSONObject) async throws -> JSON {
        let ref = send(message)
        while true {
            if let answer = answers.removeValue(forKey: ref) { return answer }
            _ = try await receive()
        }
    }

    /// Sends a message about the present scene.
    ///
    /// - Returns: Its ref.
    private func send(_ message: JSONObject) -> Int64 {
        lastRef += 1
        var message = message
        message["ref"] = .int(lastRef)
        if let scene { message["scene"] = .int(scene) }
        line?.send(.object(message))
        return lastRef
    }

    private func receive() async throws -> JSON {
        let message: JSON
        do throws(ConnectionError) {
            guard let line else { throw ConnectionError("The tab is not connected.") }
            message = try await line.next(within: patience)
        } catch {
            throw TestFailure(error.message, on: seen)
        }
        try take(message)
        return message
    }

    /// Applies a message.
    private func take(_ message: JSON) throws {
        if let ref = message["ref"]?.intValue { answers[ref] = message }
        let isOfScene = message["scene"]?.intValue == scene
        switch message["type"]?.stringValue {
        case "snapshot":
            scene = message["scene"]?.intValue
            try replica.take(message["document"], called: message["digest"]?.stringValue)
            show(message)
        case "patch" where isOfScene:
            try replica.follow(message["patch"], from: message["from"]?.stringValue, to: message["to"]?.stringValue)
            state.patches += 1
            show(message)
        case "gone" where isOfScene:
            (scene, endedScene) = (nil, scene)
            if message["code"] == "rights" { mustOpenAgain = true } else { state.ending = message["code"]?.stringValue }
        case "navigate" where isOfScene || message["scene"]?.intValue == endedScene:
            next = (message["route"]?.stringValue ?? "", message["style"]?.stringValue ?? "")
        default: break
        }
    }

    private func show(_ message: JSON) {
        recorder.record(message)
        state.document = replica.document
        state.route = replica.document["route"]?.stringValue ?? state.route
    }
}
