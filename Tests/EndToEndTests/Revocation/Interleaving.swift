import TestSupport

/// A random interleaving of a revocation and commits: who is revoked and how, which transports are open, and in which
/// order everything happens.
struct Interleaving: Sendable {
    /// How the principal proves who it is.
    enum Holder: String, CaseIterable { case key, keyOfPerson, session }

    enum End: String, CaseIterable {
        case signOut, deleted, disabled, role, member, move

        /// Whether a holder can lose its rights or its identity in this way.
        func concerns(_ holder: Holder) -> Bool {
            switch self {
            case .signOut: holder == .session
            case .deleted: true
            case .disabled, .role, .member, .move: holder != .key
            }
        }

        /// Whether connections stay open, and only the scenes end.
        var leavesIdentity: Bool { self == .member || self == .move }

        /// The status of requests afterwards.
        var status: Int { leavesIdentity || self == .role ? 404 : 401 }
    }

    enum Way: String, CaseIterable {
        case documents, stream, socket, slowStream, slowSocket, export

        /// Whether the client reads nothing until the later commit.
        var isSlow: Bool { [.slowStream, .slowSocket, .export].contains(self) }
    }

    /// Slow clients take longer, so they are rarer.
    private static let ways: [Way] = [
        .documents, .documents, .documents, .stream, .stream, .stream, .socket, .socket, .socket, .socket, .slowStream,
        .slowSocket, .export,
    ]

    let holder: Holder
    let end: End
    /// The transport at each server.
    let ways: [Way]
    let routes: [String]
    /// How many commits come before the revocation, and whether they wait for each other.
    let earlier: Int
    let isHurried: Bool
    /// Whether one program commits the revocation and the later commit without a pause.
    let isTight: Bool
    /// The server that makes the later commit; `nil` for another program.
    let laterServer: Int?
    let signOutServer: Int

    init(lane: Int, _ random: inout SeededGenerator) {
        let holder = Holder.allCases.randomElement(using: &random) ?? .key
        self.holder = holder
        end = End.allCases.filter { $0.concerns(holder) }.randomElement(using: &random) ?? .deleted
        ways = (0..<2).map { _ in Self.ways.randomElement(using: &random) ?? .socket }
        let all = ["/Note", "/Note/\(lane)", "/Note?search=text", "/Note?section=Team", "/Note?Team=\(lane)"]
        routes = Array(all.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        earlier = Int.random(in: 0...3, using: &random)
        isHurried = Bool.random(using: &random)
        isTight = end != .signOut && Bool.random(using: &random)
        laterServer = isTight ? nil : [0, 1, nil].randomElement(using: &random) ?? nil
        signOutServer = Int.random(in: 0...1, using: &random)
    }

    /// Whether a client reads large rows.
    var hasLarge: Bool { ways.contains(.slowStream) || ways.contains(.slowSocket) }
    var hasExport: Bool { ways.contains(.export) }
}
