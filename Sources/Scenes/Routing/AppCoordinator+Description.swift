import Descriptions
import JSON
import ViewModels

extension AppCoordinator: Describing {
    /// Describes the routes of an app as far as its patterns tell. A route is described if its example is for the
    /// principal.
    package final func describer(for principal: Principal, isOperator: Bool) -> Describer? {
        let shown = shapes.indices.filter { shapes[$0].isShown(principal) }
        var description = Description(title: "App")
        var templates: Set<String> = []
        for number in shown {
            let (shape, isFile, _) = shapes[number]
            // A path is described once: the first of two patterns of one shape is the one that is served.
            guard templates.insert(shape.anonymousTemplate).inserted else { continue }
            description.add(shape, isFile: isFile, number: number)
        }
        let numbers = shown.map { "\($0)" }.joined(separator: " ")
        return Describer(identity: "app \(numbers)") { [description] in description }
    }
}

extension Description {
    /// Describes the screen or the file at routes of a shape. `number` is one that no other shape has.
    package mutating func add(_ shape: RouteShape, isFile: Bool, number: Int) {
        let path = shape.path
        let names = path.compactMap { if case .value(let value) = $0 { value.name } else { nil } }
        guard Set(names).count == names.count else { return }
        let text = shape.template
        let id = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_") + "_\(number)"
        var get = Operation(
            id, "GET", path, isFile ? "A file" : "The screen \(text)", in: "Screens",
            refusals: isFile ? .file : .document)
        guard !isFile else {
            get.answers = [Answer(200, "The file.", [("*/*", nil)], hasTag: true), .unchanged]
            return operations.append(get)
        }
        get.query = shape.queryNames.map { Parameter($0, .text(.inURL), "A parameter of the screen.") }
        get.answers = Answer.document(.named("Document"))
        var run = Operation(
            id + "_run", "POST",
            path + [.text(":"), .value(Parameter("command", .text(.command), "A command of the document."))],
            "Run a command of \(text)", in: "Screens", refusals: .command)
        run.query = get.query
        run.body = Body(.map(.any))
        run.answers = [
            Answer(200, "The result.", [("application/json", Description.outcome(.map(.any)))]),
            Answer(
                202, "The command waits for the answer to a dialog.",
                [("application/json", .members([.always("waiting", Description.count)]))]),
        ]
        operations += [get, run]
        let routes = [shape.typed] + (shape.queryNames.isEmpty ? [] : ["\(shape.typed)?${string}"])
        screens.append(ScreenType(routes: routes, document: .named("Document"), commands: nil))
    }
}

extension TextRule {
    /// The name of a command of an app.
    fileprivate static let command = TextRule(pattern: "^[A-Za-z][A-Za-z0-9.-]*$")
}

extension RouteShape {
    private var segments: [String] {
        parts.map { part in
            switch part {
            case .text(let text): String(Route([text]).description.dropFirst())
            case .value(let name, _): "{\(name)}"
            }
        }
    }

    /// The path with the names of its values.
    package var template: String { "/" + segments.joined(separator: "/") }

    /// The path without the names of its values.
    fileprivate var anonymousTemplate: String {
        parts.map { part in if case .text(let text) = part { "/" + text } else { "/{}" } }.joined()
    }

    /// The path as a template literal type.
    fileprivate var typed: String {
        let typed = zip(parts, segments).map { part, segment in
            if case .value(_, let isNumber) = part { isNumber ? "${number}" : "${string}" } else { segment }
        }
        return "/" + typed.joined(separator: "/")
    }

    fileprivate var path: [Operation.Part] {
        guard !parts.isEmpty else { return [.text("/")] }
        return zip(parts, segments).flatMap { part, segment -> [Operation.Part] in
            guard case .value(let name, let isNumber) = part else { return [.text("/" + segment)] }
            let shape: Shape = isNumber ? .integer() : .text(TextRule(pattern: "^[^\\u0000/.][^\\u0000/]*$"))
            return [.text("/"), .value(Parameter(name, shape, "A value of the route."))]
        }
    }
}
