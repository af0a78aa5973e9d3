import JSON
import Serving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SlotMethodTests {
    @Test func aSlotDeclaresItsMethods() async throws {
        try await withGarage { server in
            let options = try await server.http.send("OPTIONS", "/cars/0:photo")
            #expect(options.status == 204)
            #expect(options.headers["allow"] == "DELETE, OPTIONS, PUT")
            let ways: [(String, [UInt8]?)] = [
                ("GET", nil), ("HEAD", nil), ("PATCH", []), ("POST", []), ("POST", Samples.png),
            ]
            for (method, body) in ways {
                let answer = try await server.http.send(method, "/cars/0:photo", body: body)
                #expect(answer.status == 405, "\(method)")
                #expect(answer.headers["allow"] == "DELETE, OPTIONS, PUT")
            }
        }
    }

    @Test func anUnknownSlotIsNotFoundAndTheKnownOnesAreNamed() async throws {
        try await withGarage { server in
            for (target, sentence) in [
                ("/cars/0:nothing", "Unknown upload slot at /cars/0: \"nothing\". Upload slots: photo."),
                ("/cars/7:photo", "Unknown upload slot at /cars/7: \"photo\". The screen has no upload slots."),
                ("/nowhere:photo", "Unknown route: /nowhere."), ("/:photo", "Unknown route: /."),
            ] {
                for method in ["PUT", "DELETE"] {
                    let answer = try await server.http.send(method, target, body: Samples.png)
                    #expect(answer.status == 404)
                    #expect(try answer.json["code"] == "not-found")
                    #expect(try answer.json["detail"] == .string(sentence))
                }
                #expect(try await server.http.send("OPTIONS", target).headers["allow"] == "OPTIONS, POST")
            }
        }
    }

    @Test(arguments: ["/cars/0:lock", "/cars/0:"])
    func aCommandTakesNoUpload(target: String) async throws {
        try await withGarage { server in
            for method in ["PUT", "DELETE"] {
                let answer = try await server.http.send(method, target, body: Samples.png)
                #expect(answer.status == 405)
                #expect(answer.headers["allow"] == "OPTIONS, POST")
            }
            #expect(try await server.http.send("OPTIONS", target).headers["allow"] == "OPTIONS, POST")
        }
    }

    @Test func pagesOfOtherOriginsMayNeitherUploadNorDelete() async throws {
        try await withGarage { server in
            _ = try await server.put(Samples.png)
            let foreign = ["Origin": "https://evil.example", "Content-Type": "image/png"]
            for method in ["PUT", "DELETE", "OPTIONS"] {
                let answer = try await server.http.send(method, "/cars/0:photo", foreign, body: Samples.otherPNG)
                #expect(answer.status == 403)
                #expect(try answer.json["code"] == "foreign-origin")
            }
            #expect(try await server.photo() != nil)
        }
    }

    @Test func aReadOnlySlotRefusesAndIsNotOffered() async throws {
        try await withGarage { server in
            let offered: JSON = ["types": ["image/jpeg", "image/png", "image/gif", "image/webp"], "limit": 1_000]
            #expect(try await server.http.get("/cars/0").json["uploads"] == ["photo": offered])
            _ = try await server.put(Samples.png)
            _ = try await server.http.post("/cars/0:lock")
            #expect(try await server.http.get("/cars/0").json["uploads"] == nil)
            #expect(try await server.put(Samples.otherPNG).status == 403)
            #expect(try await server.http.send("DELETE", "/cars/0:photo").status == 403)
            #expect(try await server.http.post("/cars/0:image", ["slot": "photo", "sources": ["file"]]).status == 403)
            _ = try await server.http.post("/cars/0:unlock")
            #expect(try await server.put(Samples.otherPNG).status == 200)
        }
    }

    @Test func theEditedImageOfAFormWinsOverTheOriginal() async throws {
        try await withGarage { server in
            let both = form([("original", "image/png", Samples.png), ("edited", "image/jpeg", Samples.jpeg)])
            let answer = try await server.put(both, "multipart/form-data; boundary=\"a b\"")
            #expect(answer.status == 201, "\(answer.text)")
            let address = try await server.photo() ?? ""
            #expect(try await server.http.get(address).body == Samples.jpeg)
            let original = form([("note", "text/plain", Array("hello".utf8)), ("original", nil, Samples.otherPNG)])
            #expect(try await server.put(original, "multipart/form-data; boundary=\"a b\"").status == 200)
            #expect(try await server.http.get(server.photo() ?? "").body == Samples.otherPNG)
        }
    }

    @Test func aFormWithoutAnImageSetsNothing() async throws {
        try await withGarage { server in
            _ = try await server.put(Samples.png)
            let before = try await server.photo()
            let empty = form([("original", "image/png", []), ("note", nil, Samples.jpeg)])
            #expect(try await server.put(empty, "multipart/form-data; boundary=\"a b\"").status == 422)
            let whole = form([("original", "image/png", Samples.otherPNG)])
            for (body, type) in [
                (Array(whole.dropLast(6)), "boundary=\"a b\""), (whole, "boundary=other"), (whole, "charset=utf-8"),
                (Array(whole.dropFirst(3)), "boundary=\"a b\""), ([], "boundary=x"),
            ] {
                let answer = try await server.put(body, "multipart/form-data; \(type)")
                #expect(answer.status == 400, "\(type)")
                #expect(try answer.json["code"] == "invalid-body")
            }
            #expect(try await server.put(whole, "multipart/mixed; boundary=\"a b\"").status == 415)
            #expect(try await server.photo() == before)
        }
    }

    private func form(_ parts: [(name: String, type: String?, bytes: [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            body += Array(
                "--a b\r\nContent-Disposition: form-data; name=\"\(part.name)\"; filename=\"x; name=y\"\r\n".utf8)
            if let type = part.type { body += Array("Content-Type: \(type)\r\n".utf8) }
            body += Array("\r\n".utf8) + part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--a b--\r\n".utf8)
    }
}
