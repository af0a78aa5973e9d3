import Loop

/// The limits of one address, so that it cannot use up what all clients share. Loopback addresses have no limits: one
/// of them may be a proxy that serves all clients without naming their addresses.
@SceneActor final class AddressLimits {
    /// Resources that are limited for one address and in total.
    enum Kind: Int, CaseIterable {
        case sockets, streams, exports, uploads
    }

    /// A counted resource, released when the seat is.
    @SceneActor final class Seat {
        private let limits: AddressLimits
        private let address: String
        private let kind: Kind

        fileprivate init(_ kind: Kind, of address: String, in limits: AddressLimits) {
            (self.limits, self.address, self.kind) = (limits, address, kind)
        }

        isolated deinit { limits.close(kind, of: address) }
    }

    /// The resources of one address, and the rate of its commands.
    private struct Account {
        var counts = [Int](repeating: 0, count: Kind.allCases.count)
        var commands = TokenBucket(1)
    }

    private var accounts: [String: Account] = [:]
    private var sweepSize = 1024  // the number of accounts at which idle ones are dropped

    /// Counts a resource, with at most `limit` of its kind for the address, until the seat is released. Returns `nil`
    /// for a loopback address.
    func open(_ kind: Kind, of address: String, limit: Int) throws(Problem) -> Seat? {
        guard !Self.isLocal(address) else { return nil }
        guard account(of: address).counts[kind.rawValue] < limit else {
            throw .tooMany(kind, ofOneAddress: limit)
        }
        accounts[address]?.counts[kind.rawValue] += 1
        return Seat(kind, of: address, in: self)
    }

    private func close(_ kind: Kind, of address: String) {
        accounts[address]?.counts[kind.rawValue] -= 1
    }

    /// Counts a command, and throws if the address exceeds `rate` commands a second.
    func runCommand(of address: String, rate: Int) throws(Problem) {
        guard !Self.isLocal(address) else { return }
        var account = account(of: address)
        account.commands.change(to: rate)
        let wait = account.commands.take()
        accounts[address] = account
        if let wait { throw .tooFast(wait) }
    }

    private func account(of address: String) -> Account {
        if let known = accounts[address] { return known }
        if accounts.count >= sweepSize { forgetRested() }
        let made = Account()
        accounts[address] = made
        return made
    }

    /// Drops the accounts of addresses without resources and with a full rate. O(1) on average for each new address.
    private func forgetRested() {
        accounts = accounts.filter { _, account in
            var account = account
            return account.counts.contains { $0 > 0 } || !account.commands.isRested()
        }
        sweepSize = max(1024, accounts.count * 2)
    }

    /// Whether an address is a loopback address.
    static func isLocal(_ address: String) -> Bool { address.isEmpty || VisitorAddress.isLocal(address) }
}
