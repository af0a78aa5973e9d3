import Stores

/// A session as its row has it. Times are in seconds since 1970.
struct SessionRow: Decodable, Sendable {
    let Id: String
    let Person: String
    let Browser: String
    let Used: Double
    let Idle: Double
    let Ends: Double
    /// The id of the person as whom an administrator looks.
    let LooksAs: String?

    /// When the session ends unless it is used.
    var end: Double { min(Ends, Used + Idle) }

    static let select = "SELECT Id, Person, Browser, Used, Idle, Ends, LooksAs FROM {Session}"
}

/// A key as its row has it.
struct KeyRow: Decodable, Sendable {
    let Id: String
    let Name: String
    let Person: String?
    let Secret: String
    let Roles: String
    let Networks: String
    /// The only tables that the key may use, one a line; empty for all.
    let Tables: String
    let Ends: Double?

    /// The only tables that the key may use; `nil` for all.
    var tables: Set<String>? { Tables.isEmpty ? nil : Set(Tables.split(separator: "\n").map(String.init)) }

    static let select = "SELECT Id, Name, Person, Secret, Roles, Networks, Tables, Ends FROM {Key}"
}
