import ArgumentParser
import Load

/// `oriel load`: measures a running server with many viewers of one scene, which also check the data they receive.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Look at a scene with many viewers, and check that all of them see the truth.",
        discussion: """
            oriel load http://127.0.0.1:8080 --route /Artist --sockets 800 --streams 100 --polls 100 --churn 20 --stalls 10 \\
                --change '/Artist/1:update' --body '{"Name": "AC/DC {n}"}' --rate 50

            The exit code is 1 when a viewer was told something wrong, or does not show in the end what a GET does. The \
            server's limits hold for this visitor, too: see socketLimit and its like in the settings.
            """)

    @Argument(help: "The server, such as http://127.0.0.1:8080.")
    var server: String

    @Option(help: "The route that all look at; with ?window=400,50 for rows from the 400th on.")
    var route = "/"

    @Option(help: "How many viewers have a WebSocket.")
    var sockets = 100

    @Option(help: "How many viewers read a stream of events.")
    var streams = 0

    @Option(help: "How many viewers ask each second for what is new.")
    var polls = 0

    @Option(help: "How many seconds they look.")
    var seconds = 10.0

    @Option(help: "How many viewers go away each second, and come back with what they hold.")
    var churn = 0.0

    @Option(help: "How many viewers read nothing at any time, for 5 s each.")
    var stalls = 0

    @Option(help: "A command that is sent again and again, such as /Artist/1:update.")
    var change: String?

    @Option(help: "The body of the command; {n} stands for its number.")
    var body = "{}"

    @Option(help: "How often the command is sent each second, at most.")
    var rate = 10.0

    @Option(help: "How many viewers keep the whole document and check it after each patch.")
    var replicas = 16

    func validate() throws {
        guard min(sockets, streams, polls, stalls, replicas) >= 0, sockets + streams + polls > 0 else {
            throw ValidationError("Say how many viewers: --sockets, --streams, --polls.")
        }
        guard seconds > 0, seconds <= 1e6, churn >= 0, churn <= 1e6, rate > 0, rate <= 1e6 else {
            throw ValidationError("--seconds and --rate are more than 0, --churn is not less.")
        }
        guard route.hasPrefix("/"), change?.hasPrefix("/") != false else {
            throw ValidationError("--route and --change begin with a slash.")
        }
    }

    func run() async throws {
        let report: LoadReport
        do throws(LoadError) {
            var plan = LoadPlan(address: try ServerAddress(server))
            plan.route = route
            plan.viewers = [.socket: sockets, .stream: streams, .poll: polls]
            plan.duration = .seconds(seconds)
            plan.churn = churn
            plan.stalls = stalls
            plan.replicas = replicas
            plan.change = change.map { LoadPlan.Change(target: $0, body: body, rate: rate) }
            report = try await LoadRun(plan).run()
        } catch {
            throw Failure(error.message)
        }
        print(report.text)
        if !report.isSound { throw ExitCode(1) }
    }
}
