import Loop

/// What one address may have and do, so that it cannot take what there is for all. Loopback addresses may do
/// anything: one of them may be a proxy's, behind which everybody is, if it does not say whom it asks for.
@SceneActor final class AddressLimits {
    /// What there are only so many of, for one address and for all together.
    enum Kind: Int, CaseIterable {
        case sockets, streams, exports
    }

    /// What is counted as long as somebody holds this.
    @SceneActor final class Seat {
        private let limits: AddressLimits
        private let address: String
        private let kind: Kind

        fileprivate init(_ kind: Kind, of address: String, in limits: AddressLimits) {
            (self.limits, self.address, self.kind) = (limits, address, kind)
        }

        isolated deinit { limits.close(kind, of: address) }
    }

    /// What an address has and has done.
    private struct Account {
        var counts = [Int](repeating: 0, count: Kind.allCases.count)
        var commands = RateLimit(1)
    }

    private var accounts: [String: Account] = [:]
    private var sweepSize = 1024  // how many accounts there may be before those that rest are forgotten

    /// Opens one of a kind, of which an address has at most `limit`; it is counted as long as the seat is held. Loopback
    /// addresses need none.
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

    /// Runs a command, if the address may now, which may do `rate` a second.
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

    /// Forgets the addresses that have nothing and may do what they like: O(1) on average for each that comes.
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
