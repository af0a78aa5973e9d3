import Testing

@testable import Serving

@Suite struct DispositionTests {
    @Test(arguments: [
        ("report.pdf", "report.pdf"), ("Rückblick 2026.txt", "R%C3%BCckblick%202026.txt"),
        ("a;b=\"c\".txt", "a%3Bb%3D%22c%22.txt"), ("it's (1)*%.txt", "it%27s%20%281%29%2A%25.txt"),
        ("a\r\nSet-Cookie: x=1", "a%0D%0ASet-Cookie%3A%20x%3D1"), ("../x", "..%2Fx"),
    ])
    func aNameIsEscapedAndReadBack(name: String, escaped: String) {
        let header = Disposition.header(for: name)
        #expect(header == "attachment; filename*=UTF-8''\(escaped)")
        #expect(Disposition.fileName(in: header) == name)
    }

    @Test(arguments: [
        ("attachment; filename=\"a b.txt\"", "a b.txt"), ("form-data; name=\"f\"; filename=x.txt", "x.txt"),
        ("form-data; name=\"f; filename=no\"; filename=\"a;b.txt\"", "a;b.txt"),
        ("form-data; filename=\"a%22b%0D%0A.txt\"", "a\"b.txt"), ("attachment; filename=\"\"", ""),
        ("attachment; filename=e.txt; filename*=utf-8'en'%e2%82%ac.txt", "€.txt"),
        ("attachment; filename=e.txt; filename*=iso-8859-1''%A4.txt", "e.txt"),
        ("attachment; filename*=UTF-8''%ff", nil), ("attachment", nil), (nil, nil),
    ])
    func theNameOfAHeader(header: String?, name: String?) {
        #expect(Disposition.fileName(in: header) == name)
    }
}
