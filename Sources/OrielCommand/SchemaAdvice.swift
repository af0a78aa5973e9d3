import Foundation
import PostgresEngine

/// Tells how to serve tables of PostgreSQL that the role may read outside the search path.
enum SchemaAdvice {
    /// The limit on the schemas that are listed.
    private static let limit = 10

    /// Returns the advice; `nil` without such tables.
    static func sentence(_ schemas: ServerCheck.SchemasOfRole) -> String? {
        let listed = schemas.outside.prefix(limit)
        guard !listed.isEmpty else { return nil }
        let more = schemas.outside.count - listed.count
        let path = (schemas.path + listed.map(\.name)).map(option).joined(separator: ",")
        return "The search path leaves out schemas whose tables the role may read: "
            + listed.map { "\($0.name) (\($0.tableCount))" }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
            + ". To serve them, add this parameter to the address: options=-csearch_path%3D\(path)"
    }

    /// Returns a name as the parameter `options` has it: a backslash precedes spaces and backslashes.
    private static func option(_ name: String) -> String {
        let escaped = name.map { $0 == " " || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return escaped.addingPercentEncoding(withAllowedCharacters: unreserved) ?? escaped
    }

    /// The characters that a URL has as they are (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
