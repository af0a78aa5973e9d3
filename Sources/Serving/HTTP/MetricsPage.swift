import HTTPServer
import Lists
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
    /// The state of the stream that tells of the database's commits; `nil` without one.
    let streamState: StreamState?

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
        page.write("oriel_build_info", .gauge, "The version of Oriel.", [([("version", Version.number)], 1)])
        page.write("oriel_ready", .gauge, "Whether /-/ready returns 200.", isReady && !context.isDraining ? 1 : 0)
        page.write("oriel_draining", .gauge, "Whether the server is stopping.", context.isDraining ? 1 : 0)
        if let streamState { write(streamState, to: &page) }
    }

    private func write(_ stream: StreamState, to page: inout Exposition) {
        page.write(
            "oriel_stream_lag_bytes", .gauge,
            "Bytes of PostgreSQL's log by which its stream of changes was behind at the last reading.", stream.lag)
        page.write(
            "oriel_stream_kept_bytes", .gauge, "Bytes of its log that PostgreSQL retains for this server's stream.",
            stream.keptLog)
        page.write(
            "oriel_stream_slots", .gauge, "Replication slots of PostgreSQL in use, by any client.", stream.slots)
        page.write(
            "oriel_stream_slots_limit", .gauge, "The limit on replication slots (max_replication_slots).",
            stream.slotLimit)
    }

    private func writeConnections(to page: inout Exposition) {
        let open = [("http", server.connectionCount), ("socket", sockets.count)]
        page.write(
            "oriel_connections", .gauge, "Open connections; http includes event streams.",
            by: "kind", open)
        page.write("oriel_streams", .gauge, "Open event streams.", streams.count)
        let counts = server.counts
        page.write(
            "oriel_connections_accepted_total", .counter, "Accepted connections.", counts.connections)
        page.write(
            "oriel_http_answers_total", .counter, "Responses by status class.", by: "class",
            counts.answers.enumerated().map { ("\($0.offset + 1)xx", $0.element) })
    }

    private func writeScenes(to page: inout Exposition) {
        page.write("oriel_scenes", .gauge, "Open scenes.", registry.count)
        page.write("oriel_views", .gauge, "Windows of scenes in memory.", registry.viewCount)
        page.write(
            "oriel_viewers", .gauge, "Clients that watch a scene, counted once per scene.", by: "transport",
            [("stream", streams.count), ("socket", sockets.watchCount)])
        page.write("oriel_sessions", .gauge, "Sessions in memory.", sessions.count)
    }

    private func writeTraffic(to page: inout Exposition) {
        let (traffic, counts) = (sockets.traffic, server.counts)
        page.write(
            "oriel_sent_bytes_total", .counter,
            "Bytes passed to the operating system; http counts response bodies only.",
            by: "transport", [("http", counts.sent), ("stream", counts.streamed), ("socket", traffic.sent)])
        page.write(
            "oriel_received_bytes_total", .counter, "Bytes received; http counts request bodies only.", by: "transport",
            [("http", counts.received), ("socket", traffic.received)])
        page.write(
            "oriel_patches_total", .counter, "Patches computed, each once for all clients with the same window.",
            by: "transport", watching(meters.patches))
        page.write(
            "oriel_deliveries_total", .counter, "Patches multiplied by their recipients.", by: "transport",
            watching(meters.deliveries))
    }

    private func writeWaiting(to page: inout Exposition) {
        let backlog = sockets.backlog
        page.write(
            "oriel_queued_bytes", .gauge, "Bytes waiting to be sent.", by: "transport",
            [("stream", streams.queuedBytes), ("socket", backlog.bytes)])
        page.write(
            "oriel_kept_bytes", .gauge, "Bytes held for clients, as `memoryLimit` counts them.", by: "kind",
            ByteAccount.Kind.allCases.map { ("\($0)", context.memory.bytes(of: $0)) })
        page.write(
            "oriel_queued_bytes_largest", .gauge, "Bytes waiting for the socket with the longest queue.",
            backlog.largest)
        page.write("oriel_queued_sockets", .gauge, "Sockets with bytes waiting to be sent.", backlog.sockets)
        page.write(
            "oriel_patches_skipped_total", .counter, "Patches skipped for clients that do not read.", meters.skipped)
        page.write(
            "oriel_patches_coalesced_total", .counter, "Combined patches that brought such a client up to date.",
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
            "oriel_resumes_total", .counter, "Clients that resumed from a known state, by what they received.", resumes)
        page.write(
            "oriel_change_to_send_seconds",
            "Seconds from detecting a change in the database to sending its patch.",
            meters.latency)
        page.write("oriel_commands_running", .gauge, "Commands in progress.", meters.running)
        page.write(
            "oriel_commands_total", .counter, "Completed commands.", by: "outcome",
            Meters.Outcome.allCases.map { ("\($0)", meters.commands[$0.rawValue]) })
        page.write(
            "oriel_problems_total", .counter, "Error responses by problem code.", by: "code",
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
            "oriel_refused_total", .counter, "Refusals by the setting of the limit.", by: "limit",
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
