import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CrawlTests {
    @Test(.onBothEngines) func everyLinkOfAUsualDatabaseLeadsSomewhere() async throws {
        try await crawl(OddSchemas.usual, atLeast: 270)
    }

    @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
    func everyLinkOfAnOddDatabaseLeadsSomewhere(encoding: String) async throws {
        try await crawl("PRAGMA encoding = '\(encoding)';\n" + OddSchemas.all, atLeast: 200)
    }

    @Test(.onBothEngines) func everyLinkOfAnEmptyDatabaseLeadsSomewhere() async throws {
        try await crawl("PRAGMA user_version = 1;", atLeast: 1)
    }

    private func crawl(_ sql: String, atLeast count: Int) async throws {
        try await withServer(sql) { server in
            var crawler = Crawler(await server.http)
            try await crawler.crawl()
            #expect(crawler.faults == [])
            #expect(crawler.routes.count >= count)
        }
    }
}
