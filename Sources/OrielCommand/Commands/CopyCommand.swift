import ArgumentParser
import Copying
import Foundation
import PostgreSQL

/// `oriel copy`: copies a SQLite database into a PostgreSQL database.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Copy a SQLite database into a PostgreSQL database.",
        discussion: """
            Creates the tables with types that can have every value, copies the rows, adds indexes and foreign keys, and \
            compares the number and the sum of each column's values: all or nothing. It prints the types that it has \
            chosen, and what is different. The PostgreSQL database must not have tables of the same names. Run \
            `oriel attach` afterwards.
            """)

    @Argument(help: "The SQLite file.")
    var file: String

    @Argument(help: "The address of the PostgreSQL database (postgres://…).")
    var address: String?

    @Flag(name: .customLong("print"), help: "Print the SQL that creates the tables, and copy nothing.")
    var isPrinted = false

    func validate() throws {
        if isPrinted { return }
        guard let address, PostgresAddress(address) != nil else {
            throw ValidationError("Give the address of a PostgreSQL database, which begins with postgres://.")
        }
    }

    func run() throws {
        let start = ContinuousClock.now
        let copy: DatabaseCopy
        do throws(CopyError) {
            copy = try DatabaseCopy(of: file)
        } catch {
            throw Failure("\(file): \(error).")
        }
        guard !isPrinted, let address = address.flatMap({ PostgresAddress($0) }) else {
            return print(copy.script, terminator: "")
        }
        for (table, column, from, to) in copy.columns {
            print("\(table).\(column): \(from.isEmpty ? "no type" : from) -> \(to)")
        }
        for note in copy.notes { print(note) }
        let progress = CopyProgress()
        do throws(CopyError) {
            try copy.run(to: address) { progress.report($0, $1) }
        } catch {
            progress.end()
            throw Failure("\(address.shown): \(error). Nothing was copied.")
        }
        progress.end()
        let (tables, rows) = copy.size
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            "Copied \(rows) rows of \(tables) tables in \(String(format: "%.1f", seconds)) s. The numbers and sums of "
                + "all columns are equal.")
        print("Run `oriel attach` with the address, so that lists follow each commit.")
    }
}

/// A line on a terminal that says how far a copy is.
private final class CopyProgress {
    private var last = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func report(_ table: String, _ rows: Int64) {
        guard isTerminal, .now - last > .milliseconds(200) else { return }
        last = .now
        FileHandle.standardError.write(Data("\r\u{1B}[K\(table): \(rows) rows".utf8))
    }

    func end() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
