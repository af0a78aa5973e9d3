import JSON

/// The HTTP API as one principal may use it: everything that the principal may see and do, and nothing else.
package struct Description: Sendable {
    /// The title of the API.
    package var title: String
    /// The types that operations and screens name, in order.
    package var types: [(name: String, shape: Shape)] = []
    /// Schemas that only parameters name. TypeScript has no use for them.
    package var schemas: [(name: String, shape: Shape)] = []
    /// The requests.
    package var operations: [Operation] = []
    /// The routes that clients can open.
    package var screens: [ScreenType] = []

    /// Creates a description of nothing.
    package init(title: String) { self.title = title }

    /// Adds everything of another description. Types of the same name are the same.
    package mutating func add(_ other: Description) {
        let known = Set(types.map(\.name))
        types += other.types.filter { !known.contains($0.name) }
        schemas += other.schemas
        operations += other.operations
        screens += other.screens
    }
}

/// A request: a method of a path.
package struct Operation: Sendable {
    /// A part of a path.
    package enum Part: Sendable {
        /// A text as a URL writes it.
        case text(String)
        /// A value.
        case value(Parameter)
    }

    package let id: String
    package let method: String
    package let path: [Part]
    package let summary: String
    /// The group in which tools list the request.
    package let group: String
    package var query: [Parameter] = []
    package var body: Body?
    package var answers: [Answer] = []
    package var refusals: Refusals

    /// Creates a request.
    package init(
        _ id: String, _ method: String, _ path: [Part], _ summary: String, in group: String, refusals: Refusals
    ) {
        (self.id, self.method, self.path, self.summary) = (id, method, path, summary)
        (self.group, self.refusals) = (group, refusals)
    }
}

/// Routes that clients can open, and the document and the commands behind them.
package struct ScreenType: Sendable {
    /// The routes, as template literal types of TypeScript.
    package let routes: [String]
    package let document: Shape
    /// The commands; `nil` where only the document names them.
    package let commands: [Call]?

    /// A command: its name, its arguments, and its result.
    package struct Call: Sendable {
        package let name: String
        package let arguments: Shape
        package let result: Shape

        /// Creates a command.
        package init(_ name: String, _ arguments: Shape, _ result: Shape) {
            (self.name, self.arguments, self.result) = (name, arguments, result)
        }
    }

    /// Creates a screen.
    package init(routes: [String], document: Shape, commands: [Call]?) {
        (self.routes, self.document, self.commands) = (routes, document, commands)
    }
}
