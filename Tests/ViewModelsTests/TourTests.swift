import Loop
import Observables
import Observation
import TestSupport
import Testing

@testable import ViewModels

/// The first example of the tour.
@Suite(.timeLimit(.minutes(5))) @SceneActor struct TourTests {
    @SceneActor @Observable final class Example {
        var name = "one and two"
        var numberOne = 1
        var numberTwo = 2
    }

    final class ExampleViewModel: ViewModel {
        @Bound var model: Example?
        @Output var name = ""
        @Output var sum = 0

        override func updateOutputs() {
            name = model?.name ?? ""
            sum = (model?.numberOne ?? 0) + (model?.numberTwo ?? 0)
        }
    }

    @Test func twoPropertiesFeedOneOutputOnceATurn() async {
        let model = Example()
        let viewModel = ExampleViewModel()
        viewModel.model = model
        viewModel.activate()
        var updates: [[String]] = []
        let subscription = viewModel.observe { if case .didUpdate(let names) = $0 { updates.append(names) } }
        model.numberOne = 10
        model.numberTwo = 20
        await endOfTurn()
        #expect(viewModel.sum == 30)
        #expect(updates == [["sum"]])
        viewModel.model = nil
        await endOfTurn()
        #expect(viewModel.sum == 0)
        #expect(updates == [["sum"], ["name", "sum"]])
        subscription.cancel()
    }
}
