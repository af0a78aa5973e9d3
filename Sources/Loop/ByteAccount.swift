/// The bytes that visitors have the process keep: what they are for, which address they are for, and how many there are in all.
///
/// Bytes are taken by a ``ByteHolding`` and given back once, at the latest when the holding goes. Before anything is refused,
/// caches make way.
@SceneActor package final class ByteAccount {
    /// What bytes are kept for.
    package enum Kind: Int, CaseIterable, Sendable {
        /// Bodies of requests, uploads among them, until the request is answered.
        case bodies
        /// Messages of sockets that have not come whole, that have not been read, or whose command runs.
        case messages
        /// What waits to be sent.
        case queues
        /// Views that somebody watches.
        case views
        /// Views that nobody watches: a cache.
        case idleViews
        /// What commands with a key were answered: a cache.
        case answers
        /// What visitors have typed, and what apps have noted of them: of sessions in use.
        case sessions
        /// The same of sessions that nobody uses.
        case idleSessions
    }

    /// Why there is no room.
    package enum Shortage: Sendable {
        /// All addresses together have as much as they may.
        case total
        /// The address has as much as one may.
        case share
    }

    private struct Cache {
        let kind: Kind
        let makeRoom: (_ bytes: Int) -> Void
    }

    private struct Known {
        weak var share: ByteShare?
    }

    /// The most bytes in all.
    package var limit: Int
    /// The most bytes of one address.
    package var shareLimit: Int
    /// The bytes that are kept now.
    @exclusivity(unchecked) package private(set) var total = 0
    @exclusivity(unchecked) private var counts = [Int](repeating: 0, count: Kind.allCases.count)
    private var shares: [String: Known] = [:]
    private var caches: [Cache] = []
    private var isTrimming = false

    /// An account without limits, unless told otherwise.
    package init(limit: Int = .max, shareLimit: Int = .max) {
        (self.limit, self.shareLimit) = (limit, shareLimit)
    }

    /// The bytes of one kind.
    package func bytes(of kind: Kind) -> Int { counts[kind.rawValue] }

    /// How many addresses have something.
    package var shareCount: Int { shares.count }

    /// The bytes of one address.
    package func share(of address: String) -> ByteShare {
        if let known = shares[address]?.share { return known }
        let made = ByteShare { [weak self] in self?.forgetShare(of: address) }
        shares[address] = Known(share: made)
        return made
    }

    private func forgetShare(of address: String) {
        if shares[address]?.share == nil { shares[address] = nil }
    }

    /// Adds a cache: `makeRoom` lets go of the oldest of it, until so many bytes are free or nothing is left. Caches that are added
    /// first make way first.
    package func addCache(of kind: Kind, makeRoom: @escaping (_ bytes: Int) -> Void) {
        caches.append(Cache(kind: kind, makeRoom: makeRoom))
    }

    /// Why so many bytes more cannot be kept, after caches have made way; `nil` when they can. Without a share an address has no
    /// limit of its own.
    package func shortage(of bytes: Int, for share: ByteShare?) -> Shortage? {
        if let share, share.bytes > shareLimit - bytes { return .share }
        makeRoom(for: bytes)
        return total > limit - bytes ? .total : nil
    }

    /// Whether more is kept than may be, in all or for an address.
    package func isFull(for share: ByteShare?) -> Bool {
        total > limit || share.map { $0.bytes > shareLimit } ?? false
    }

    /// Has caches make way for so many bytes, and for some more, so that they are not asked for every few.
    package func makeRoom(for bytes: Int = 0) {
        for cache in caches where counts[cache.kind.rawValue] > 0 {
            guard total > limit - bytes else { return }
            cache.makeRoom(total - (limit - bytes) + limit / 16)
        }
    }

    /// Notes that so many bytes more, or fewer, are kept: of what several share, which is in no address's part.
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
