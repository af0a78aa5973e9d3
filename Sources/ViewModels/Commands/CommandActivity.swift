/// The running calls of one command. The view model holds them because its ``ViewModel/commands`` may be replaced
/// meanwhile.
struct CommandActivity {
    var count = 0
    var progress: Double?
}
