import Changes
import DataSources
import Loop
import Observables
import TestSupport
import Testing

@SceneActor @Suite(.timeLimit(.minutes(5))) struct ArrayModelTests {
    @Test func eachOperationIsOneChangeSet() {
        let model = ArrayModel(["a", "b", "c"])
        let log = Log(model)
        model.append("d")
        model.insert("x", at: 0)
        model.replace(at: 1, with: "A")
        model.move(from: 0, to: 4)
        model.remove(at: 1)
        #expect(model.elements == ["A", "c", "d", "x"])
        #expect(
            log.changeSets == [
                [.rowInserted(path(0, 3))], [.rowInserted(path(0, 0))], [.rowChanged(path(0, 1))],
                [.rowMoved(from: path(0, 0), to: path(0, 4))], [.rowDeleted(path(0, 1))],
            ])
    }

    @Test func aBatchIsOneChangeSet() {
        let model = ArrayModel(["a", "b", "c"])
        let log = Log(model)
        model.update {
            model.append("d")
            model.update { model.remove(at: 0) }
            model.replace(at: 0, with: "B")
        }
        #expect(model.elements == ["B", "c", "d"])
        #expect(
            log.changeSets == [[.rowDeleted(path(0, 0)), .rowInserted(path(0, 2)), .rowChanged(path(0, 1))]])
    }

    @Test func aBatchWorksWithoutObservers() {
        let model = ArrayModel([1, 2])
        let count = model.update {
            model.append(contentsOf: [3, 4])
            return model.count
        }
        #expect(count == 4 && model.elements == [1, 2, 3, 4])
    }

    @Test func changesWithoutEffectAreNotReported() {
        let model = ArrayModel(["a"])
        let log = Log(model)
        model.removeFirst("z")
        model.removeAll("z")
        model.move(from: 0, to: 0)
        model.append(contentsOf: [])
        model.update {
            model.append("b")
            model.remove(at: 1)
        }
        #expect(log.changeSets.isEmpty)
    }

    @Test func aBatchThatThrowsReportsItsChanges() {
        let model = ArrayModel(["a"])
        let log = Log(model)
        #expect(throws: EditRefusal.noRow) {
            try model.update {
                model.append("b")
                throw EditRefusal.noRow
            }
        }
        #expect(log.changeSets == [[.rowInserted(path(0, 1))]])
    }

    @Test func removeFirstTakesOneAndRemoveAllEveryEqualOne() {
        let model = ArrayModel(["a", "b", "a", "a"])
        model.removeFirst("a")
        #expect(model.elements == ["b", "a", "a"])
        model.removeAll("a")
        #expect(model.elements == ["b"])
        model.removeAll()
        #expect(model.isEmpty)
    }

    @Test func insertionsUseFinalPositionsAndRemovalsPresentOnes() {
        let model = ArrayModel(["b", "d"])
        let log = Log(model)
        model.insert([(0, "a"), (2, "c"), (4, "e")])
        #expect(model.elements == ["a", "b", "c", "d", "e"])
        model.remove(at: [0, 4, 2])
        #expect(model.elements == ["b", "d"])
        #expect(log.changeSets.count == 2)
    }

    @Test func theWholeContentsAreSetByIdentity() {
        let model = ArrayModel([Person(id: "a"), Person(id: "b"), Person(id: "c")])
        let log = Log(model)
        model.replaceAll(with: [Person(id: "c"), Person(id: "b", age: 1), Person(id: "d")], identifiedBy: \.id)
        #expect(log.changeSets.count == 1)
        #expect(Set(log.changeSets[0].changes).isSuperset(of: [.rowDeleted(path(0, 0)), .rowChanged(path(0, 1))]))
        #expect(!log.changeSets[0].changes.contains(.rowChanged(path(0, 2))))
        model.replaceAll(with: [])
        #expect(log.changeSets[1].changes == (0..<3).map { .rowDeleted(path(0, $0)) })
    }

    /// Every pair of operations on three elements, in one batch: one change set at most, which explains the outcome.
    @Test func everyPairOfOperationsIsExplained() async throws {
        let operations = Operation.all
        for first in operations {
            await endOfTurn()
            for second in operations {
                let model = ArrayModel(["a", "b", "c"])
                let log = Log(model)
                model.update {
                    first.run(on: model)
                    second.run(on: model)
                }
                #expect(log.changeSets.count <= 1)
                let changeSet = log.changeSets.first ?? []
                #expect(try changeSet.apply(to: [["a", "b", "c"]], new: [model.elements]) == [model.elements])
            }
        }
    }

    private enum Operation {
        case insert(Int), remove(Int), replace(Int), move(Int, Int)

        static var all: [Operation] {
            (0...3).map(insert) + (0..<4).map(remove) + (0..<4).map(replace)
                + (0..<4).flatMap { from in (0..<4).map { .move(from, $0) } }
        }

        @SceneActor func run(on model: ArrayModel<String>) {
            let count = model.count
            switch self {
            case .insert(let index): model.insert("new \(count)", at: min(index, count))
            case .remove(let index): if index < count { model.remove(at: index) }
            case .replace(let index): if index < count { model.replace(at: index, with: "other \(count)") }
            case .move(let from, let to): if from < count, to < count { model.move(from: from, to: to) }
            }
        }
    }
}

/// The change sets that a model has reported.
@SceneActor private final class Log {
    private(set) var changeSets: [ChangeSet] = []
    private var observation: Subscription?

    init<Element>(_ model: ArrayModel<Element>) {
        observation = model.observe { [weak self] in self?.changeSets.append($0) }
    }
}
