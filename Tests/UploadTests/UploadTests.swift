import JSON
import Serving
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct UploadTests {
    @Test func anUploadedImageIsServedUnchanged() async throws {
        try await withGarage { server in
            let made = try await server.put(Samples.png)
            #expect(made.status == 201)
            let address = try #require(try made.json["result"]?["href"]?.stringValue)
            #expect(made.headers["location"] == address)
            #expect(try await server.photo() == address)
            let image = try await server.http.get(address)
            #expect(image.body == Samples.png)
            #expect(image.headers["content-type"] == "image/png")
            #expect(image.headers["x-content-type-options"] == "nosniff")
            #expect(image.headers["content-disposition"]?.hasPrefix("inline") == true)
            let again = try await server.http.get(address, ["If-None-Match": "\"\(image.tag ?? "")\""])
            #expect(again.status == 304)
            #expect(image.headers["etag"]?.hasPrefix("\"") == true)
        }
    }

    @Test func aReplacedImageIsAnotherAddressAndTheOldOneIsGone() async throws {
        try await withGarage { server in
            let first = try await server.put(Samples.png).json["result"]?["href"]?.stringValue ?? ""
            let answer = try await server.put(Samples.jpeg, "image/jpeg")
            #expect(answer.status == 200)
            let second = try answer.json["result"]?["href"]?.stringValue ?? ""
            #expect(first != second)
            #expect(try await server.http.get(first).status == 404)
            #expect(try await server.http.get(second).headers["content-type"] == "image/jpeg")
        }
    }

    @Test func aDeletedImageIsGone() async throws {
        try await withGarage { server in
            let address = try await server.put(Samples.png).json["result"]?["href"]?.stringValue ?? ""
            let deleted = try await server.http.send("DELETE", "/cars/0:photo")
            #expect(deleted.status == 200)
            #expect(try deleted.json["result"] == ["href": nil])
            #expect(try await server.photo() == nil)
            #expect(try await server.http.get(address).status == 404)
            #expect(server.folder.names.isEmpty)
            #expect(try await server.http.send("DELETE", "/cars/0:photo").status == 200)
        }
    }

    @Test func aSharedImageOutlivesOneOfItsOwners() async throws {
        try await withGarage { server in
            let address = try await server.put(Samples.png).json["result"]?["href"]?.stringValue ?? ""
            #expect(try await server.put(Samples.png, to: "/cars/1:photo").json["result"]?["href"] == .string(address))
            #expect(server.folder.names.count == 1)
            _ = try await server.http.send("DELETE", "/cars/0:photo")
            #expect(try await server.http.get(address).body == Samples.png)
            _ = try await server.http.send("DELETE", "/cars/1:photo")
            #expect(try await server.http.get(address).status == 404)
        }
    }

    @Test func tooLargeUploadsAreRefused() async throws {
        try await withGarage({ $0.uploadLimit = 2_000 }) { server in
            let slot = try await server.put(Samples.png + [UInt8](repeating: 0, count: 1_000))
            #expect(slot.status == 413)
            #expect(try slot.json["code"] == "too-large")
            let head = "PUT /cars/0:photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2001\r\n\r\n"
            #expect(try await server.http.exchange(Array(head.utf8)).status == 413)
            #expect(try await server.photo() == nil)
            #expect(server.folder.names.isEmpty)
        }
    }

    @Test func refusesUploadsOfAnotherType() async throws {
        try await withGarage { server in
            for (bytes, type, status, code) in [
                (Samples.png, "image/svg+xml", 415, "wrong-type"), (Samples.png, "text/plain", 415, "wrong-type"),
                (Samples.bmp, "image/bmp", 415, "wrong-type"), (Samples.bmp, nil, 415, "wrong-type"),
                (Samples.script, "image/png", 422, "invalid"), (Samples.script, nil, 422, "invalid"),
                (Samples.jpeg, "image/png", 422, "invalid"), ([], "image/png", 422, "invalid"),
            ] {
                let answer = try await server.put(bytes, type)
                #expect(answer.status == status, "\(type ?? "no type"): \(answer.text)")
                #expect(try answer.json["code"] == .string(code))
                let taken = answer.headers["accept"]
                #expect(taken == (status == 415 ? "image/jpeg, image/png, image/gif, image/webp" : nil))
            }
            #expect(server.folder.names.isEmpty)
            for type in ["IMAGE/PNG", "image/png; q=1", "application/octet-stream", nil] {
                #expect(try await server.put(Samples.png, type).status < 300)
            }
        }
    }

    @Test func anotherVisitorSeesTheNewImageAsAPatch() async throws {
        try await withGarage { server in
            let other = try await EventClient(port: server.port, "/cars/0")
            #expect(try await other.next().name == "snapshot")
            let address = try await server.put(Samples.png).json["result"]?["href"] ?? .null
            let event = try await other.next()
            #expect(event.name == "patch")
            #expect(event.data == [["op": "replace", "path": "/outputs/photo", "value": address]])
            #expect(other.document == (try await server.http.get("/cars/0").json))
            _ = try await server.http.send("DELETE", "/cars/0:photo")
            #expect(try await other.next().data == [["op": "replace", "path": "/outputs/photo", "value": nil]])
        }
    }

    @Test func aPersonalImageIsPrivate() async throws {
        try await withGarage { server in
            let answer = try await server.put(Samples.png, to: "/mine:photo")
            #expect(answer.status == 201)
            let cookie = answer.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""
            let address = try answer.json["result"]?["href"] ?? .null
            #expect(try await server.http.get("/mine", ["Cookie": cookie]).json["outputs"]?["photo"] == address)
            #expect(try await server.http.get("/mine").json["outputs"]?["photo"] == .null)
        }
    }

    @Test func invalidFileNamesAreNotServed() async throws {
        try await withGarage { server in
            try server.folder.write(Array("secret".utf8), as: "secret.png")
            let hash = String(repeating: "0", count: 64)
            for name in [
                "secret.png", "..%2Fsecret.png", hash, "\(hash).png", "\(hash).html", "\(hash).png.png",
            ] {
                let answer = try await server.http.get("/images/\(name)")
                #expect(answer.status == 404, "\(name): \(answer.text)")
            }
        }
    }
}
