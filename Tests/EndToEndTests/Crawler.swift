import JSON
import TestSupport

/// Follows every link from `/` on, and records faults.
struct Crawler {
    private let http: HTTPClient
    /// The requested routes, in order.
    private(set) var routes = ["/"]
    /// The faults, one sentence each.
    private(set) var faults: [String] = []

    init(_ http: HTTPClient) {
        self.http = http
    }

    /// Visits every route that a document names, and every window of every list.
    mutating func crawl() async throws {
        var known = Set(routes)
        var next = 0
        while next < routes.count {
            let route = routes[next]
            next += 1
            let answer = try await http.get(route)
            guard answer.status == 200 else {
                faults.append("\(route) answers \(answer.status): \(answer.text.prefix(200))")
                continue
            }
            guard answer.headers["content-type"] == "application/json" else { continue }
            let document = try answer.json
            check(document, at: route)
            for target in links(in: document) + following(document, at: route) where known.insert(target).inserted {
                routes.append(target)
            }
        }
    }

    private mutating func check(_ document: JSON, at route: String) {
        let rows = (document["sections"]?.arrayValue ?? []).flatMap { $0["rows"]?.arrayValue ?? [] }
        if Set(rows).count < rows.count { faults.append("\(route) lists a row twice: \(rows)") }
        for row in rows where document["cells"]?[row.stringValue ?? ""] == nil {
            faults.append("\(route) has no cell for \(row)")
        }
        if document["phase"] != "loaded" { faults.append("\(route) is not loaded") }
        if let problem = document["problem"] { faults.append("\(route) has a problem: \(problem)") }
    }

    private func links(in json: JSON) -> [String] {
        switch json {
        case .array(let elements): elements.flatMap(links)
        case .object(let members):
            members.flatMap { name, value in
                name == "href" ? value.stringValue.map { [$0] } ?? links(in: value) : links(in: value)
            }
        default: []
        }
    }

    /// The next window, if the list continues.
    private func following(_ document: JSON, at route: String) -> [String] {
        guard let window = document["window"], let start = window["start"]?.intValue,
            let count = window["count"]?.intValue, let total = window["total"]?.intValue, start + count < total,
            let base = document["route"]?.stringValue
        else { return [] }
        return [base + (base.contains("?") ? "&" : "?") + "window=\(start + count),50"]
    }
}
