import Changes
import Descriptions
import JSON
import Scenes
import Stores
import Tables
import ViewModels

extension DatabaseCoordinator: Describing {
    /// Describes the tables that a principal may see. A hidden table or column is in no part of the description.
    package func describer(for principal: Principal, isOperator: Bool) -> Describer? {
        let scope = scope(of: principal)
        let (name, isReadOnly) = (store.name, store.isReadOnly)
        guard store.documentPath == nil else {
            guard !scope.store.isLimited else { return nil }
            return Describer(identity: "file \(isReadOnly)") { Self.description(ofFile: name, isReadOnly: isReadOnly) }
        }
        let (blueprint, isJSON) = (scope.blueprint, store.isJSON)
        let shapes = declared(for: principal)?.shapes ?? []
        let hasTables = hasDerivedScreens(for: principal)
        let paths = shapes.map(\.template).joined(separator: " ")
        return Describer(identity: "scope \(scope.number) \(hasTables) \(isOperator) \(paths)") {
            var description =
                hasTables
                ? Self.description(of: blueprint, named: name, isJSON: isJSON) : Description(title: name)
            if isOperator { description.addSQL() }
            for (number, shape) in shapes.enumerated() { description.add(shape, isFile: false, number: number) }
            return description
        }
    }

    private nonisolated static func description(of blueprint: Blueprint, named title: String, isJSON: Bool)
        -> Description
    {
        var description = Description(title: title)
        description.addRoot(document: root(screen: "database", outputs: .members([]), inputs: .members([])))
        var names = TypeNames()
        for table in blueprint.schema.tables where table.problem == nil {
            TableDescription(table, in: blueprint, named: names.name(for: table.name), isJSON: isJSON)
                .add(to: &description)
        }
        return description
    }

    private nonisolated static func description(ofFile title: String, isReadOnly: Bool) -> Description {
        var description = Description(title: title)
        let commands = isReadOnly ? [] : [ScreenType.Call("update", .map(.any), .map(.any))]
        let document = root(screen: "document", outputs: .map(.any), inputs: .members([]))
        description.addRoot(document: document, commands: commands)
        guard !isReadOnly else { return description }
        var update = Operation(
            "root_update", "POST", [.text("/:update")], "Set members of the file", in: "Start", refusals: .command)
        update.body = Body(.map(.any))
        update.answers = [
            Answer(200, "Done.", [("application/json", Description.outcome(.map(.any)))])
        ]
        description.operations.append(update)
        return description
    }

    private nonisolated static func root(screen: JSON, outputs: Shape, inputs: Shape) -> Shape {
        let head = Description.head(screen: .choice([screen]), outputs: outputs, inputs: inputs)
        return .members(head + Description.list(of: .named("Cell")))
    }
}

extension Description {
    fileprivate mutating func addRoot(document: Shape, commands: [ScreenType.Call] = []) {
        types.append(("Root", document))
        var get = Operation("root", "GET", [.text("/")], "The start", in: "Start", refusals: .document)
        get.answers = Answer.document(.named("Root"))
        operations.append(get)
        screens.append(ScreenType(routes: ["/"], document: .named("Root"), commands: commands))
    }
}

/// Names of tables as parts of identifiers: letters, digits and underscores, each once.
private struct TypeNames {
    private var taken: Set<String> = []

    mutating func name(for table: String) -> String {
        let letters = table.unicodeScalars.map { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                ? String(scalar) : "_"
        }
        var name = letters.joined()
        if !(name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false) { name = "T" + name }
        var wish = name
        var number = 1
        while !taken.insert(wish).inserted {
            number += 1
            wish = "\(name)_\(number)"
        }
        return wish
    }
}
