import Declarations
import Testing

struct SuggestionTests {
    private let names = (1...11).map { "column\($0 * 111)" }

    @Test(arguments: [
        ("culumn111", "column111"),
        ("COLUMN222", "column222"),
        ("colunm333", "column333"),
    ])
    func theMostSimilarNameIsSuggested(name: String, similar: String) {
        #expect(Suggestion.sentence(for: name, among: names) == " Did you mean \"\(similar)\"?")
    }

    @Test func upToTenNamesAreListed() {
        let ten = names.prefix(10).joined(separator: ", ")
        #expect(Suggestion.sentence(for: "price", among: Array(names.prefix(10))) == " There are: \(ten).")
        #expect(Suggestion.sentence(for: "price", among: names) == " There are: \(ten), ….")
        #expect(Suggestion.sentence(for: "price", among: []).isEmpty)
    }
}
