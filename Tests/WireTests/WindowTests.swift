import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct WindowTests {
    @Test(arguments: [
        (0, 10, 100, 0), (95, 10, 100, 90), (90, 10, 100, 90), (91, 10, 100, 90), (500, 10, 100, 90), (5, 10, 8, 0),
        (5, 10, 0, 0), (5, 0, 3, 3), (0, Window.largest, 5, 0), (Window.largest, Window.largest, 5, 0),
    ])
    func aWindowMovesBackToExistingRows(start: Int, count: Int, total: Int, fitted: Int) {
        let window = Window(start: start, count: count).fitted(to: total)
        #expect(window == Window(start: fitted, count: count))
        #expect(window.fitted(to: total) == window)
    }

    @Test func theLargestWindowHasAnEnd() {
        #expect(Window(start: Window.largest, count: Window.largest).range.count == Window.largest)
    }
}
