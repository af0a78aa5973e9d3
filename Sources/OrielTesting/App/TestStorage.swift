/// Where a tested app has its store.
public enum TestStorage: Sendable {
    /// In memory.
    case memory
    /// In a temporary file.
    case file
    /// In a new database of a PostgreSQL server, such as `postgres://postgres@localhost`. The role has to be allowed to
    /// create databases.
    case postgres(String)

    var folder: String {
        switch self {
        case .memory: "/dev/shm"
        case .file, .postgres: "/tmp"
        }
    }
}
