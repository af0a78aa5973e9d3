import JSON

/// Something a viewer may ask of a screen, as its document offers it.
public struct Command: Sendable {
    /// The name it is called by.
    public var name: String
    /// What stands on its button.
    public var title: String
    /// Whether it can be run at the moment.
    public var isEnabled: Bool
    /// What it takes: a description per argument, by name.
    public var arguments: JSONObject

    /// A command by name.
    public init(_ name: String, title: String, isEnabled: Bool = true, arguments: JSONObject = [:]) {
        self.name = name
        self.title = title
        self.isEnabled = isEnabled
        self.arguments = arguments
    }
}

/// A call of a command.
public struct Invocation: Sendable {
    /// The command's name.
    public var command: String
    /// The row it is for, if it is a row's command.
    public var row: String?
    /// Its arguments by name.
    public var arguments: JSONObject

    /// A call of `command`, for `row` if one is given.
    public init(command: String, row: String? = nil, arguments: JSONObject = [:]) {
        self.command = command
        self.row = row
        self.arguments = arguments
    }
}

/// What came of a command.
public struct CommandOutcome: Sendable {
    /// What the caller is told.
    public var result: JSONObject
    /// Where the caller should go next, if anywhere.
    public var navigation: Navigation?

    /// An outcome with its result, and the route to go to.
    public init(_ result: JSONObject = [:], navigation: Navigation? = nil) {
        self.result = result
        self.navigation = navigation
    }
}

/// Where to go, and how.
public struct Navigation: Sendable, Equatable {
    /// What becomes of the screen that is left.
    public enum Style: String, Sendable {
        /// It stays below.
        case push
        /// It makes way.
        case replace
    }
    /// The route to show.
    public var route: String
    /// How to show it.
    public var style: Style

    /// A way to `route`.
    public init(_ route: String, style: Style = .push) {
        self.route = route
        self.style = style
    }
}
