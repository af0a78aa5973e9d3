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

@Suite @SceneActor struct SessionTests {
    private func sessions(limit: Int = 10, lifetime: Duration = .seconds(100), path: String? = nil) -> Sessions {
        Sessions(limit: limit, lifetime: lifetime, path: path)
    }

    @Test func aTicketMakesItsSessionWhenItIsFirstNeeded() {
        let sessions = sessions()
        let ticket = SessionTicket(id: nil, in: sessions)
        #expect(sessions.count == 0)
        #expect(ticket.newID == nil)
        let session = ticket.take()
        #expect(ticket.newID == session.id)
        #expect(ticket.take() === session)
        #expect(sessions.count == 1)
        let next = SessionTicket(id: session.id, in: sessions)
        #expect(next.take() === session)
        #expect(next.newID == nil)
    }

    @Test func aNameThatIsNotKnownIsNotTakenOver() {
        let ticket = SessionTicket(id: "chosen-by-somebody", in: sessions())
        #expect(ticket.take().id != "chosen-by-somebody")
    }

    @Test func aNameCanBeReservedBeforeTheSessionIsMade() {
        let sessions = sessions()
        let ticket = SessionTicket(id: nil, in: sessions)
        ticket.reserve()
        let name = ticket.newID
        ticket.reserve()
        #expect(sessions.count == 0)
        #expect(ticket.newID == name)
        #expect(ticket.take().id == name)
    }

    @Test func namesAreLongAndDifferent() {
        let names = Set((0..<100).map { _ in Sessions.newID() })
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.count == 32 })
    }

    @Test func theOneThatWasNotUsedForLongestMakesWay() {
        let sessions = sessions(limit: 2)
        for name in ["a", "b"] { _ = sessions.make(name) }
        _ = sessions.find("a")
        _ = sessions.make("c")
        #expect(sessions.count == 2)
        #expect(sessions.find("b") == nil)
        #expect(sessions.find("a") != nil)
    }

    @Test func aSessionThatWasNotUsedForLongIsOver() {
        let sessions = sessions()
        let session = sessions.make("a")
        session.lastUse = .now - .seconds(99)
        #expect(sessions.find("a") === session)
        session.lastUse = .now - .seconds(101)
        #expect(sessions.find("a") == nil)
        #expect(sessions.count == 0)
    }

    @Test func theStatesOfTheScenesThatWereChangedLongestAgoGoFirst() {
        let session = sessions().make("a")
        for number in 0..<100 { session.keep(["x": .int(Int64(number))], of: "/\(number)") }
        session.keep(["x": -1], of: "/0")
        session.keep(["x": 100], of: "/100")
        #expect(session.states.count == 100)
        #expect(session.states["/1"] == nil)
        #expect(session.states["/0"] == ["x": -1])
        session.keep([:], of: "/0")
        #expect(session.states["/0"] == nil)
    }

    @Test func whatAScreenHandsOnIsTakenOnce() {
        let session = sessions().make("a")
        let model = SortModel()
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
