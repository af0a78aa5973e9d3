import JSON
import TestSupport
import Testing

/// Screens that follow a model: the demo and the car.
@Suite(.timeLimit(.minutes(5))) struct ModelTests {
    @Test func theNthPressGivesTheNthName() async throws {
        try await withWorkbench { visitor in
            let demo = try await visitor.open("/demo")
            let other = try await Visitor(port: visitor.port).open("/demo")
            #expect(demo.document["outputs"] == ["name": "No name yet", "venueID": 0])
            for _ in 1...3 { try await demo.run("change") }
            #expect(demo.document["outputs"] == ["name": "3. name generated", "venueID": 3])
            try await other.follow { $0["outputs"]?["name"] == "3. name generated" }
            try await demo.settle()
            try await other.settle()
        }
    }

    @Test func aCarShowsThatItIsLoadingAndThatItHasLoaded() async throws {
        try await withWorkbench { visitor in
            let car = try await visitor.open("/car")
            #expect(car.document["phase"] == "loading")
            #expect(car.document["outputs"]?["top"] == "Loading the car…")
            try await car.follow { $0["phase"] == "loaded" }
            #expect(car.document["outputs"] == ["top": "Car loaded", "bottom": "The car is here."])
            try await car.run("reload")
            #expect(car.document["phase"] == "loading")
            #expect(car.document["outputs"]?["bottom"] == "The car is on its way.")
            try await car.follow { $0["phase"] == "loaded" }
            try await car.settle()
        }
    }
}
