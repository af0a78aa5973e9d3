import JSON
import Testing
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct CellTests {
    @Test(arguments: ["javascript:alert(1)", " Java\tScript:alert(1)", "vbscript:a", "data:text/html,a"])
    func aScriptURLIsOmitted(href: String) {
        #expect(Cell(template: "row", title: "A", href: href).content["href"] == nil)
    }

    @Test(arguments: ["/Artist/1", "https://example.com/", "mailto:ada@example.com", "", "data"])
    func anyOtherURLIsKept(href: String) {
        #expect(Cell(template: "row", title: "A", href: href).content["href"] == .string(href))
    }
}
