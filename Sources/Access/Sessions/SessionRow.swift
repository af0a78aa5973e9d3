import Stores

/// A session as its row has it. Times are in seconds since 1970.
struct SessionRow: Decodable, Sendable {
    let Id: String
    let Person: String
    let Browser: String
    let Used: Double
    let Idle: Double
    let Ends: Double

    /// When the session ends unless it is used.
    var end: Double { min(Ends, Used + Idle) }

    static let select = "SELECT Id, Person, Browser, Used, Idle, Ends FROM Session"
}

/// A key as its row has it.
struct KeyRow: Decodable, Sendable {
    let Id: String
    let Name: String
    let Person: String?
    let Secret: String
    let Roles: String
    let Networks: String
    let Ends: Double?

    static let select = "SELECT Id, Name, Person, Secret, Roles, Networks, Ends FROM Key"
}
