import JSON
import Loop
import Testing

@testable import ViewModels

private enum Tone: String, CaseIterable, InputValue {
    case warm, cold
}

private enum Mood: String, InputValue {
    case calm, wild
}

private enum Size: Int, CaseIterable, InputValue, CustomStringConvertible {
    case small = 1
    case large = 2
    var description: String { self == .small ? "Small" : "Large" }
}

@SceneActor private final class LampViewModel: ViewModel {
    @Input var tone = Tone.warm
    @Input var size: Size? = nil
    @Input(.range(0...20, step: 2)) var level = 10
    @Input(.range(0...1, step: 0.1)) var dim = 0.5
    @Input(.range(1...12)) var bulbs = 1
    @Input(.required, .length(3...20), .multiline) var note = "bright"
    @Input(.date) var bought = ""
    @Input(isSecret: true, .length(6...)) var code = "secret"
    @Input(.mail()) var owner = "a@b.c"
    @Input var isOn = false
    @Input var mood = Mood.calm
    @Input(title: "Serial number") var serial = 0
    @Output(title: "Power in watts") var power = 0
    @Output var shade = ""
}

@Suite(.timeLimit(.minutes(5))) @SceneActor struct AcceptsTests {
    private let lamp = LampViewModel()

    private func faults(_ values: JSONObject) -> [String: String] {
        do throws(CommandFailure) {
            try lamp.receive(inputs: values)
        } catch {
            if case .invalid(_, let fields) = error { return fields }
        }
        return [:]
    }

    @Test func theDocumentDescribesEachInput() {
        let expected: JSONObject = [
            "tone": [
                "type": "text",
                "choices": [["value": "warm", "title": "warm"], ["value": "cold", "title": "cold"]],
            ],
            "size": [
                "type": "integer", "nullable": true,
                "choices": [["value": 1, "title": "Small"], ["value": 2, "title": "Large"]],
            ],
            "level": ["type": "integer", "min": 0, "max": 20, "step": 2],
            "dim": ["type": "number", "min": 0, "max": 1, "step": 0.1],
            "bulbs": ["type": "integer", "min": 1, "max": 12],
            "note": ["type": "text", "required": true, "minLength": 3, "maxLength": 20, "multiline": true],
            "bought": ["type": "date"],
            "code": ["type": "text", "secret": true, "minLength": 6],
            "owner": ["type": "text", "format": "mail"],
            "isOn": ["type": "boolean"], "mood": ["type": "text"],
            "serial": ["type": "integer", "title": "Serial number"],
        ]
        #expect(JSON.object(lamp.accepts) == .object(expected))
        #expect(JSON.object(lamp.titles) == ["power": "Power in watts"])
    }

    @Test func anUnknownChoiceReturnsTheChoices() {
        #expect(faults(["tone": "hot"]) == ["tone": "must be one of warm, cold"])
        #expect(faults(["size": 3]) == ["size": "must be one of 1, 2"])
        #expect(faults(["level": "x"]) == ["level": "must be of type integer"])
        #expect(faults(["tone": "cold", "size": nil]) == [:])
        #expect(lamp.tone == .cold)
    }

    @Test func anUnknownEnumerationValueIsNotAChoice() {
        #expect(faults(["mood": "nope"]) == ["mood": "is not one of the choices"])
        #expect(faults(["mood": 5]) == ["mood": "must be of type text"])
        #expect(faults(["bought": 5]) == ["bought": "must be a date, such as 2026-11-21, or empty"])
        #expect(faults(["mood": "wild"]) == [:])
    }

    @Test func acceptsALargeIntegerAsAString() async throws {
        #expect(faults(["serial": "9223372036854775807"]) == [:])
        #expect(lamp.serial == .max)
        for text in ["5", "9223372036854775808", "09007199254740993", " 9007199254740993", "x"] {
            #expect(faults(["serial": .string(text)]) == ["serial": "must be of type integer"])
        }
        var taken = 0
        lamp.commands = [
            Command("count", title: "Count", arguments: ["to": .argument("integer", isRequired: true)]) { call in
                taken = call["to"] ?? 0
            }
        ]
        _ = try await lamp.run(Invocation(command: "count", arguments: ["to": "-9223372036854775808"]))
        #expect(taken == .min)
    }

    @Test func aRequiredArgumentOfBlanksIsMissing() async {
        lamp.commands = [
            Command("name", title: "Name", arguments: ["name": .argument("text", isRequired: true)]) { _ in }
        ]
        let refusal = CommandFailure.invalid(
            message: "Invalid arguments of Name.", fields: ["name": "is missing"])
        for blank in ["", " \n"] {
            await #expect(throws: refusal) {
                _ = try await lamp.run(Invocation(command: "name", arguments: ["name": .string(blank)]))
            }
        }
    }

    @Test(
        arguments: [("level", 3), ("level", 22), ("dim", 0.55), ("bought", "2026-02-30"), ("bought", "21.11.2026")]
            as [(String, JSON)])
    func refusesAValueBetweenStepsAndAnInvalidDay(_ name: String, _ value: JSON) {
        #expect(faults([name: value]).keys.sorted() == [name])
    }

    @Test(
        arguments: [("level", 4), ("dim", 0.3), ("dim", 0.7), ("dim", 1), ("bought", "2024-02-29"), ("bought", "")]
            as [(String, JSON)])
    func acceptsAValueOnAStepAndAValidDay(_ name: String, _ value: JSON) {
        #expect(faults([name: value]) == [:])
    }

    @Test func anArgumentOfACommandHasChoicesToo() async {
        let arguments: JSONObject = ["tone": .argument(Tone.self, isRequired: true), "size": .argument(Size?.self)]
        lamp.commands = [Command("paint", title: "Paint", arguments: arguments) { _ in }]
        let refusal = CommandFailure.invalid(
            message: "Invalid arguments of Paint.",
            fields: ["tone": "must be one of warm, cold", "size": "must be one of 1, 2"])
        await #expect(throws: refusal) {
            _ = try await lamp.run(Invocation(command: "paint", arguments: ["tone": "hot", "size": 7]))
        }
        await #expect(throws: Never.self) {
            _ = try await lamp.run(Invocation(command: "paint", arguments: ["tone": "cold"]))
        }
    }
}
