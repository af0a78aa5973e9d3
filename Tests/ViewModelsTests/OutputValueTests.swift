import FoundationEssentials
import JSON
import Testing

@testable import ViewModels

private enum Size: String, InputValue { case small, large }
private enum Level: Int, InputValue { case low, high }

@Suite(.timeLimit(.minutes(5))) struct OutputValueTests {
    @Test func everyKindOfValueHasOneForm() {
        #expect("x".json == "x")
        #expect(true.json == true)
        #expect(3.json == 3)
        #expect(1.5.json == 1.5)
        #expect(Double.infinity.json == .null)
        #expect(Size.large.json == "large")
        #expect(Level.high.json == 1)
        #expect(Optional<Int>.none.json == .null)
        #expect([1, 2].json == [1, 2])
        #expect(["b": 1, "a": 2].json.objectValue?.names == ["a", "b"])
        #expect(Date(timeIntervalSince1970: 0).json == "1970-01-01T00:00:00.000Z")
        #expect(URL(string: "https://oriel.dev/a")?.json == "https://oriel.dev/a")
        #expect(JSON.array([1]).json == [1])
    }

    @Test func inputsAreReadBackAndOtherTypesRefused() {
        #expect(String(json: "x") == "x")
        #expect(String(json: 1) == nil)
        #expect(Bool(json: true) == true)
        #expect(Bool(json: 1) == nil)
        #expect(Int(json: 3.0) == 3)
        #expect(Int(json: 3.5) == nil)
        #expect(Double(json: 3) == 3)
        #expect(Size(json: "small") == .small)
        #expect(Size(json: "tiny") == nil)
        #expect(Level(json: 1) == .high)
        #expect(Int?(json: .null) == .some(nil))
        #expect(Int?(json: "x") == nil)
        #expect(Size.typeName == "text")
        #expect(Int?.typeName == "integer")
    }
}

@Suite(.timeLimit(.minutes(5))) struct RuleTests {
    @Test func aRuleExplainsItsFault() {
        #expect(Rule<String>.required.fault(of: " \n") == "is missing")
        #expect(Rule<String>.required.fault(of: "a") == nil)
        #expect(Rule<String>.length(6...).fault(of: "12345") == "is too short: at least 6 characters")
        #expect(Rule<String>.length(6...).fault(of: "123456") == nil)
        #expect(Rule<String>.length(1...2).fault(of: "🇩🇪👩‍👩‍👧") == nil)
        #expect(Rule<Int>.range(1...3).fault(of: 4) == "must be from 1 to 3")
        #expect(Rule<Int>("is odd") { $0 % 2 == 0 }.fault(of: 3) == "is odd")
    }

    @Test(arguments: ["name", "a@b", "@domain.org", "short@domain.org", "a@b@domain.org", "longer@dom"])
    func refusesAnInvalidMailAddress(_ text: String) {
        #expect(Rule<String>.mail(name: 6, domain: 5).fault(of: text) == "is not an e-mail address")
    }

    @Test func acceptsAMailAddress() {
        #expect(Rule<String>.mail(name: 6, domain: 5).fault(of: "angus@" + "young") != nil)
        #expect(Rule<String>.mail(name: 6, domain: 5).fault(of: "malcolm@young.au") == nil)
    }
}
