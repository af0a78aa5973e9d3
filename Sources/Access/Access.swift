import DataSources
import FoundationEssentials
import Glibc
import Loop
import Scenes
import Lists
import Stores

/// The people, sessions and keys of a server, and their database.
///
///     let access = try await Access(path: "data/access.sqlite")
///     let site = Site(coordinator: coordinator, files: files, settings: settings, access: access)
///
/// In a served PostgreSQL database (``init(in:creates:people:issuer:services:lifetimes:)``), all nodes share them.
///
/// The tables are followed live, and any program may change them. When a session or a key is deleted, or a person
/// changes, open connections end in the same turn of the loop.
@SceneActor public final class Access {
    /// How long sessions last.
    public struct Lifetimes: Sendable {
        /// How long a session lasts without a request.
        public var idle = Duration.seconds(12 * 3600)
        /// How long a session lasts at most.
        public var total = Duration.seconds(7 * 86_400)
        /// How long a session lasts whose person stays signed in.
        public var staying = Duration.seconds(30 * 86_400)

        /// Creates times; by default 12 hours, 7 days, 30 days.
        public init(idle: Duration? = nil, total: Duration? = nil, staying: Duration? = nil) {
            (self.idle, self.total) = (idle ?? self.idle, total ?? self.total)
            self.staying = staying ?? self.staying
        }
    }

    let store: AccessStore
    /// What `--users` names for this database: its path, or a word for the served one's address.
    private let name: String
    let people: People
    let lifetimes: Lifetimes
    /// Hashes passwords: two at once, because each takes 34 MB and a core.
    let hashing = WorkQueue(atOnce: 2)
    let endings: Endings
    /// Whether people are in the database of access.
    package var hasOwnPeople: Bool { people.isOwn }
    /// A cache of identities by session and key.
    var known = KnownIdentities()
    let auditQueue: AuditQueue
    /// The tokens of an issuer that the server trusts, if there is one.
    let webTokens: WebTokens?
    /// The services at which people sign in.
    let serviceClients: [ServiceClient]
    /// The screens about sessions and the audit.
    package let screens: any Coordinator
    /// When an event without a name was last recorded, by kind. Anyone can cause such events, so their rate is limited.
    var lastAudits: [String: ContinuousClock.Instant] = [:]
    /// The number of failed attempts after which a name is locked for new browsers; `nil` to lock none.
    public var lockAfter: Int?
    /// The number of reports of ended identities.
    var endCount = 0
    /// The present, in seconds since 1970.
    package var now: () -> Double = { Date().timeIntervalSince1970 }

    /// Opens the database, and creates it if it is missing, readable only by its owner.
    ///
    /// - Parameters:
    ///   - people: The table of `served` that lists the people. Without it, people are in the database itself.
    ///   - served: The served database.
    ///   - issuer: The issuer of JSON Web Tokens whose holders are served.
    ///   - services: The services at which people sign in, by OpenID Connect.
    /// - Throws: A sentence, if the database or the issuer's keys cannot be used, or others may read secrets.
    public convenience init(
        path: String, people: PeopleTable? = nil, of served: Store? = nil, issuer: TokenIssuer? = nil,
        services: [LoginService] = [], lifetimes: Lifetimes = Lifetimes()
    ) async throws(AccessError) {
        try await self.init(path, people, of: served, issuer, services, lifetimes) {
            () async throws(AccessError) in
            try Self.check(path)
            var configuration = StoreConfiguration()
            configuration.isPrivate = true
            do throws(StoreError) {
                let store = try await Store(path: path, configuration: configuration, migrations: Schema.migrations)
                return AccessStore(store: store, isServed: false)
            } catch {
                throw AccessError("\(path): \(error.message)")
            }
        }
    }

    /// Opens the tables of access in the served PostgreSQL database, and creates them if they are missing. All nodes on
    /// the database share them. The other parameters are those of
    /// ``init(path:people:of:issuer:services:lifetimes:)``.
    ///
    /// - Parameter creates: Whether missing tables are created.
    /// - Throws: A sentence, if the database cannot be used for that.
    public convenience init(
        in served: Store, creates: Bool = true, people: PeopleTable? = nil, issuer: TokenIssuer? = nil,
        services: [LoginService] = [], lifetimes: Lifetimes = Lifetimes()
    ) async throws(AccessError) {
        try await self.init("postgres://…", people, of: served, issuer, services, lifetimes) {
            () async throws(AccessError) in
            let store = AccessStore(store: served, isServed: true)
            try await store.prepareTables(creates: creates)
            served.showsInOrder = true
            return store
        }
    }

    /// The value of the setting `users` for the served database.
    package nonisolated static let servedDatabase = "database"

    /// Opens the database that the setting `users` names: a path, or ``servedDatabase``.
    package convenience init(
        users: String, people: PeopleTable? = nil, of served: Store?, issuer: TokenIssuer? = nil,
        services: [LoginService] = [], lifetimes: Lifetimes = Lifetimes()
    ) async throws(AccessError) {
        guard users == Self.servedDatabase else {
            try await self.init(
                path: users, people: people, of: served, issuer: issuer, services: services, lifetimes: lifetimes)
            return
        }
        guard let served, served.isServer else {
            throw AccessError(
                "The setting \"users: database\" needs a served PostgreSQL database. Name a file, such as "
                    + "data/access.sqlite.")
        }
        try await self.init(in: served, people: people, issuer: issuer, services: services, lifetimes: lifetimes)
    }

    private init(
        _ name: String, _ people: PeopleTable?, of served: Store?, _ issuer: TokenIssuer?, _ services: [LoginService],
        _ lifetimes: Lifetimes, _ open: () async throws(AccessError) -> AccessStore
    ) async throws(AccessError) {
        self.name = name
        webTokens = try issuer.map { issuer throws(AccessError) in try WebTokens(from: issuer) }
        let queue = WorkQueue(atOnce: 4)
        serviceClients = try services.map { service throws(AccessError) in try ServiceClient(service, on: queue) }
        let store = try await open()
        self.store = store
        self.people = try await Self.people(people, of: served, or: store)
        if people != nil { served?.showsInOrder = true }
        self.lifetimes = lifetimes
        auditQueue = AuditQueue(of: store)
        screens = AccessScreens(store)
        endings = Endings(of: store)
        endings.onEnd = { [weak self] endings in self?.end(endings) }
        webTokens?.onChange = { [weak self] in self?.endTokens() }
        self.people.onChange = { [weak self] id in
            self?.recordRoles(of: id)
            self?.end([Ending(number: 0, kind: "person", subject: id, reason: Identity.End.revoked.rawValue)])
        }
    }

    /// The advice for a server on which nobody can sign in. ``firstLink(to:)`` is the link that it mentions.
    package var firstStep: String {
        let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "'") }
        let users = isPlain ? name : "'\(name.replacing("'", with: "'\\''"))'"
        return "Nobody can sign in yet. Run `oriel user add NAME --role admin --users \(users)`, or open this link on "
            + "this machine within 30 minutes."
    }

    /// Calls `body` with a sentence when the file with an issuer's keys cannot be used.
    public func onWarning(_ body: @escaping (String) -> Void) { webTokens?.onWarning = body }

    /// Calls `body` when the database can no longer be read, and when it can again. Those of a served database are
    /// reported by its store.
    public func onProblemChange(_ body: @escaping (ListProblem?) -> Void) {
        if !store.isServed { store.store.onProblemChange = body }
    }

    /// Closes the database, unless it is the served one.
    public func close() async {
        known.removeAll()
        await auditQueue.close()
        await store.close()
    }

    private static func people(
        _ table: PeopleTable?, of served: Store?, or own: AccessStore
    ) async throws(AccessError) -> People {
        guard let table else { return People(of: own) }
        do throws(AccessError) {
            guard let served else {
                throw AccessError(
                    "The setting \"people\" needs a store: let the coordinator conform to StoreCoordinator.")
            }
            return try People(table, of: served)
        } catch {
            await own.close()
            throw error
        }
    }

    /// Throws if others may read the file, if there is one.
    private static func check(_ path: String) throws(AccessError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & 0o077 == 0 else {
            throw AccessError("\(path): Others may read the file. Run `chmod 600` on it.")
        }
    }
}
