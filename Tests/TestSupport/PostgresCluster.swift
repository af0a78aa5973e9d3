import Dispatch
import Foundation
import Synchronization

/// A PostgreSQL server of this test process, with its data in a folder of its own. It ends with the process.
package final class PostgresCluster: Sendable {
    private static let started = Result { try PostgresCluster() }
    private static let count = Mutex(0)

    /// The folder of the server's socket.
    package let folder: String
    /// The address of the server, with a role that may create databases.
    package var url: String { "postgres://postgres@/postgres?host=\(folder)" }
    /// The folder of PostgreSQL's programs. Debian's own `psql` is a slow script that looks for them.
    private let programs: String
    /// The shell of PostgreSQL.
    var psql: String { programs + "/psql" }
    /// Stops the server when the last descriptor of it is closed, however this process ends.
    private let leash: FileHandle

    /// The running server. It starts with the first call.
    package static var shared: PostgresCluster {
        get throws { try started.get() }
    }

    private init() throws {
        programs = try Shell.run("pg_config", ["--bindir"]).trimmingCharacters(in: .whitespacesAndNewlines)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", programs, getuid() == 0 ? "runuser -u postgres --" : ""]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let line = String(data: output.fileHandleForReading.availableData, encoding: .utf8), line.hasPrefix("/")
        else { throw ClientError("The PostgreSQL server did not start. `scripts/setup test` installs it.") }
        folder = line.trimmingCharacters(in: .whitespacesAndNewlines)
        leash = input.fileHandleForWriting
    }

    /// Starts a server, prints its folder, and waits for the end of the input. `$1` is the folder of the programs, and
    /// `$2` runs them as another user than root.
    private static let script = """
        folder=$(mktemp -d /tmp/oriel-postgres.XXXXXX) && chmod 755 "$folder" || exit 1
        [ -z "$2" ] || chown postgres "$folder"
        trap '' INT TERM HUP
        $2 "$1/initdb" -D "$folder/data" -A trust -U postgres --locale=C.UTF-8 -E UTF8 -N >"$folder/log" 2>&1 &&
        $2 "$1/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" -o "-k $folder -c listen_addresses='' \\
            -c fsync=off -c wal_level=logical -c max_wal_senders=60 -c max_replication_slots=60 \\
            -c max_connections=400 -c wal_sender_timeout=10s -c max_prepared_transactions=20" \\
            start >"$folder/log" 2>&1 || {
            cat "$folder/log" "$folder/data/log" >&2; rm -rf "$folder"; exit 1; }
        echo "$folder"
        exec >/dev/null
        cat >/dev/null
        $2 "$1/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1
        rm -rf "$folder"
        """

    /// Returns the name of a new database.
    fileprivate static func newName() -> String {
        count.withLock { count in
            count += 1
            return "test\(count)"
        }
    }

    /// Runs SQL in another process, in one transaction.
    ///
    /// - Returns: Its output: one line a row, with tabs between values.
    @discardableResult
    package func run(_ sql: String, in database: String, isOneTransaction: Bool = true) throws -> String {
        try Shell.run(
            psql,
            [
                "-h", folder, "-U", "postgres", "-d", database, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-F",
                "\t",
            ]
                + (isOneTransaction ? ["-1"] : []) + ["-f", "-"], input: sql)
    }
}

/// A PostgreSQL database of one test.
package final class PostgresTestDatabase: Sendable {
    package let cluster: PostgresCluster
    package let name: String

    /// The address of the database.
    package var url: String { "postgresql://postgres@/\(name)?host=\(cluster.folder)" }

    /// A new database created by `sql`. With a publication, its changes can be followed. The options are those of
    /// `CREATE DATABASE`.
    package init(_ sql: String, options: String = "", isPublished: Bool = true) throws {
        cluster = try PostgresCluster.shared
        name = PostgresCluster.newName()
        try cluster.run("CREATE DATABASE \(name) \(options)", in: "postgres", isOneTransaction: false)
        try cluster.run(sql + (isPublished ? ";\n" + Self.publication : ""), in: name)
    }

    /// Drops the database, on another thread: a test that has failed may leave a store open, whose loop the server would
    /// wait for.
    deinit {
        DispatchQueue.global().async { [cluster, name] in
            _ = try? cluster.run("DROP DATABASE \(name) WITH (FORCE)", in: "postgres", isOneTransaction: false)
        }
    }

    /// Publishes every table that has a key.
    package func publish() throws { try cluster.run(Self.publication, in: name) }

    private static let publication = """
        DO $$
        BEGIN
            EXECUTE 'CREATE PUBLICATION oriel ' || coalesce((
                SELECT 'FOR TABLE ' || string_agg(quote_ident(relname), ', ')
                FROM pg_class JOIN pg_index ON indrelid = pg_class.oid
                WHERE indisprimary AND relnamespace = 'public'::regnamespace AND relpersistence = 'p'
                    AND NOT relispartition), '') || ' WITH (publish_via_partition_root = true)';
        END $$
        """

    /// Runs SQL in another process, in one transaction.
    ///
    /// - Returns: Its output: one line a row, with tabs between values.
    @discardableResult
    package func run(_ sql: String) async throws -> String {
        try await blocking { [self] in try cluster.run(sql, in: name) }
    }

    /// Refuses all connections and ends those that are open, or accepts connections again.
    package func setOpen(_ isOpen: Bool) throws {
        try cluster.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS \(isOpen)", in: "postgres")
        guard !isOpen else { return }
        try cluster.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
    }
}
