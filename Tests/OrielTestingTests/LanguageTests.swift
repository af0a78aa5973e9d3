import Foundation
import Oriel
import OrielTesting
import TestSupport
import Testing

/// An app in two languages.
@Suite(.timeLimit(.minutes(5))) struct LanguageTests {
    @Test func eachVisitorReadsTheirOwn() async throws {
        let app = try await TestApp { _ in Shop() }
        let (german, english) = (
            try await Visit(app, "/", in: "de-CH, en;q=0.5"), try await Visit(app, "/", in: "fr, en;q=0.1")
        )
        #expect(german.title == "Laden" && german.rows.map(\.title) == ["0 Stück"])
        #expect(english.title == "Shop" && english.rows.map(\.title) == ["0 pieces"])
        try await german.tap("Kaufen")
        #expect(german.rows.map(\.title) == ["1 Stück"])
        try await english.wait("it follows") { $0.rows.map(\.title) == ["1 pieces"] }
    }

    @Test func aScreenThatTakesTimeToBeMadeHasTheLanguage() async throws {
        let app = try await TestApp { _ in Shop() }
        #expect(try await Visit(app, "/later", in: "de").title == "Laden")
        #expect(try await Visit(app, "/later", in: "en").title == "Shop")
    }

    @Test func documentsNameTheirLanguage() async throws {
        let app = try await TestApp { _ in Shop() }
        let answers = try await ["de", "en, de;q=0.9", "de;q=0, *", "x", ""].asyncMap {
            try await app.get("/", ["Accept": "application/json", "Accept-Language": $0])
        }
        #expect(answers.map { $0.headers["content-language"] } == ["de", "en", "en", "en", "en"])
        #expect(answers.allSatisfy { $0.headers["vary"]?.contains("Accept-Language") == true })
        #expect(answers[0].headers["etag"] != answers[1].headers["etag"])
        let known = try await app.get(
            "/",
            [
                "Accept": "application/json", "Accept-Language": "de",
                "If-None-Match": answers[1].headers["etag"] ?? "",
            ])
        #expect(known.status == 200)
    }

    @Test func textsAreReadFromFiles() throws {
        let folder = try TemporaryFolder()
        try Data(#"{"hello":"Hello {name}","bye":"Bye"}"#.utf8).write(
            to: URL(fileURLWithPath: folder.path + "/en.json"))
        try Data(#"{"hello":"Hallo {name}"}"#.utf8).write(to: URL(fileURLWithPath: folder.path + "/de.json"))
        let texts = try Texts(folder: folder.path, first: "en")
        #expect(texts.languages == ["en", "de"] && texts.missing(in: "de") == ["bye"])
        #expect(texts("hello", in: "de", ["name": "Ada"]) == "Hallo Ada" && texts("bye", in: "de") == "Bye")
        #expect(texts("none", in: "fr") == "none")
        #expect(throws: (any Error).self) { try Texts(folder: folder.path, first: "fr") }
        try Data(#"{"hello":1}"#.utf8).write(to: URL(fileURLWithPath: folder.path + "/de.json"))
        #expect(throws: (any Error).self) { try Texts(folder: folder.path, first: "en") }
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}

@SceneActor private final class Shop: AppCoordinator {
    override init() {
        super.init()
        let stock = Stock()
        let texts = Texts(
            [
                "en": ["shop": "Shop", "buy": "Buy", "count": "{count} pieces"],
                "de": ["shop": "Laden", "buy": "Kaufen", "count": "{count} Stück"],
            ], first: "en")
        languages = texts.languages
        screen("/") { _ in ShopViewModel(stock, texts) }
        screen("/later") { _ in
            await Task.yield()
            return ShopViewModel(stock, texts)
        }
    }
}

@SceneActor @Observable private final class Stock {
    var count = 0
}

private final class ShopViewModel: ViewModel {
    init(_ stock: Stock, _ texts: Texts) {
        super.init()
        title = texts("shop", in: language)
        list = CellList(
            ArrayDataSource([StockCell(stock, texts, language)], section: Section(id: "stock"), id: { _ in "count" }))
        commands = [Command("buy", title: texts("buy", in: language)) { _ in stock.count += 1 }]
    }
}

private final class StockCell: CellViewModel {
    private let stock: Stock
    private let texts: Texts
    private let language: String

    init(_ stock: Stock, _ texts: Texts, _ language: String) {
        (self.stock, self.texts, self.language) = (stock, texts, language)
        super.init()
    }

    override func updateOutputs() { title = texts("count", in: language, ["count": stock.count]) }
}
