// Prints the cost of an output, from its change to the notification of the view model's observers at the end of the
// turn, without encoding. Nanoseconds of CPU per view model; the median of 31 runs of 100 turns in which 1,000 view
// models change.
import Glibc
import Loop
import Observables
import ViewModels

final class CarViewModel: ViewModel {
    @Output var speed = 0
    @Output var isMoving = false
    @Output var status = "Parked"
}

/// View models with observers.
@SceneActor final class Cars {
    private let models = (0..<1_000).map { _ in CarViewModel() }
    private var observations: [Subscription] = []
    private var count = 0

    init() {
        observations = models.map { $0.observe { [unowned self] _ in count += 1 } }
        for model in models { model.activate() }
    }

    /// Measures a body that runs for each view model, and the end of the turn.
    func measure(_ name: String, _ body: @SceneActor (CarViewModel, Int) -> Void) async {
        await Task.yield()
        var runs: [Double] = []
        count = 0
        for _ in 0..<31 {
            let start = processorTime()
            for turn in 1...100 {
                for model in models { body(model, turn) }
                await Task.yield()
            }
            runs.append((processorTime() - start) / 100 / Double(models.count))
        }
        precondition(count == 0 || count >= 3_100 * models.count, "\(count) events")
        print("| \(name), ns of CPU | \((runs.sorted()[15] * 10).rounded() / 10) | |")
    }
}

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

let cars = await Cars()
await cars.measure("the loop around an output") { _, _ in }
await cars.measure("an output set to its own value") { car, _ in car.status = "Parked" }
await cars.measure("an output set and reported") { car, turn in car.speed = turn }
await cars.measure("three outputs of one view model set and reported") { car, turn in
    car.speed = turn
    car.isMoving.toggle()
    car.status = turn % 2 == 0 ? "Parked" : "Ready"
}
