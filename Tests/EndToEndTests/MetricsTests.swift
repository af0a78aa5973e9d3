import JSON
import Serving
import TestSupport
import Testing

/// `/-/metrics`.
@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    @Test func eventsAreCounted() async throws {
        try await withServer(
            Shop.sql,
            {
                $0.scenesPerAddress = 2  // and one more, which others hold too
                $0.addressHeader = "X-Forwarded-For"
            }
        ) { server in
            let socket = try await SocketClient(port: server.port, headers: ["X-Forwarded-For": "10.0.0.1"])
            let scene = try #require(try await socket.open("/item")["scene"]?.intValue)
            let events = try await EventClient(port: server.port, "/item")
            _ = try await events.next()
            let held = try #require(socket.replicas[scene])
            _ = try await socket.run("update", scene: scene, row: "1", ["name": "first"])
            _ = try await events.next()
            _ = try await socket.run("update", scene: scene, row: "1", ["price": "much"])
            try await socket.follow(scene) { $0["cells"]?["1"]?["title"] == "first" }
            #expect(try await SocketClient(port: server.port).open("/item", since: held)["type"] == "patch")
            let now = try #require(socket.replicas[scene]?.digest)
            #expect(try await server.http.get("/item", ["If-None-Match": "\"\(now)\""]).status == 304)
            #expect(try await server.http.get("/nowhere", ["If-None-Match": "\"\(now)\""]).status == 404)
            for route in ["/item/1", "/item/2", "/item/3", "/item/4"] { _ = try await socket.open(route) }
            let answer = try await server.http.get("/-/metrics")
            #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let page = try MetricsText(answer.text)
            for (series, value) in [
                ("oriel_connections{kind=\"socket\"}", 1), ("oriel_streams", 1), ("oriel_scenes", 3),
                ("oriel_viewers{transport=\"stream\"}", 1), ("oriel_viewers{transport=\"socket\"}", 3),
                ("oriel_patches_total{transport=\"socket\"}", 1), ("oriel_patches_total{transport=\"stream\"}", 1),
                ("oriel_deliveries_total{transport=\"socket\"}", 1), ("oriel_change_to_send_seconds_count", 2),
                ("oriel_resumes_total{transport=\"socket\",outcome=\"patch\"}", 1),
                ("oriel_resumes_total{transport=\"get\",outcome=\"current\"}", 1),
                ("oriel_resumes_total{transport=\"get\",outcome=\"gone\"}", 1),
                ("oriel_commands_total{outcome=\"done\"}", 1), ("oriel_commands_total{outcome=\"refused\"}", 1),
                ("oriel_commands_running", 0), ("oriel_problems_total{code=\"not-found\"}", 1),
                ("oriel_problems_total{code=\"too-many-scenes\"}", 2),
                ("oriel_refused_total{limit=\"scenesPerAddress\"}", 2), ("oriel_queued_bytes{transport=\"socket\"}", 0),
                ("oriel_ready", 1), ("oriel_draining", 0), ("oriel_build_info{version=\"\(Version.number)\"}", 1),
            ] as [(String, Double)] {
                #expect(page[series] == value, "\(series)")
            }
            for name in [
                "oriel_sent_bytes_total{transport=\"socket\"}", "oriel_sent_bytes_total{transport=\"stream\"}",
                "oriel_sent_bytes_total{transport=\"http\"}", "oriel_received_bytes_total{transport=\"socket\"}",
                "process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_cpu_seconds_total",
                "process_start_time_seconds", "oriel_change_to_send_seconds_sum",
            ] { #expect((page[name] ?? 0) > 0, "\(name)") }
        }
    }

    @Test func onlyMetricsReadersMayReadThem() async throws {
        let proxied = ["X-Forwarded-For": "203.0.113.9"]
        for (readers, header, plain, throughProxy) in [
            (["local"], nil, 200, 403), (["local"], "X-Forwarded-For", 200, 403), ([], nil, 403, 403),
            (["all"], nil, 200, 200), (["203.0.113.9"], nil, 403, 403), (["203.0.113.9"], "X-Forwarded-For", 403, 200),
            (["127.0.0.1"], nil, 200, 200), (["local", "203.0.113.0/24"], "X-Forwarded-For", 200, 200),
            (["nobody"], nil, 403, 403),
        ] as [([String], String?, Int, Int)] {
            let change: @Sendable (inout Settings) -> Void = {
                $0.metricsReaders = Onlookers(readers) ?? .all
                $0.addressHeader = header
            }
            try await withServer(Shop.sql, change) { server in
                let answer = try await server.http.get("/-/metrics")
                #expect(answer.status == plain, "\(readers)")
                #expect(try await server.http.get("/-/metrics", proxied).status == throughProxy, "\(readers)")
                #expect(try await server.http.post("/-/metrics").status == 405)
            }
        }
    }
}
