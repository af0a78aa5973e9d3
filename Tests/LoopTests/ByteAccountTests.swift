import Testing

@testable import Loop

@Suite(.timeLimit(.minutes(5))) @SceneActor struct ByteAccountTests {
    @Test func bytesAreReleasedOnce() {
        let account = ByteAccount()
        var holding: ByteHolding? = ByteHolding(.bodies, in: account, for: account.share(of: "a"))
        holding?.set(100)
        #expect(holding?.take(50) == nil)
        #expect(account.bytes(of: .bodies) == 150)
        #expect(account.share(of: "a").bytes == 150)
        holding?.move(to: .views, for: nil)
        #expect((account.bytes(of: .bodies), account.bytes(of: .views)) == (0, 150))
        #expect(account.total == 150)
        holding?.set(10)
        #expect(account.total == 10)
        holding = nil
        #expect(account.total == 0)
        #expect(account.shareCount == 0)
    }

    @Test func anAddressHasAPartAndAllHaveTheWhole() {
        let account = ByteAccount(limit: 100, shareLimit: 60)
        let share = account.share(of: "a")
        let (one, other) = (ByteHolding(.bodies, in: account, for: share), ByteHolding(.bodies, in: account))
        #expect(one.take(60) == nil)
        #expect(one.take(1) == .share)
        #expect(other.take(41) == .total)
        #expect(other.take(40) == nil)
        #expect(!account.isFull(for: share))
        one.set(61)
        #expect(account.isFull(for: nil))
        one.set(0)
        #expect(other.take(60) == nil)
    }

    @Test func cachesAreEmptiedInOrderBeforeARefusal() {
        let account = ByteAccount(limit: 160)
        let (views, answers) = (ByteHolding(.idleViews, in: account), ByteHolding(.answers, in: account))
        account.addCache(of: .idleViews) { _ in views.set(0) }
        account.addCache(of: .answers) { bytes in answers.set(max(0, answers.count - bytes)) }
        views.set(60)
        answers.set(60)
        let holding = ByteHolding(.bodies, in: account)
        #expect(holding.take(50) == nil)
        #expect((views.count, answers.count) == (0, 60))
        #expect(holding.take(60) == nil)
        #expect(answers.count == 40)
        #expect(holding.take(60) == .total)
        #expect(holding.count == 110)
    }
}
