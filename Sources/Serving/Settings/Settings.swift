import Scenes

/// The settings for operators. Each limit has a safe default. `config/oriel.yaml` shows them all.
public struct Settings: Sendable {
    /// The database that `oriel serve` serves, where the command names none; `nil` for the demo. In an app, that of
    /// ``Store/init(_:path:migrations:)``.
    public var store: ServedDatabase?
    /// The address to listen on. An address that is not a loopback address lets other machines in, and needs
    /// ``allowRemote``.
    public var host = "127.0.0.1"
    /// Whether other machines may connect. Without ``users``, every client that reaches the port reads and writes
    /// everything. A server on an address that others can reach does not start without this setting.
    public var allowRemote = false
    /// The port to listen on; 0 takes any free port.
    public var port = 8080
    /// The folder of the browser client; `nil` serves no pages.
    public var publicDirectory: String?
    /// Other origins whose pages may write and open sockets, such as `https://app.example.com`.
    public var origins: [String] = []
    /// The maximum number of connections that are not sockets, including event streams.
    public var connectionLimit = 2_000
    /// The maximum number of these connections for one address, including streams. It does not apply behind a proxy
    /// that names addresses (``addressHeader``).
    public var connectionsPerAddress = 500
    /// The maximum number of open sockets.
    public var socketLimit = 15_000
    /// The maximum number of open sockets of one address.
    public var socketsPerAddress = 2_000
    /// The maximum number of open event streams, including exports.
    public var streamLimit = 1_000
    /// The maximum number of open event streams of one address.
    public var streamsPerAddress = 250
    /// The maximum size of a request body, in bytes.
    public var bodyLimit = 8 * 1024 * 1024
    /// The maximum size of the body of an upload, in bytes. The slot limits each file.
    public var uploadLimit = 1 << 30
    /// The maximum number of uploads of one address at once.
    public var uploadsPerAddress = 16
    /// The maximum size of a message on a socket, in bytes.
    public var messageLimit = 1024 * 1024
    /// The maximum number of messages a second on one socket, in the long run. Ten seconds' worth may come at once.
    public var messageRate = 200
    /// The maximum number of commands and uploads a second from one address, in the long run. Ten seconds' worth may
    /// come at once.
    public var commandRate = 100
    /// Whether messages to sockets, documents, patches and files are compressed for clients that accept it.
    public var compression = true
    /// The maximum nesting depth of the JSON in a request or a message.
    public var depthLimit = 64
    /// The maximum number of values in the JSON of a request or a message. Each element and each member's value counts.
    public var elementLimit = 10_000
    /// The maximum number of scenes that one socket watches.
    public var scenesPerSocket = 64
    /// The maximum number of different open scenes. Scenes that nobody holds are closed to make room for others.
    public var sceneLimit = 5_000
    /// The maximum number of scenes that one address may hold open alone, by sockets, streams and running requests.
    /// Scenes that another address also holds do not count, nor do scenes of a loopback address. A person who has
    /// signed in counts as one address, wherever the connections come from.
    public var scenesPerAddress = 2_000
    /// The header in which a proxy names the client's address, such as `X-Forwarded-For`; `nil` uses the address of the
    /// connection. The last of several addresses counts, because the nearest proxy has written it.
    public var addressHeader: String?
    /// The database of people, sessions and keys: a file, such as `data/access.sqlite`, or `database` for tables of the
    /// served PostgreSQL database, which all nodes share. It is created if it is missing. With it, only clients that
    /// have signed in are served; `nil` serves everybody.
    public var users: String?
    /// The table of the served database that lists the people; `nil` keeps them in ``users``.
    public var people: PeopleTable?
    /// The proxy that signs people in and names them in headers; `nil` trusts none.
    public var proxy: TrustedProxy?
    /// The issuer of accepted JSON Web Tokens; `nil` accepts no token.
    public var jwt: TokenIssuer?
    /// The services at which people sign in, by OpenID Connect.
    public var oidc: [LoginService] = []
    /// The number of failed attempts to sign in after which a name is locked for new browsers, until an administrator
    /// ends that; 0 locks none.
    public var lockAfter = 0
    /// How long a sign-in lasts without a request.
    public var signInIdle = Duration.seconds(12 * 3600)
    /// How long a sign-in lasts at most.
    public var signInLifetime = Duration.seconds(7 * 24 * 3600)
    /// How long a sign-in lasts if the person has chosen to stay signed in.
    public var staySignedIn = Duration.seconds(30 * 24 * 3600)
    /// The maximum number of sessions, besides those in use. Empty sessions are dropped first, then the least recently
    /// used.
    public var sessionLimit = 10_000
    /// The time for which a session is kept after its last use.
    public var sessionLifetime = Duration.seconds(7 * 24 * 3600)
    /// The file that keeps sessions over a restart; `nil` keeps them in memory only.
    public var sessionFile: String?
    /// The file that keeps the states of viewers when the server stops, so that one patch is enough when they return
    /// after a restart. Without it, viewers get whole documents if anything has changed.
    public var resumeFile: String?
    /// The maximum number of rows in a window.
    public var windowLimit = 500
    /// The maximum number of bytes queued for a slow reader. Beyond it patches are skipped, and one patch or snapshot
    /// follows when the reader has caught up.
    public var queueLimit = 1024 * 1024
    /// The maximum memory held for all clients, in bytes: request bodies, messages, queues for slow readers, views,
    /// responses of commands and sessions.
    public var memoryLimit = 192 * 1024 * 1024
    /// The maximum memory held for one address, in bytes.
    public var memoryPerAddress = 64 * 1024 * 1024
    /// The maximum number of exports at once.
    public var exportLimit = 4
    /// The maximum number of exports of one address at once.
    public var exportsPerAddress = 2
    /// The maximum time of an export, including a client that reads slowly. The export waits in a temporary file
    /// meanwhile.
    public var exportTimeout = Duration.seconds(600)
    /// The maximum size of an export's temporary files, in bytes. A larger export is cut off.
    public var spoolLimit = 4 << 30
    /// The maximum size of the temporary files of all exports, in bytes.
    public var spoolTotal = 8 << 30
    /// The clients that may use the inspector, `/-/inspect`.
    public var inspectors = Onlookers.local
    /// The clients that may run SQL at `/-/sql` where nobody signs in. Where people sign in, administrators may, unless
    /// this is ``Onlookers/nobody``.
    public var sqlReaders = Onlookers.local
    /// The time for which a view is kept after its last viewer has left.
    public var linger = Duration.seconds(30)
    /// The time for which a response waits for a query, before it shows the last known state.
    public var patience = Duration.seconds(5)
    /// The time between two signs of life of a silent event stream. A silent socket is checked at twice this interval.
    public var heartbeat = Duration.seconds(15)
    /// The time for which an idle connection is kept.
    public var idleTimeout = Duration.seconds(30)
    /// The file with the rules of who may see and do what, such as `access.yaml`; `nil` lets every client read and
    /// write everything.
    public var access: String?
    /// The folder with files of scenes, such as `scenes`; `nil` without any.
    public var scenes: String?
    /// Whether all data is read-only. No document offers a command then.
    public var readOnly = false
    /// How far a commit is on disk before a command gets its response.
    public var synchronous = Synchronous.full
    /// The time for which a command waits for another writer of the database.
    public var busyTimeout = Duration.seconds(5)
    /// The maximum time of a command with its triggers, before it is rolled back.
    public var writeTimeout = Duration.seconds(10)
    /// The maximum number of rows in the table of a list whose order is kept in memory.
    public var listLimit = 20_000_000
    /// The maximum memory of the orders of all lists, in bytes.
    public var orderMemory = 256 * 1024 * 1024
    /// The maximum size of a value, and of a row, that is read from or written to a database, in bytes.
    public var valueLimit = 64 * 1024 * 1024
    /// The maximum memory of SQLite for everything that is served, in bytes.
    public var databaseMemory = 256 * 1024 * 1024
    /// The maximum time of a list's query.
    public var queryTimeout = Duration.seconds(10)
    /// The time for which running requests may go on when the server stops.
    public var drainTimeout = Duration.seconds(5)
    /// Whether other processes of the same user may listen on the port too. All of them must set it.
    public var reusePort = false
    /// The time for which the code of one screen may hold the event loop, so that all others wait, before the log names
    /// the screen.
    public var holdLimit = Duration.milliseconds(100)
    /// The time that the reading of a list may take before the log names the list.
    public var slowList = Duration.milliseconds(500)
    /// The lowest level that is logged.
    public var logLevel = LogLevel.info
    /// The format of the log.
    public var logFormat = LogFormat.text
    /// Whether each request is logged. At the level `debug`, requests are always logged.
    public var accessLog = false
    /// The clients that may read `/-/metrics`.
    public var metricsReaders = Onlookers.local

    /// An app's own settings.
    public var app = AppSettings()

    /// The link to `oriel dev`, if it has started this program.
    package internal(set) var development: Development?

    /// Makes settings with their defaults.
    public init() {}
}
