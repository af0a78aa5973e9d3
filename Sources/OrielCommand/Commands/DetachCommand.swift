import ArgumentParser
import Lists
import PostgreSQL
import PostgresEngine
import SQLiteEngine
import Stores

/// `oriel detach`: removes the change log and the record of commands.
struct DetachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Remove what `oriel attach` added to a database.")

    @Argument(help: "The SQLite file, or the address of a PostgreSQL database (postgres://…).")
    var file: String

    @OptionGroup var lock: LockWait

    func run() throws {
        do throws(StoreError) {
            if let address = PostgresAddress(file) {
                let wasThere = try Publication(address).detach()
                return print(
                    "\(address.shown): "
                        + (wasThere
                            ? "Removed the publication and the record of commands." : "There is nothing to remove."))
            }
            let log = try LogFile(path: file, busyTimeout: lock.timeout).detach()
            guard log.isChanged else { return print("\(file): There is no log to remove.") }
            print(
                "\(file): Removed the log of \(log.tables) tables, \(log.triggers) triggers, "
                    + "and the record of commands."
            )
        } catch {
            throw Failure("\(file.shown): \(error)")
        }
    }
}
