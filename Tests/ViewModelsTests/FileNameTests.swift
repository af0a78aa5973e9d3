import Testing

@testable import ViewModels

@Suite struct FileNameTests {
    @Test(arguments: [
        ("report.pdf", "report.pdf"), ("Rückblick 2026.txt", "Rückblick 2026.txt"), ("../../etc/passwd", "passwd"),
        ("C:\\fakepath\\a.txt", "a.txt"), ("a\u{0}b\r\nc.txt", "abc.txt"), ("photo\u{202E}gnp.exe", "photognp.exe"),
        (" a . ", "a"), ("..", "file"), (".", "file"), ("", "file"), ("///", "file"), ("\u{200B}", "file"),
        (nil, "file"),
        (".htaccess", ".htaccess"), ("a\u{85}\u{2028}b", "ab"),
    ])
    func namesAreCleaned(name: String?, cleaned: String) {
        #expect(FileName.cleaned(name) == cleaned)
    }

    @Test func longNamesKeepTheirExtension() {
        let name = FileName.cleaned(String(repeating: "ä", count: 400) + ".tar.gz")
        #expect(name.utf8.count <= 255 && name.utf8.count > 250 && name.hasSuffix("ä.gz"))
        #expect(FileName.cleaned("a." + String(repeating: "b", count: 400)).utf8.count == 255)
    }

    @Test(arguments: [
        ("text/plain", "text/plain"), ("Text/HTML; charset=x", "text/html"), ("image/svg+xml", "image/svg+xml"),
        ("application/octet-stream", nil), ("text", nil), ("a/b/c", nil), ("text/pl\u{e4}in", nil), ("/", nil),
        ("text/a\u{1}b", nil), ("", nil), (nil, nil),
    ])
    func mediaTypesAreChecked(type: String?, essence: String?) {
        #expect(MediaTypes.essence(of: type) == essence)
    }

    @Test func rangesOfMediaTypes() {
        let types: MediaTypes = ["application/pdf", "Image/*"]
        for type in ["application/pdf", "image/png", "IMAGE/JPEG"] { #expect(types.contains(type)) }
        for type in ["application/pdfx", "text/plain", "image", "xmage/png"] { #expect(!types.contains(type)) }
        #expect(MediaTypes.any.contains("x/y"))
    }
}
