import JSON
import Loop
import Observables
import TestSupport
import Testing

@testable import ViewModels

@SceneActor private class PlayerViewModel: ViewModel {
    @Output var track = "none"
    @Output var seconds = 0
    @Input var volume = 5
}

@SceneActor private final class LoudPlayerViewModel: PlayerViewModel {
    @Output var isLoud = false
    @Input var limit: Int? = nil
    let count = Output(wrappedValue: 0)

    override func updateOutputs() { isLoud = volume > 8 }
}

@SceneActor private func number() -> Output<Int> { Output(wrappedValue: 0) }

/// Seventy outputs.
@SceneActor private final class WideViewModel: ViewModel {
    let a0 = number(), a1 = number(), a2 = number(), a3 = number(), a4 = number()
    let b0 = number(), b1 = number(), b2 = number(), b3 = number(), b4 = number()
    let c0 = number(), c1 = number(), c2 = number(), c3 = number(), c4 = number()
    let d0 = number(), d1 = number(), d2 = number(), d3 = number(), d4 = number()
    let e0 = number(), e1 = number(), e2 = number(), e3 = number(), e4 = number()
    let f0 = number(), f1 = number(), f2 = number(), f3 = number(), f4 = number()
    let g0 = number(), g1 = number(), g2 = number(), g3 = number(), g4 = number()
    let h0 = number(), h1 = number(), h2 = number(), h3 = number(), h4 = number()
    let i0 = number(), i1 = number(), i2 = number(), i3 = number(), i4 = number()
    let j0 = number(), j1 = number(), j2 = number(), j3 = number(), j4 = number()
    let k0 = number(), k1 = number(), k2 = number(), k3 = number(), k4 = number()
    let l0 = number(), l1 = number(), l2 = number(), l3 = number(), l4 = number()
    let m0 = number(), m1 = number(), m2 = number(), m3 = number(), m4 = number()
    let n0 = number(), n1 = number(), n2 = number(), n3 = number(), n4 = number()
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct FieldTests {
    private let player = LoudPlayerViewModel()
    private let log = Log()

    private func observe(_ viewModel: ViewModel) -> Subscription {
        viewModel.observe { [log] event in
            if case .didUpdate(let names) = event { log.lines.append(names.joined(separator: " ")) }
        }
    }

    @Test func fieldsHaveTheNamesOfTheirPropertiesThoseOfSuperclassesFirst() {
        #expect(player.outputs.names == ["track", "seconds", "isLoud", "count"])
        #expect(player.inputs.names == ["volume", "limit"])
        #expect(player.outputs["track"] == "none")
        #expect(player.inputs["limit"] == .null)
    }

    @Test func severalOutputsOfOneTurnAreOneEvent() async {
        player.activate()
        await endOfTurn()
        let observation = observe(player)
        player.seconds = 1
        player.track = "Thunderstruck"
        player.seconds = 2
        player.volume = 9
        await endOfTurn()
        #expect(log.lines == ["track seconds volume isLoud"])
        #expect(player.outputs["seconds"] == 2)
        observation.cancel()
    }

    /// Names that the library uses itself are free for apps.
    @Test func anOutputMayHaveAnyName() {
        final class Team: ViewModel {
            @Output var members = 3
            @Output var outputsOfMembers = 4
            @Input var phases = 5
        }
        let team = Team()
        #expect(team.outputs["members"] == 3)
        #expect(team.outputs["outputsOfMembers"] == 4)
        #expect(team.inputs["phases"] == 5)
    }

    @Test func severalOutputsOfOneTurnAreOneEventOfTheScene() async {
        player.activate()
        await endOfTurn()
        _ = player.outputs
        let observation = player.observeScene { [log] _ in log.lines.append("changed") }
        player.seconds = 1
        player.track = "Thunderstruck"
        #expect(log.lines == ["changed"])
        #expect(player.outputs["track"] == "Thunderstruck")
        player.track = "Jailbreak"
        #expect(log.lines == ["changed", "changed"])
        observation.cancel()
    }

    @Test func anEqualValueIsNoEvent() async {
        player.activate()
        await endOfTurn()
        _ = player.outputs
        let observations = [observe(player), player.observeScene { [log] _ in log.lines.append("changed") }]
        player.track = "none"
        player.seconds = 0
        player.volume = 5
        await endOfTurn()
        #expect(log.lines == [])
        for observation in observations { observation.cancel() }
    }

    @Test func aNewObserverReceivesTheNextChange() async {
        player.activate()
        player.seconds = 1
        await endOfTurn()
        let observation = observe(player)
        player.seconds = 2
        await endOfTurn()
        player.seconds = 3
        await endOfTurn()
        #expect(log.lines == ["seconds", "seconds"])
        observation.cancel()
    }

    @Test func moreThanSixtyFourFieldsAreDistinct() async {
        let viewModel = WideViewModel()
        viewModel.activate()
        await endOfTurn()
        #expect(viewModel.outputs.count == 70)
        let observation = observe(viewModel)
        for field in [viewModel.n4, viewModel.a0, viewModel.n2] { field.wrappedValue = 3 }
        await endOfTurn()
        #expect(log.lines == ["a0 n2 n4"])
        #expect(viewModel.outputs["n4"] == 3)
        #expect(viewModel.outputs["n3"] == 0)
        observation.cancel()
    }

    @Test func dynamicOutputsJoinDeclaredOnes() async {
        player.activate()
        await endOfTurn()
        let observation = observe(player)
        player.outputs = ["year": 1990, "track": "not this way"]
        await endOfTurn()
        #expect(player.outputs["year"] == 1990)
        #expect(player.outputs["track"] == "none")
        #expect(player.outputs["seconds"] == 0)
        player.inputs["page"] = 2
        #expect(player.inputs["volume"] == 5)
        await endOfTurn()
        #expect(log.lines == ["year", "page"])
        observation.cancel()
    }

    @Test func aClientSetsInputsAllOrNothing() throws {
        player.activate()
        #expect(throws: CommandFailure.self) { try player.receive(inputs: ["volume": 7, "limit": "high"]) }
        #expect(throws: CommandFailure.self) { try player.receive(inputs: ["volume": 7, "track": "x"]) }
        #expect(player.volume == 5)
        try player.receive(inputs: ["volume": 7, "limit": 8])
        #expect(player.volume == 7)
        #expect(player.limit == 8)
        try player.receive(inputs: ["limit": nil])
        #expect(player.limit == nil)
    }
}
