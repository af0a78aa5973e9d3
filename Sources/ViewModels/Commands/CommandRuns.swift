/// The calls of one command that are going on: known by the view model, since what it offers may be another list meanwhile.
struct CommandRuns {
    var count = 0
    var progress: Double?
}
