import ArgumentParser
import Clients
import Load

/// `oriel load`: measures a running server with many viewers of one scene, which also check the data they receive.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Load a scene with many clients, and check that each shows the current data.",
        discussion: """
            oriel load http://127.0.0.1:8080 --route /Artist --sockets 800 --streams 100 --polls 100 \\
                --churn 20 --stalls 10 --change '/Artist/1:update' --body '{"Name": "AC/DC {n}"}' --rate 50

            The exit code is 1 if a client received an incorrect patch, or if its document at the end differs from \
            the response to GET. The server's limits apply: see socketLimit and others in the settings.
            """)

    @Argument(help: "The server, such as http://127.0.0.1:8080.")
    var server: String

    @Option(help: "The route that all clients view; with ?window=400,50, 50 rows from row 400.")
    var route = "/"

    @Option(help: "The number of clients with a WebSocket.")
    var sockets = 100

    @Option(help: "The number of clients with an event stream.")
    var streams = 0

    @Option(help: "The number of clients that poll for changes once a second.")
    var polls = 0

    @Option(help: "The duration in seconds.")
    var seconds = 10.0

    @Option(help: "The number of clients per second that disconnect, and resume from their state.")
    var churn = 0.0

    @Option(help: "The number of clients that stop reading at any time, for 5 s each.")
    var stalls = 0

    @Option(help: "A command to send repeatedly, such as /Artist/1:update.")
    var change: String?

    @Option(help: "The body of the command; {n} is replaced by the command's number.")
    var body = "{}"

    @Option(help: "The maximum number of commands per second.")
    var rate = 10.0

    @Option(help: "The number of clients that keep the whole document and check it after each patch.")
    var replicas = 16

    func validate() throws {
        guard min(sockets, streams, polls, stalls, replicas) >= 0, sockets + streams + polls > 0 else {
            throw ValidationError("Set the number of clients with --sockets, --streams or --polls.")
        }
        guard seconds > 0, seconds <= 1e6, churn >= 0, churn <= 1e6, rate > 0, rate <= 1e6 else {
            throw ValidationError("--seconds and --rate must be more than 0, and --churn at least 0.")
        }
        guard route.hasPrefix("/"), change?.hasPrefix("/") != false else {
            throw ValidationError("--route and --change must begin with a slash.")
        }
    }

    func run() async throws {
        let report: LoadReport
        do throws(ConnectionError) {
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
