import JSON
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct NumberTests {
    @Test(arguments: [0, 1, -1, 9_007_199_254_740_993, Int64.max, Int64.min])
    func wholeNumbersKeepEveryDigit(number: Int64) throws {
        let json = try JSON(parsing: String(number))
        guard case .int(number) = json else {
            Issue.record("\(number) was read as \(json)")
            return
        }
        #expect(json.text == String(number))
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "1e400", "-1e400", "1e99999999999",
        "123456789012345678901234567890",
    ])
    func refusesNumbersThatWouldBeRounded(text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(throws: JSONError.self) { try JSON(parsing: "[\(text)]") }
    }

    @Test(arguments: [
        ("-0", "0"), ("-0.0", "-0.0"), ("1.0", "1.0"), ("1e0", "1.0"), ("1E+2", "100.0"), ("25e-1", "2.5"),
        ("1e-400", "0.0"),
        ("1e300", "1e+300"), ("0.1", "0.1"), ("1.000000000000000005", "1.0"), ("1e22", "1e+22"),
    ])
    func readsAndWrites(text: String, written: String) throws {
        #expect(try JSON(parsing: text).text == written)
    }

    @Test(arguments: [
        "01", "-01", "+1", ".5", "1.", "-", "1e", "1e+", "0x10", "1_000", "1,0", "--1", "1.2.3", "٣", "1e1.5",
    ])
    func refusesInvalidNumbers(text: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: text) }
    }

    @Test func doublesComeBackBitByBit() throws {
        var generator = SeededGenerator.announced("doublesComeBackBitByBit")
        let special = [
            .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 0.1, 1 / 3, 1e15, 1e16, 1e21,
            9_007_199_254_740_992.0,
        ]
        let random = (0..<20_000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        for number in special + special.map(-) + random {
            let back = try JSON(parsing: JSON.double(number).text)
            guard case .double(let value) = back, value.bitPattern == number.bitPattern else {
                Issue.record("\(number) came back as \(back)")
                return
            }
        }
    }

    @Test func numbersAreEqualByValue() {
        #expect(JSON.int(1) == .double(1))
        #expect(JSON.double(0) == .double(-0.0))
        #expect(JSON.int(0) == .double(-0.0))
        #expect(JSON.int(9_007_199_254_740_993) != .double(9_007_199_254_740_992))
        #expect(JSON.int(.max) != .double(9_223_372_036_854_775_808))
        #expect(JSON.int(1) != .string("1"))
        #expect(JSON.int(1) != .bool(true))
        #expect(Set<JSON>([.int(1), .double(1), .double(1.5)]).count == 2)
    }

    @Test func aNumberThatJSONDoesNotHaveIsWrittenAsNull() {
        #expect(JSON.array([.double(.infinity), .double(-.infinity), .double(.nan)]).text == "[null,null,null]")
    }

    @Test func aWholeNumberIsReadFromEitherKind() {
        #expect(JSON.double(3).intValue == 3)
        #expect(JSON.double(3.5).intValue == nil)
        #expect(JSON.double(1e19).intValue == nil)
        #expect(JSON.int(3).doubleValue == 3)
        #expect(JSON.string("3").intValue == nil)
    }
}
