import Changes
import DataSources
import Loop
import TestSupport
import Testing

/// The contract of every data source.
@SceneActor @Suite(.timeLimit(.minutes(5))) struct ConformanceTests {
    /// The old list plus a change set is the new list, at any time, for every observer.
    @Test(arguments: Kind.allCases) func reportedChangesMatchTheList(to kind: Kind) async {
        let dice = Dice()
        for round in 0..<8 {
            let subject = kind.make(Subjects(dice: dice))
            let note: Comment = "\(kind) seed \(dice.seed) round \(round)"
            let first = Replica(subject.source, note)
            var second: Replica?
            for step in 0..<40 {
                subject.change()
                first.checkIsUpToDate()
                second?.checkIsUpToDate()
                if dice.roll(3) == 0 { await endOfTurn() }
                if step == 20 { second = Replica(subject.source, note) }
            }
            await endOfTurn()
            first.checkIsUpToDate()
            #expect(second.map { first.changeSets.suffix($0.changeSets.count) == $0.changeSets[...] } ?? false, note)
        }
    }

    /// Compositions over several turns report once a turn. Observers are called with nothing pending in between.
    @Test(arguments: [Kind.groupedRows, .groupedSections, .groupedOfEditOfArrays, .groupedOfMultiRowOfMapped])
    func groupsReportOncePerTurn(_ kind: Kind) async {
        let dice = Dice()
        let subject = kind.make(Subjects(dice: dice))
        let replica = Replica(subject.source, "\(kind) seed \(dice.seed)")
        await endOfTurn()
        for _ in 0..<50 {
            let before = replica.changeSets.count
            for _ in 0...dice.roll(5) { subject.change() }
            #expect(replica.changeSets.count == before)
            await endOfTurn()
            #expect(replica.changeSets.count <= before + 1)
            replica.checkIsUpToDate()
        }
    }

    @Test(arguments: Kind.allCases) func anUnownedListIsReleased(_ kind: Kind) async {
        let list = await useAndDrop(kind)
        #expect(list.object == nil)
    }

    private struct Weak {
        weak let object: AnyObject?
    }

    private func useAndDrop(_ kind: Kind) async -> Weak {
        let subject = kind.make(Subjects(dice: Dice()))
        let replica = Replica(subject.source)
        subject.change()
        await endOfTurn()
        replica.checkIsUpToDate()
        return Weak(object: subject.source)
    }

    @Test(arguments: Kind.allCases) func anUnknownRowIsRefused(by kind: Kind) async {
        let subject = kind.make(Subjects(dice: Dice()))
        for place in [path(0, 1_000), path(1_000, 0), path(-1, 0), path(0, -1)] {
            await #expect(throws: EditRefusal.noRow) { try await subject.source.perform(.delete, at: place) }
        }
    }

    @Test(arguments: Kind.allCases) func forbiddenEditsAreRefused(by kind: Kind) async {
        let subject = kind.make(Subjects(dice: Dice()))
        for _ in 0..<20 where subject.source.totalRowCount == 0 {
            subject.change()
            await endOfTurn()
        }
        for position in 0..<subject.source.totalRowCount {
            let place = subject.source.path(at: position)
            let rights = subject.source.rights(at: place)
            #expect(rights == [] || rights == [.edit, .insert])
            await #expect(throws: EditRefusal.notAllowed(.delete)) {
                try await subject.source.perform(.delete, at: place)
            }
        }
    }
}
