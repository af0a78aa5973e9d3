/// Everything an operator can set. Each limit has a safe default; `config/oriel.yaml` shows them all.
public struct Settings: Sendable {
    /// The address to listen on. Anything but a loopback address lets other machines in, and needs ``allowRemote``.
    public var host = "127.0.0.1"
    /// Whether other machines may be let in. There is no sign-in: whoever reaches the port reads and writes everything, so a
    /// server on an address that others can reach does not start without this.
    public var allowRemote = false
    /// The port to listen on; 0 takes any that is free.
    public var port = 8080
    /// The folder of the browser client; `nil` serves no pages.
    public var publicDirectory: String?
    /// Origins besides the server's own whose pages may write and open sockets, such as `https://app.example.com`.
    public var origins: [String] = []
    /// How many connections are served at once that are not sockets; event streams are among them.
    public var connectionLimit = 2_000
    /// How many of these connections one address has, streams among them. It is not counted behind a proxy that names
    /// addresses (``addressHeader``).
    public var connectionsPerAddress = 500
    /// How many sockets are open at once.
    public var socketLimit = 15_000
    /// How many sockets one address has open.
    public var socketsPerAddress = 2_000
    /// How many event streams are open at once, exports among them.
    public var streamLimit = 1_000
    /// How many event streams one address has open.
    public var streamsPerAddress = 250
    /// The largest request body, in bytes.
    public var bodyLimit = 8 * 1024 * 1024
    /// The largest file that is uploaded, in bytes; the slot that it is for may take less.
    public var uploadLimit = 10 * 1024 * 1024
    /// The largest message on a socket, in bytes.
    public var messageLimit = 1024 * 1024
    /// How many messages a second one socket may send in the long run; ten seconds' worth may come at once.
    public var messageRate = 200
    /// How many commands and uploads a second one address may send in the long run; ten seconds' worth may come at once.
    public var commandRate = 100
    /// Whether messages to sockets, documents, patches and files are compressed for clients that take them so.
    public var compression = true
    /// What has fewer bytes than this is not compressed: it would fill no fewer packets.
    public var compressionThreshold = 512
    /// How deep the JSON of a request or a message may nest.
    public var depthLimit = 64
    /// How many values the JSON of a request or a message may have, each element and each member's value counted.
    public var elementLimit = 10_000
    /// How many scenes one socket may watch.
    public var scenesPerSocket = 64
    /// How many different scenes are open at once. Those that nobody holds any more make way for others.
    public var sceneLimit = 5_000
    /// How many scenes one address may hold open alone, by sockets, streams, and requests under way. Scenes that somebody at
    /// another address holds too are not counted, nor is anything of a loopback address.
    public var scenesPerAddress = 2_000
    /// The header in which a proxy names the address that a request comes from, such as `X-Forwarded-For`; `nil` takes that of
    /// the connection. Of several addresses the last counts: it is the one that the nearest proxy has written.
    public var addressHeader: String?
    /// How many visitors' sessions are kept beside those in use; those that hold nothing go first, then those that were not
    /// used for longest.
    public var sessionLimit = 10_000
    /// How long a session is kept after its last use.
    public var sessionLifetime = Duration.seconds(7 * 24 * 3600)
    /// The file that keeps sessions over a restart; `nil` keeps them in memory only.
    public var sessionFile: String?
    /// A file that keeps what viewers held when the server was stopped, so that one patch leads them on when they come back after
    /// a restart; without it they get whole documents where anything has changed.
    public var resumeFile: String?
    /// The most rows in a window.
    public var windowLimit = 500
    /// How much may wait for a slow reader, in bytes; beyond it patches are left out, and one patch or snapshot follows when
    /// the reader has caught up.
    public var queueLimit = 1024 * 1024
    /// How many bytes are kept for all visitors together: bodies of requests, messages, what waits for slow readers, views, answers
    /// of commands and sessions.
    public var memoryLimit = 192 * 1024 * 1024
    /// How many of them are kept for one address.
    public var memoryPerAddress = 64 * 1024 * 1024
    /// How many lists are exported at once.
    public var exportLimit = 4
    /// How many lists one address exports at once.
    public var exportsPerAddress = 2
    /// How long an export may take, with a client that reads slowly: it waits in a temporary file meanwhile.
    public var exportTimeout = Duration.seconds(600)
    /// How many bytes of temporary files an export may take: it is cut off with more.
    public var spoolLimit = 4 << 30
    /// How many bytes of temporary files all exports together may take.
    public var spoolTotal = 8 << 30
    /// Who may look at the inspector, `/-/inspect`.
    public var inspectors = Onlookers.local
    /// How long a view is kept after its last viewer has gone.
    public var linger = Duration.seconds(30)
    /// How long an answer waits for a query before it shows what there is.
    public var patience = Duration.seconds(5)
    /// How often a silent event stream says that it is alive, and a silent socket is asked whether it is.
    public var heartbeat = Duration.seconds(15)
    /// How long an idle connection is kept.
    public var idleTimeout = Duration.seconds(30)
    /// Whether nothing that is served can be written: no document offers a command.
    public var readOnly = false
    /// What a commit waits for before a command is answered: `off`, `normal`, `full` or `extra` (`PRAGMA synchronous`).
    public var synchronous = "full"
    /// How long a command waits for another writer of the database.
    public var busyTimeout = Duration.seconds(5)
    /// How long a command may take, with the triggers that it sets off, before it is given up and undone.
    public var writeTimeout = Duration.seconds(10)
    /// How many rows the table of a list may have for its order to be kept in memory.
    public var listLimit = 20_000_000
    /// The longest text that a list is searched for, in bytes.
    public var patternLimit = 1_024
    /// How many terms may select and sort a list: columns that are searched, filters, values of `in`, and columns to sort by.
    public var termLimit = 32
    /// The largest value, and the largest row, that is read from a database or written, in bytes.
    public var valueLimit = 64 * 1024 * 1024
    /// How much memory SQLite takes at most, in bytes, for everything that is served.
    public var databaseMemory = 256 * 1024 * 1024
    /// How long the query of a list may take before it is given up.
    public var queryTimeout = Duration.seconds(10)
    /// How long running requests may take to end when the server stops.
    public var drainTimeout = Duration.seconds(5)
    /// The longest time over which viewers come back that a server sends away when it stops.
    public var reconnectSpread = Duration.seconds(10)
    /// Whether other processes of the same user may listen on the port too; all of them have to say so.
    public var reusePort = false
    /// What is logged: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`, and what is graver.
    public var logLevel = "info"
    /// How lines of the log look: `text` or `json`.
    public var logFormat = "text"
    /// Whether each request is logged; at the level `debug` each is in any case.
    public var accessLog = false
    /// Who may read `/-/metrics`.
    public var metricsReaders = Onlookers.local

    /// The defaults.
    public init() {}
}
