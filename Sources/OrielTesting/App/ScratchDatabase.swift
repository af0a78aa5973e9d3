import PostgreSQL
import PostgresEngine

/// A database of one test on a PostgreSQL server.
struct ScratchDatabase: Sendable {
    private let server: PostgresAddress
    private let name: String
    /// The address of the database.
    let address: String

    /// Makes a database on the server of an address, and publishes its changes.
    static func make(at server: String) async throws(TestFailure) -> ScratchDatabase {
        let database = try ScratchDatabase(server)
        do {
            try PostgresConnection(database.server).runScript("CREATE DATABASE \(database.name)")
            guard let address = PostgresAddress(database.address) else {
                throw TestFailure("The address is not valid.")
            }
            _ = try AttachedDatabase(address).attach(.publication)
            return database
        } catch {
            database.drop()
            throw TestFailure("No database can be made at \(database.server.shown): \(error)")
        }
    }

    private init(_ server: String) throws(TestFailure) {
        guard let address = PostgresAddress(server) else {
            throw TestFailure("The address of the server does not begin with postgres://.")
        }
        self.server = address
        name = "oriel_test_\(String(UInt64.random(in: .min ... .max), radix: 36))"
        self.address = address.url(of: name)
    }

    /// Removes the database, with all connections to it.
    func drop() {
        _ = try? PostgresConnection(server).runScript("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }
}
