import ArgumentParser
import Stores

/// `oriel index`: creates a full-text index of a table, for searches in long lists.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index", abstract: "Index the words of a table for fast searches.",
        discussion: """
            Adds a full-text index (FTS5), TABLE_fts, and three triggers that update it. Searches then find whole \
            words, and the beginning of the last word. `oriel index --remove FILE TABLE` removes the index.
            """)

    @Argument(help: "The SQLite file.")
    var file: String

    @Argument(help: "The table. It must have an INTEGER PRIMARY KEY.")
    var table: String

    @Argument(help: "The columns to index. By default, all text columns.")
    var columns: [String] = []

    @Flag(help: "Remove the index.")
    var remove = false

    @OptionGroup var lock: LockWait

    func validate() throws {
        if remove, !columns.isEmpty { throw ValidationError("--remove takes no columns.") }
    }

    func run() throws {
        do throws(IndexError) {
            let database = IndexFile(path: file, busyTimeout: lock.timeout)
            let index = try remove ? database.remove(table) : database.make(table, columns: columns)
            print("\(file): \(sentence(index))")
        } catch {
            throw Failure("\(file): \(error.message)")
        }
    }

    private func sentence(_ index: IndexExtent) -> String {
        let columns = index.columns.joined(separator: ", ")
        if remove {
            return index.isChanged ? "Removed \(index.name) and its 3 triggers." : "\(index.name) does not exist."
        }
        return
            "\(index.name) \(index.isChanged ? "indexes" : "already indexes") the words of \(columns), with 3 triggers."
    }
}
