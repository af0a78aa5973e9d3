import JSON
import Models
import Testing

@Suite(.timeLimit(.minutes(5))) struct APIAnswerTests {
    @Test func aGoodAnswerIsItsBody() throws {
        #expect(try JSON(answer: 200, Array("[1]".utf8)) == [1])
        #expect(try JSON(answer: 204, []) == [:])
        #expect(try JSON(answer: 205, Array("x".utf8)) == [:])
    }

    @Test(
        arguments: [
            (nil, "", 444, "The service did not respond."),
            (200, "<html>", 200, "The service's response is not JSON."),
            (401, #"{"errors": [{"value": "Who are you?"}]}"#, 401, "Who are you?"),
            (409, #"{"title": "Conflict", "detail": "It was changed."}"#, 409, "It was changed."),
            (404, "", 404, "Not Found"), (404, "[]", 404, "Not Found"),
            (599, "", 599, "Unknown HTTP status code received (599)."),
        ] as [(Int?, String, Int, String)])
    func anyOtherAnswerIsAFailureInWords(_ status: Int?, _ body: String, _ code: Int, _ message: String) {
        let failure = #expect(throws: APIFailure.self) { try JSON(answer: status, Array(body.utf8)) }
        #expect(failure == APIFailure(status: code, message: message))
    }

    @Test func anUnknownStatusHasNoName() {
        #expect(HTTPStatus(rawValue: 404)?.text == "Not Found")
        #expect(HTTPStatus(rawValue: 499) == nil)
    }
}
