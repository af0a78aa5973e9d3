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

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var lock: LockWait

    func run() throws {
        switch try database.place() {
        case .server(let address): try detach(address)
        case .file(let file): try detach(file)
        }
    }

    private func detach(_ address: PostgresAddress) throws {
        do throws(StoreError) {
            let isChanged = try AttachedDatabase(address).detach()
            guard isChanged else { return print("\(address.shown): There is nothing to remove.") }
            print("\(address.shown): Removed the publication or the log, and the record of commands.")
        } catch {
            throw Failure("\(address.shown): \(error.reason)")
        }
    }

    private func detach(_ file: String) throws {
        do throws(StoreError) {
            let log = try LogFile(path: file, busyTimeout: lock.timeout).detach()
            guard log.isChanged else { return print("\(file): There is no log to remove.") }
            print(
                "\(file): Removed the log of \(log.tables) tables, \(log.triggers) triggers, "
                    + "and the record of commands."
            )
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }
}
