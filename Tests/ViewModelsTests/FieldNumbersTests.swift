import Testing

@testable import ViewModels

@Suite(.timeLimit(.minutes(5))) struct FieldNumbersTests {
    @Test func numbersAreUniqueAndInOrder() {
        var numbers = FieldNumbers()
        #expect(numbers.isEmpty)
        for number in [70, 3, 64, 63, 0, 100, 3, 64] { numbers.insert(number) }
        #expect(numbers.count == 6)
        var taken: [Int] = []
        while let number = numbers.popFirst() { taken.append(number) }
        #expect(taken == [0, 3, 63, 64, 70, 100])
        #expect(numbers.isEmpty)
    }
}
