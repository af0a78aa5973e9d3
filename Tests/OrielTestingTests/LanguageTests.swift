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

    @Test func titlesOfFieldsAndChoicesAreTexts() async throws {
        let app = try await TestApp { _ in Shop() }
        for (language, number, sum, size, small, missing) in [
            ("de", "Menge", "Summe", "Größe", "Klein", "'Name' fehlt"),
            ("fr", "Amount", "Sum", "Size", "Small", "'Name' is missing"),
        ] {
            let page = try await Visit(app, "/order", in: language)
            try await page.type(2, into: number)
            try await page.type(small, into: size)
            #expect(page.outputs["sum"] == 20 && page.document["titles"]?["sum"] == .string(sum))
            let refusal = await #expect(throws: Refusal.self) { try await page.tap("save") }
            #expect(refusal?.message == missing)
            let choices = page.document["commands"]?["wrap"]?["arguments"]?["size"]?["choices"]?.arrayValue
            #expect(choices?.first == ["value": "small", "title": .string(small)])
            #expect(page.document["accepts"]?["note"]?["title"] == "A note")  // the name of no text
            let place = page.document["accepts"]?["place"]?["title"]
            #expect(place == (language == "de" ? "Ort" : nil))
            let errors = page.document["form"]?["errors"]
            #expect(errors?["customer"] == (language == "de" ? "fehlt" : "is missing"))
            try await page.tap("wrap")
            #expect(page.document["slots"]?["paper"]?["accepts"]?["size"]?["title"] == .string(size))
        }
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
                "en": ["shop": "Shop", "buy": "Buy", "count": "{count} pieces"].merging(Self.fields.en) { $1 },
                "de": ["shop": "Laden", "buy": "Kaufen", "count": "{count} Stück"].merging(Self.fields.de) { $1 },
            ], first: "en")
        self.texts = texts
        screen("/") { _ in ShopViewModel(stock, texts) }
        screen("/later") { _ in
            await Task.yield()
            return ShopViewModel(stock, texts)
        }
        personal("/order") { _ in OrderForm() }
    }

    private static let fields = (
        en: ["number": "Amount", "sum": "Sum", "size": "Size", "size.small": "Small", "name": "Name"],
        de: [
            "number": "Menge", "sum": "Summe", "size": "Größe", "size.small": "Klein", "place": "Ort",
            "is missing": "fehlt",
        ]
    )
}

private enum Size: String, InputValue, CaseIterable, CustomStringConvertible {
    case small, large

    var description: String { "size.\(rawValue)" }
}

/// A form whose titles are names of texts.
private final class OrderForm: FormViewModel {
    @Input(title: "number") var number = 1
    @Input(title: "size") var size = Size.large
    @Input(title: "name", .required) var customer = ""
    @Input(title: "A note") var note = ""
    @Input var place = ""
    @Output(title: "sum") var sum = 0

    init() {
        super.init()
        commands.append(
            Command("wrap", title: "Wrap", arguments: ["size": .argument(Size.self)]) { [unowned self] _ in
                embed(PaperViewModel(), in: "paper")
            })
    }

    override func updateOutputs() { sum = 10 * number }
}

/// A view model that is made after its screen.
private final class PaperViewModel: ViewModel {
    @Input(title: "size") var size = Size.small
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
