import JSON

/// A description as types of TypeScript, for `connect<Routes>()` of the client.
package struct TypeScript {
    private let description: Description

    /// Renders a description.
    package init(_ description: Description) { self.description = description }

    /// The text of the file.
    package var text: String {
        let types = Description.commonTypes + description.types
        let declarations = types.map { "export type \($0.name) = \($0.shape.typeScript);" }
        let routes = description.screens.flatMap { screen in
            screen.routes.map {
                "  \(Self.key($0)): { document: \(screen.document.typeScript); commands: \(screen.calls) };"
            }
        }
        let comparisons = Description.comparisons.map { JSON.string($0).text }.joined(separator: " | ")
        return """
            /** The routes of \(Self.comment(description.title)), as you may use them: connect<Routes>().open(…). */

            export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

            export type Comparison = \(comparisons);

            /** Conditions on columns, such as Filters<ArtistColumn>, for the query of a route. */
            export type Filters<Column extends string> =
              { [name in Column | `${Column}.${Comparison}` | `search.${Column}`]?: string };

            \(declarations.joined(separator: "\n\n"))

            export type Routes = {
            \(routes.joined(separator: "\n"))
            };

            """
    }

    /// Returns a route as the name of a member, or as an index of all routes of one pattern.
    private static func key(_ route: String) -> String {
        route.contains("${") ? "[route: `\(route)`]" : JSON.string(route).text
    }

    private static func comment(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }).split(separator: "*/").joined(separator: "* /")
    }
}

extension ScreenType {
    fileprivate var calls: String {
        guard let commands else {
            return "Record<string, { arguments: Record<string, JSONValue>; result: JSONValue }>"
        }
        let calls = commands.map { call in
            let types = "{ arguments: \(call.arguments.typeScript); result: \(call.result.typeScript) }"
            return "\(JSON.string(call.name).text): \(types)"
        }
        return calls.isEmpty ? "{}" : "{ \(calls.joined(separator: "; ")) }"
    }
}
