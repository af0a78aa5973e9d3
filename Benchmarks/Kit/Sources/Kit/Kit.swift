// Prints what an output costs, from being set to its view model's observers having been told at the end of the turn, before
// it is encoded: nanoseconds of CPU per view model, the median of 31 runs of 100 turns in which 1,000 view models change.
import Glibc
import Oriel

final class CarViewModel: ViewModel {
    @Output var speed = 0
    @Output var isMoving = false
    @Output var status = "Parked"
}

@main enum Kit {
    static let cars = 1_000
    static let turns = 100

    @SceneActor static func main() async {
        let models = (0..<cars).map { _ in CarViewModel() }
        var told = 0
        let observations = models.map { model in
            model.observe { event in if case .didUpdate = event { told += 1 } }
        }
        for model in models { model.activate() }
        await Task.yield()
        print("nothing:", await nanoseconds { _, _ in })
        print("an output set, not changed:", await nanoseconds { model, _ in model.status = "Parked" })
        print("an output set and told:", await nanoseconds { model, turn in model.speed = turn })
        print(
            "three outputs set and told:",
            await nanoseconds { model, turn in
                model.speed = turn
                model.isMoving.toggle()
                model.status = turn % 2 == 0 ? "Parked" : "Ready"
            })
        print("told \(told) times by \(observations.count)")

        @SceneActor func nanoseconds(_ body: (CarViewModel, Int) -> Void) async -> Double {
            var runs: [Double] = []
            for _ in 0..<31 {
                let start = processorTime()
                for turn in 1...turns {
                    for model in models { body(model, turn) }
                    await Task.yield()
                }
                runs.append((processorTime() - start) / Double(cars * turns))
            }
            return (runs.sorted()[15] * 10).rounded() / 10
        }
    }
}

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
