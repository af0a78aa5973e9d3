import Foundation
import JSON
import Loop
import Testing
import ViewModels

@testable import Scenes

@SceneActor private final class SortModel: ControllerModel {
    var order = "name"

    override func derived() -> ControllerModel {
        let next = super.derived()
        (next as? SortModel)?.order = order
        return next
    }
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct SessionTests {
    private func sessions(limit: Int = 10, lifetime: Duration = .seconds(100), path: String? = nil) -> Sessions {
        Sessions(limit: limit, lifetime: lifetime, path: path)
    }

    @Test func aTicketCreatesItsSessionOnFirstUse() {
        let sessions = sessions()
        let ticket = SessionTicket(id: nil, in: sessions)
        #expect(sessions.count == 0)
        #expect(ticket.nameToTell() == nil)
        let session = ticket.take()
        session.hold()
        #expect(ticket.nameToTell() == session.id)
        #expect(ticket.take() === session)
        #expect(sessions.count == 1)
        let next = SessionTicket(id: session.id, in: sessions)
        #expect(next.take() === session)
        #expect(next.nameToTell() == nil)
    }

    @Test func anUnknownSessionIdIsNotAdopted() {
        let ticket = SessionTicket(id: "chosen-by-somebody", in: sessions())
        #expect(ticket.take().id != "chosen-by-somebody")
    }

    @Test func aClientReceivesACookieOnlyForAnExistingSession() {
        let sessions = sessions()
        let ticket = SessionTicket(id: nil, in: sessions)
        let name = ticket.nameToKeep()
        #expect(name != nil)
        #expect(sessions.count == 1)
        let others = (0..<3).map { _ in SessionTicket(id: name, in: sessions).take() }
        #expect(others.allSatisfy { $0 === ticket.take() })
        #expect(sessions.count == 1)
    }

    /// Sessions without content go first, so that readers drop nobody's draft.
    @Test func aDraftOutlivesEmptySessionsWhenMemoryIsFull() {
        let memory = ByteAccount(limit: 400_000)
        let sessions = Sessions(limit: 10_000, lifetime: .seconds(100), path: nil, memory: memory)
        sessions.make("draft").keep(["note": 1], of: "/")
        for number in 0..<1_000 { _ = sessions.make("reader\(number)") }
        #expect(sessions.find("draft") != nil)
        #expect(memory.bytes(of: .idleSessions) <= 101_000)
    }

    @Test func idleDraftsAreLimitedInBytes() {
        let memory = ByteAccount(limit: 400_000)
        let sessions = Sessions(limit: 10_000, lifetime: .seconds(100), path: nil, memory: memory)
        let long = JSON.string(String(repeating: "a", count: 20_000))
        for number in 0..<20 { sessions.make("draft\(number)").keep(["note": long], of: "/") }
        #expect(sessions.find("draft0") == nil)
        #expect(sessions.find("draft19") != nil)
        #expect(memory.bytes(of: .idleSessions) <= 125_000)
    }

    @Test func anUnusedSessionIsDropped() {
        let sessions = sessions()
        let ticket = SessionTicket(id: nil, in: sessions)
        ticket.take()
        #expect(ticket.nameToTell() == nil)
        #expect(sessions.count == 0)
        ticket.take().keep(["x": 1], of: "/")
        #expect(ticket.nameToTell() != nil)
        #expect(sessions.count == 1)
    }

    @Test func aCookieIsRenewedAfterATenthOfItsLifetime() {
        let sessions = sessions()
        let session = sessions.make("a")
        let ticket = SessionTicket(id: "a", in: sessions)
        #expect(ticket.nameToTell() == "a")
        session.toldAt = .now - .seconds(9)
        #expect(ticket.nameToTell() == nil)
        session.toldAt = .now - .seconds(11)
        #expect(ticket.nameToTell() == "a")
        #expect(ticket.nameToTell() == nil)
    }

    @Test func sessionIdsAreLongAndUnique() {
        let names = Set((0..<100).map { _ in Sessions.newID() })
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.count == 32 })
    }

    @Test func theLeastRecentlyUsedSessionIsEvicted() {
        let sessions = sessions(limit: 2)
        for name in ["a", "b"] { _ = sessions.make(name) }
        _ = sessions.find("a")
        _ = sessions.make("c")
        #expect(sessions.count == 2)
        #expect(sessions.find("b") == nil)
        #expect(sessions.find("a") != nil)
    }

    @Test func anUnusedSessionExpires() {
        let sessions = sessions()
        let session = sessions.make("a")
        session.lastUse = .now - .seconds(99)
        #expect(sessions.find("a") === session)
        session.lastUse = .now - .seconds(101)
        #expect(sessions.find("a") == nil)
        #expect(sessions.count == 0)
    }

    @Test func aSessionInUseNeverExpiresAndIsNeverEvicted() {
        let sessions = sessions(limit: 1)
        let session = sessions.make("a")
        session.hold()
        session.hold()
        session.release()
        session.lastUse = .now - .seconds(101)
        for name in ["b", "c"] { _ = sessions.make(name) }
        #expect(sessions.find("a") === session)
        #expect(sessions.count == 2)
        session.lastUse = .now - .seconds(101)
        session.release()
        #expect(sessions.find("a") === session)
    }

    @Test func aChangeIsAUse() {
        let sessions = sessions()
        let session = sessions.make("a")
        session.lastUse = .now - .seconds(101)
        session.keep(["x": 1], of: "/")
        #expect(sessions.find("a") === session)
    }

    @Test func emptySessionsAreEvictedFirst() {
        let sessions = sessions(limit: 3)
        for name in ["a", "b"] { sessions.make(name).keep(["x": 1], of: "/") }
        for number in 0..<1_000 { _ = sessions.make("visitor \(number)") }
        #expect(sessions.count == 3)
        #expect(sessions.find("visitor 999") != nil)
        for name in ["c", "d"] { sessions.make(name).keep(["x": 1], of: "/") }
        #expect(sessions.find("a") == nil)
        #expect(["b", "c", "d"].allSatisfy { sessions.find($0) != nil })
    }

    @Test func manySessionsCostNoMoreThanFew() {
        let sessions = sessions(limit: 10_000)
        for number in 0..<10_000 { sessions.make("\(number)").keep(["x": 1], of: "/") }
        let start = ContinuousClock.now
        for number in 0..<20_000 { _ = sessions.make("visitor \(number)") }
        #expect(start.duration(to: .now) < .seconds(5))
        #expect(sessions.count == 10_000)
    }

    @Test func theOldestHandOverIsEvictedFirst() {
        let session = sessions().make("a")
        for number in 0...100 { session.hand(ControllerModel(), to: "/\(number)") }
        #expect(session.takeHanded(to: "/0") == nil)
        #expect((1...100).allSatisfy { session.takeHanded(to: "/\($0)") != nil })
    }

    @Test func thousandsOfSmallStatesAreKept() {
        let session = sessions().make("a")
        for number in 0..<5_000 { session.keep(["x": .int(Int64(number))], of: "/\(number)") }
        #expect(session.states.count == 5_000)
    }

    @Test func statesAreLimitedToOneMebibyteOldestFirst() {
        let session = sessions().make("a")
        func text(_ count: Int) -> JSONObject { ["x": .string(String(repeating: "x", count: count))] }
        for number in 0..<4 { session.keep(text(250_000), of: "/\(number)") }
        session.keep(text(250_001), of: "/0")
        session.keep(text(250_000), of: "/4")
        #expect(session.states.keys.sorted() == ["/0", "/2", "/3", "/4"])
        #expect(session.stateBytes <= 1 << 20)
        session.keep(text(2_000_000), of: "/5")
        #expect(session.states.isEmpty)
        session.keep(text(10), of: "/6")
        session.keep([:], of: "/6")
        #expect(session.states.isEmpty && session.stateBytes == 0)
    }

    @Test func aHandOverIsTakenOnce() {
        let session = sessions().make("a")
        let model = SortModel()
        #expect(!model.isEditing && !ViewModel(screen: "artists").isEditing, "who has just come edits nothing")
        model.isEditing = true
        model.order = "year"
        let derived = model.derived()
        session.hand(derived, to: "/artists?b=1&a=2")
        model.isEditing = false
        let taken = session.takeHanded(to: "/artists?a=2&b=1")
        #expect(taken === derived)
        #expect(taken?.isEditing == true)
        #expect((taken as? SortModel)?.order == "year")
        #expect(session.takeHanded(to: "/artists?a=2&b=1") == nil)
    }
}
