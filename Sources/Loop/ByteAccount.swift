/// Accounts for the bytes that the process keeps for clients: by kind, by address, and in total.
///
/// A ``ByteHolding`` takes bytes and gives them back once, at the latest when it is released. Caches are trimmed before
/// a request is refused.
@SceneActor package final class ByteAccount {
    /// The purpose of bytes.
    package enum Kind: Int, CaseIterable, Sendable {
        /// Request bodies, uploads among them, until the response.
        case bodies
        /// WebSocket messages that are incomplete, unread, or whose command runs.
        case messages
        /// Data that waits to be sent.
        case queues
        /// Views with watchers.
        case views
        /// Views without watchers: a cache.
        case idleViews
        /// Responses to commands with a key: a cache.
        case answers
        /// The inputs and notes in sessions that are in use.
        case sessions
        /// The inputs and notes in unused sessions.
        case idleSessions
    }

    /// The reason why there is no room.
    package enum Shortage: Sendable {
        /// The total of all addresses is at the limit.
        case total
        /// The address is at its limit.
        case share

        /// The name of the setting that is the limit.
        package var setting: String {
            switch self {
            case .total: "memoryLimit"
            case .share: "memoryPerAddress"
            }
        }

        /// A message for the refused client.
        package var message: String {
            switch self {
            case .total: "The server has reached memoryLimit. Retry later."
            case .share: "Your address has reached memoryPerAddress. Retry later."
            }
        }
    }

    private struct Cache {
        let kind: Kind
        let makeRoom: (_ bytes: Int) -> Void
    }

    private struct Known {
        weak var share: ByteShare?
    }

    /// The limit of the total, in bytes.
    package var limit: Int
    /// The limit for one address, in bytes.
    package var shareLimit: Int
    /// The bytes kept now.
    @exclusivity(unchecked) package private(set) var total = 0
    @exclusivity(unchecked) private var counts = [Int](repeating: 0, count: Kind.allCases.count)
    private var shares: [String: Known] = [:]
    private var caches: [Cache] = []
    private var isTrimming = false

    /// Creates an account; by default without limits.
    package init(limit: Int = .max, shareLimit: Int = .max) {
        (self.limit, self.shareLimit) = (limit, shareLimit)
    }

    /// Returns the bytes of one kind.
    package func bytes(of kind: Kind) -> Int { counts[kind.rawValue] }

    /// The number of addresses with a share.
    package var shareCount: Int { shares.count }

    /// Returns the share of one address.
    package func share(of address: String) -> ByteShare {
        if let known = shares[address]?.share { return known }
        let made = ByteShare { [weak self] in self?.forgetShare(of: address) }
        shares[address] = Known(share: made)
        return made
    }

    private func forgetShare(of address: String) {
        if shares[address]?.share == nil { shares[address] = nil }
    }

    /// Adds a cache. `makeRoom` releases its oldest entries until so many bytes are free or nothing is left. Caches are
    /// trimmed in the order in which they were added.
    package func addCache(of kind: Kind, makeRoom: @escaping (_ bytes: Int) -> Void) {
        caches.append(Cache(kind: kind, makeRoom: makeRoom))
    }

    /// Returns why so many more bytes cannot be kept, after trimming the caches; `nil` when they can. Without a share,
    /// only the total is limited.
    package func shortage(of bytes: Int, for share: ByteShare?) -> Shortage? {
        if let share, share.bytes > shareLimit - bytes { return .share }
        makeRoom(for: bytes)
        return total > limit - bytes ? .total : nil
    }

    /// Returns whether the total or the address exceeds its limit.
    package func isFull(for share: ByteShare?) -> Bool {
        total > limit || share.map { $0.bytes > shareLimit } ?? false
    }

    /// Trims the caches for so many bytes, and for a sixteenth of the limit more, so that this happens rarely.
    package func makeRoom(for bytes: Int = 0) {
        for cache in caches where counts[cache.kind.rawValue] > 0 {
            guard total > limit - bytes else { return }
            cache.makeRoom(total - (limit - bytes) + limit / 16)
        }
    }

    /// Records a change in the bytes kept. Used directly for shared data, which counts for no address.
    package func change(_ kind: Kind, by bytes: Int) {
        total += bytes
        counts[kind.rawValue] += bytes
        guard bytes > 0, total > limit, !isTrimming else { return }
        isTrimming = true
        EventLoop.shared.atEndOfTurn(.flush) { [weak self] in
            self?.isTrimming = false
            self?.makeRoom()
        }
    }
}
