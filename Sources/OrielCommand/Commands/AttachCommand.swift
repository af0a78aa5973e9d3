import ArgumentParser
import Lists
import PostgreSQL
import PostgresEngine
import SQLiteEngine
import Stores

/// `oriel attach`: adds a change log and a record of commands to a database. The log names the rows that other programs
/// write, so that lists need not be read again. The record lets a command with a key run once.
struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Log which rows other programs write, and record commands.",
        discussion: """
            Adds two tables and triggers to a database, all named _oriel_.... Use it if other programs write to a \
            database with long lists, or if commands with an Idempotency-Key must run once even when the server \
            crashes. Run it again after tables are created or altered. `oriel detach` removes everything.

            In a PostgreSQL database it creates a publication of all tables with a primary key, so that the server's \
            stream of changes tells of each commit, and the record of commands. The owner of the tables may do that. \
            Where the server gives no stream, --triggers creates a log instead, which triggers fill.
            """)

    @OptionGroup var database: DatabaseOptions

    @Flag(name: .customLong("print"), help: "Print the SQL for a PostgreSQL database, and run nothing.")
    var isPrinted = false

    @Flag(name: .customLong("triggers"), help: "Log the changes of a PostgreSQL database by triggers.")
    var usesTriggers = false

    @OptionGroup var lock: LockWait

    func run() throws {
        switch try database.place() {
        case .server(let address): try attach(address)
        case .file where isPrinted || usesTriggers:
            throw Failure("\(isPrinted ? "--print" : "--triggers") is for PostgreSQL databases.")
        case .file(let file): try attach(file)
        }
    }

    private func attach(_ file: String) throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: lock.timeout).attach()
            let word = log.isChanged ? "are logged" : "are already logged"
            print("\(file): Writes to \(log.tables) tables \(word) by \(log.triggers) triggers.")
            print("Each write takes about 50 % longer. Oriel finds changes that the log misses by comparing rows.")
            print("Commands with a key are recorded for a day. Each runs once, even across a crash or a restart.")
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }

    private func attach(_ address: PostgresAddress) throws {
        do throws(StoreError) {
            let database = try AttachedDatabase(address)
            let means = usesTriggers ? AttachedDatabase.Means.triggers : .publication
            guard !isPrinted else { return print(try database.script(means), terminator: "") }
            let extent = try database.attach(means)
            let verb = usesTriggers ? "logged by triggers" : "published"
            print("\(address.shown): The changes of \(extent.tables.count) tables are \(verb).")
            for name in extent.keyless {
                print("\(name) has no primary key. Its lists are compared after each commit.")
            }
            print("Commands with a key are recorded for a day. Each runs once, on any node.")
            for lack in try ServerCheck(address).lacks() { print(lack) }
        } catch {
            throw Failure("\(address.shown): \(error.reason)")
        }
    }
}
