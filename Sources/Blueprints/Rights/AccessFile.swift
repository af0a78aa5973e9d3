import Declarations
import Files
import Lists
import Loop
import Rights
import Scenes
import Stores
import Tables

/// The rules of a store in `access.yaml`. They are read when the server starts, and again when the file has changed and
/// then rests, all or nothing: a file with mistakes changes nothing.
@SceneActor package final class AccessFile {
    /// A file that cannot be used: its mistakes, one a line.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The rules in force.
    private(set) var rules: Rules
    /// Called when other rules are in force.
    var onChange: (() -> Void)?
    /// Called when the file has been read again: with the reason why it was refused, or with `nil`.
    var onRead: ((String?) -> Void)?
    /// Called with a sentence about rules that cannot be used.
    let onWarning: (String) -> Void
    private let path: String
    private var people: PeopleTable?
    private let store: Store
    private var file: WatchedFile?
    private var rest: LoopTimer?
    /// The tables whose loss has been reported.
    private var reported: Set<String> = []

    /// The interval at which a file system without events is checked.
    private static let interval = Duration.seconds(1)
    /// How long a changed file has to rest before it is adopted. Rules that are half-written may grant more than the
    /// whole file.
    private static let pause = Duration.milliseconds(500)

    /// Reads the rules at `path`.
    ///
    /// - Parameter people: The table of `store` with the people who sign in, if there is one.
    /// - Throws: ``Failure`` with every mistake.
    package init(
        _ path: String, of store: Store, people: PeopleTable? = nil, onWarning: @escaping (String) -> Void
    ) throws {
        (self.path, self.store, self.people, self.onWarning) = (path, store, people, onWarning)
        let content = FileContent.read(path)
        rules = try Self.rules(in: content, path, store, people)
        file = WatchedFile(path, interval: Self.interval, last: content) { [weak self] content in
            EventLoop.shared.post { self?.schedule(content) }
        }
    }

    isolated deinit {
        rest?.cancel()
    }

    /// Returns the rules in a file, read against the schema of a store.
    ///
    /// - Throws: ``Failure`` with every mistake.
    package static func read(_ path: String, of store: Store, people: PeopleTable? = nil) throws -> Rules {
        try rules(in: FileContent.read(path), path, store, people)
    }

    /// Returns a sentence about each role that no rule in a file names; none if the file cannot be read.
    package nonisolated static func remarks(on roles: Set<String>, in path: String) -> [String] {
        guard case .bytes(let bytes) = FileContent.read(path) else { return [] }
        return RoleNames(in: String(decoding: bytes, as: UTF8.self)).remarks(on: roles)
    }

    private static func rules(
        in content: FileContent, _ path: String, _ store: Store, _ people: PeopleTable?
    ) throws -> Rules {
        switch content {
        case .missing: throw Failure(description: "\(path): There is no such file.")
        case .unreadable(let reason): throw Failure(description: "\(path): The file cannot be read: \(reason).")
        case .bytes(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Failure(description: "\(path): The file is not UTF-8.")
            }
            var (rules, faults) = RulesReader.read(text, of: store.schema.shown, hasRoles: store.hasRoles)
            guard faults.isEmpty else {
                throw Failure(description: faults.map { $0.text(in: path) }.joined(separator: "\n"))
            }
            rules.people = people
            return rules
        }
    }

    /// Stops reading the file again.
    func stop() {
        file = nil
        rest?.cancel()
    }

    /// Names the table of the store with the people who sign in, whose passwords no rule shows.
    func protect(_ people: PeopleTable) {
        self.people = people
        rules.people = people
        onChange?()
    }

    /// Refuses the tables that have changed in a way that their rules do not know, and grants them again once they are
    /// as before. Warns of each refused table.
    func follow(_ schema: Schema) {
        let refusals = rules.follow(schema.shown, isJSON: store.isJSON)
        for refusal in refusals where !reported.contains(refusal.table) {
            onWarning("\(path): \(refusal.sentence)")
        }
        reported = Set(refusals.map(\.table))
    }

    /// Adopts changed content, unless the file changes again before it has rested.
    private func schedule(_ content: FileContent) {
        guard file != nil else { return }
        rest?.cancel()
        rest = EventLoop.shared.after(Self.pause) { [weak self] in
            // The rules may name a column that a commit before them has added.
            self?.store.whenSchemaIsCurrent { self?.take(content) }
        }
    }

    private func take(_ content: FileContent) {
        do {
            rules = try Self.rules(in: content, path, store, people)
            reported = []
            onRead?(nil)
            onChange?()
        } catch {
            onRead?("\(error)")
            for mistake in "\(error)".split(separator: "\n") { onWarning(String(mistake)) }
            onWarning("The rules stay as they were.")
        }
    }
}
