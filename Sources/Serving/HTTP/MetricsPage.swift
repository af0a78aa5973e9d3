import HTTPServer
import Loop
import Scenes

/// Writes the counters for `/-/metrics`.
@SceneActor struct MetricsPage {
    let context: ServerContext
    let server: HTTPServer
    let registry: SceneRegistry
    let sockets: SocketTransport
    let streams: StreamTransport
    let sessions: Sessions
    /// Whether the models can be read.
    let isReady: Bool

    /// The current text of the page. O(sockets + streams + scenes).
    var text: String {
        var page = Exposition()
        writeService(to: &page)
        writeConnections(to: &page)
        writeScenes(to: &page)
        writeTraffic(to: &page)
        writeWaiting(to: &page)
        writeWork(to: &page)
        writeProcess(to: &page)
        return page.text
    }

    private var meters: Meters { context.meters }

    private func writeService(to page: inout Exposition) {
        page.write("oriel_build_info", .gauge, "Which Oriel this is.", [([("version", Version.number)], 1)])
        page.write("oriel_ready", .gauge, "Whether /-/ready says 200.", isReady && !context.isDraining ? 1 : 0)
        page.write("oriel_draining", .gauge, "Whether the server is about to stop.", context.isDraining ? 1 : 0)
    }

    private func writeConnections(to page: inout Exposition) {
        let open = [("http", server.connectionCount), ("socket", sockets.count)]
        page.write(
            "oriel_connections", .gauge, "Connections that are open; event streams are among those of http.",
            by: "kind", open)
        page.write("oriel_streams", .gauge, "Event streams that are open.", streams.count)
        let counts = server.counts
        page.write(
            "oriel_connections_accepted_total", .counter, "Connections that were accepted.", counts.connections)
        page.write(
            "oriel_http_answers_total", .counter, "Answers by the class of their status.", by: "class",
            counts.answers.enumerated().map { ("\($0.offset + 1)xx", $0.element) })
    }

    private func writeScenes(to page: inout Exposition) {
        page.write("oriel_scenes", .gauge, "Scenes that are open.", registry.count)
        page.write("oriel_views", .gauge, "Windows of scenes that are kept.", registry.viewCount)
        page.write(
            "oriel_viewers", .gauge, "Who watches a scene, once for each scene.", by: "transport",
            [("stream", streams.count), ("socket", sockets.watchCount)])
        page.write("oriel_sessions", .gauge, "Sessions that are kept.", sessions.count)
    }

    private func writeTraffic(to page: inout Exposition) {
        let (traffic, counts) = (sockets.traffic, server.counts)
        page.write(
            "oriel_sent_bytes_total", .counter, "Bytes handed to the system; of http the bodies of answers.",
            by: "transport", [("http", counts.sent), ("stream", counts.streamed), ("socket", traffic.sent)])
        page.write(
            "oriel_received_bytes_total", .counter, "Bytes received; of http the bodies of requests.", by: "transport",
            [("http", counts.received), ("socket", traffic.received)])
        page.write(
            "oriel_patches_total", .counter, "Patches that were made, each once for all who hold the same window.",
            by: "transport", watching(meters.patches))
        page.write(
            "oriel_deliveries_total", .counter, "Patches times the viewers they were for.", by: "transport",
            watching(meters.deliveries))
    }

    private func writeWaiting(to page: inout Exposition) {
        let backlog = sockets.backlog
        page.write(
            "oriel_queued_bytes", .gauge, "Bytes that wait to be sent.", by: "transport",
            [("stream", streams.queuedBytes), ("socket", backlog.bytes)])
        page.write(
            "oriel_kept_bytes", .gauge, "Bytes that are kept for visitors, as `memoryLimit` counts them.", by: "kind",
            ByteAccount.Kind.allCases.map { ("\($0)", context.memory.bytes(of: $0)) })
        page.write(
            "oriel_queued_bytes_largest", .gauge, "Bytes that wait for the socket with the most.", backlog.largest)
        page.write("oriel_queued_sockets", .gauge, "Sockets for which something waits.", backlog.sockets)
        page.write(
            "oriel_patches_skipped_total", .counter, "Patches left out for viewers who do not read.", meters.skipped)
        page.write(
            "oriel_patches_coalesced_total", .counter, "Single steps that took such a viewer to the present.",
            meters.steps)
    }

    private func writeWork(to page: inout Exposition) {
        let resumes = Meters.Transport.allCases.flatMap { transport in
            Meters.Resume.allCases.map { outcome in
                (
                    labels: [("transport", "\(transport)"), ("outcome", "\(outcome)")],
                    value: Double(meters.resumes[transport.rawValue][outcome.rawValue])
                )
            }
        }
        page.write(
            "oriel_resumes_total", .counter, "Those who said which state they hold, by what they were given.", resumes)
        page.write(
            "oriel_change_to_send_seconds",
            "From the look at the database that found a change to the end of the turn that sent its patch.",
            meters.latency)
        page.write("oriel_commands_running", .gauge, "Commands that are under way.", meters.running)
        page.write(
            "oriel_commands_total", .counter, "Commands that are over.", by: "outcome",
            Meters.Outcome.allCases.map { ("\($0)", meters.commands[$0.rawValue]) })
        page.write(
            "oriel_problems_total", .counter, "Answers that are a problem, by its code.", by: "code",
            meters.problems.sorted { $0.key < $1.key })
        writeRefusals(to: &page)
    }

    /// Writes all limits, also those without a refusal, so that the first refusal shows as an increase from 0.
    private func writeRefusals(to page: inout Exposition) {
        var refusals = meters.refusals
        refusals[.sceneLimit] = registry.refusals.byLimit
        refusals[.scenesPerAddress] = registry.refusals.byShare
        refusals[.memoryLimit, default: 0] += registry.refusals.byMemory
        refusals[.memoryPerAddress, default: 0] += registry.refusals.byAddress
        page.write(
            "oriel_refused_total", .counter, "What a limit has refused, by the name of its setting.", by: "limit",
            refusals.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 })
    }

    private func writeProcess(to page: inout Exposition) {
        let process = ProcessFigures()
        page.write(
            "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", process.residentBytes)
        page.write("process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", process.virtualBytes)
        page.write(
            "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
            process.processorSeconds)
        page.write("process_open_fds", .gauge, "Number of open file descriptors.", process.descriptors)
        page.write("process_max_fds", .gauge, "Maximum number of open file descriptors.", process.descriptorLimit)
        page.write(
            "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
            ProcessFigures.start)
    }

    private func watching(_ counts: [Int]) -> [(String, Int)] {
        [Meters.Transport.stream, .socket].map { ("\($0)", counts[$0.rawValue]) }
    }
}
