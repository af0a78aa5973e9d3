import GRDB
import Glibc

/// The database of the measurements: one table, of which the filter `grp < 8` keeps 80 %. `b` has an index, `c` has
/// none.
struct Items {
    let path: String
    let count: Int

    /// Makes a database of so many rows in a folder.
    init(count: Int, in folder: String) throws {
        self.count = count
        path = "\(folder)/\(count).sqlite"
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE Item (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b INTEGER NOT NULL, c REAL NOT NULL,
                        grp INTEGER NOT NULL);
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                    INSERT INTO Item SELECT i, 'Item with number ' || i, abs(random() >> 20), random() / 9e18, i % 10
                    FROM n;
                    CREATE INDEX ItemByB ON Item (b);
                    """)
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }

    /// Removes the database.
    func remove() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Ids of rows that the filter keeps, scattered.
    func ids(_ number: Int) -> [Int64] {
        var ids: [Int64] = []
        var state: UInt64 = 1
        while ids.count < number {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let id = Int64((state >> 33) % UInt64(count)) + 1
            if id % 10 < 8 { ids.append(id) }
        }
        return ids
    }
}
