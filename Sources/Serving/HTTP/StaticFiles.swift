import Compression
import Glibc
import HTTPServer
import JSON
import Loop
import Scenes

/// The files of the browser client, read once at start and served from memory. Entity tags are strong, and weak for
/// compressed files. Under `oriel dev`, they are read again when one has changed.
@SceneActor public final class StaticFiles {
    /// A file, plain or as gzip.
    private struct Variant {
        let response: PreparedResponse
        let headers: [(String, String)]
        let bytes: [UInt8]

        @SceneActor init(_ bytes: [UInt8], headers: [(String, String)]) {
            response = PreparedResponse(HTTPResponse(status: 200, headers: headers, body: .bytes(bytes)))
            self.headers = headers
            self.bytes = bytes
        }
    }

    private struct File {
        let tag: String
        let plain: Variant
        var gzip: Variant?
    }

    private let directory: String?
    private var files: [String: File] = [:]
    private var pageEnd: [UInt8] = []

    /// The name of a file that tells Node.js, which runs the client's tests, the kind of the modules. Browsers do not
    /// need it.
    private static let unserved = "package.json"

    /// The content security policy of pages (CSP, level 3): scripts, styles, images and connections of this server
    /// only, and no frames, plug-ins or forms elsewhere.
    private static let contentPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
        connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """

    /// The first path segments that belong to files, and therefore not to scenes.
    public private(set) var reservedNames: Set<String> = []

    /// Reads all files below `directory`; without a directory there are no files.
    public init(directory: String?) {
        self.directory = directory
        readAll()
    }

    private func readAll() {
        (files, reservedNames) = ([:], [])
        if let directory { read(directory, at: "") }
    }

    /// Adds the script of `oriel dev` to each page, and reads the files again whenever one has changed.
    func follow(_ development: Development) {
        pageEnd = Array(DevelopmentScript.tag.utf8)
        readAll()
        development.onChange { [weak self] assetsChanged in
            if assetsChanged { self?.readAll() }
        }
    }

    /// Whether there is an HTML page.
    var hasPage: Bool { files["/index.html"] != nil }

    /// Returns the path of a file with its escapes decoded (RFC 3986 section 6.2.2.2). A path with an invalid escape
    /// stays as it is, and so does a path with an encoded slash, which does not separate folders.
    static func path(decoding path: String) -> String {
        let slash = UInt8(ascii: "/")
        guard path.utf8.contains(UInt8(ascii: "%")), path.utf8.last != slash, let route = Route(path),
            !route.segments.contains(where: { $0.utf8.contains(slash) })
        else { return path }
        return "/" + route.segments.joined(separator: "/")
    }

    /// Responds with the file at `path`, if there is one. A response with a cookie is private.
    func respond(
        to request: HTTPRequest, path: String, cookie: [(String, String)] = [], _ exchange: HTTPExchange
    ) -> Bool {
        guard let file = files[path] else { return false }
        let codings = ContentCodings(acceptEncoding: request.header("Accept-Encoding"))
        let gzip = codings.prefersGzip || codings.needsGzip ? file.gzip : nil
        let variant = gzip ?? (codings.needsGzip ? Self.gzip(file) : file.plain)
        let privacy = Self.privacy(with: cookie)
        if !EntityTags.allows(request.header("If-Match"), file.tag) {
            exchange.respond(Problem.changed.response)
        } else if EntityTags.matches(request.header("If-None-Match"), file.tag) {
            let kept = variant.headers.filter {
                ["ETag", "Vary", "Cache-Control", HTTPResponse.embedding].contains($0.0)
            }
            let headers = kept.filter { privacy.isEmpty || $0.0 != "Cache-Control" } + privacy
            exchange.respond(HTTPResponse(status: 304, headers: headers, body: .omitted(variant.bytes.count)))
        } else if cookie.isEmpty {
            exchange.respond(variant.response)
        } else {
            let headers = variant.headers.filter { $0.0 != "Cache-Control" } + privacy
            exchange.respond(HTTPResponse(status: 200, headers: headers, body: .bytes(variant.bytes)))
        }
        return true
    }

    /// Prepares the gzip variants, once at the start. A file of the same name with `.gz` and the same content is used
    /// if there is one. Otherwise text files of at least `threshold` bytes are compressed, unless they are too large.
    func compress(above threshold: Int) {
        let deflater = Deflater(windowBits: 15, level: 9)
        for (path, file) in files {
            let bytes = file.plain.bytes
            var gzip = files["\(path).gz"]?.plain.bytes
            if let found = gzip, !Gzip.isFile(found, of: bytes) { gzip = nil }
            if gzip == nil, (threshold...max(threshold, Self.largest)).contains(bytes.count), Self.isText(path) {
                gzip = Gzip.file(deflater.fragment(of: bytes), of: bytes)
            }
            guard let gzip, gzip.count < bytes.count else { continue }
            files[path]?.gzip = Self.variant(of: file, gzip)
        }
    }

    /// Makes the gzip variant of a file that does not get smaller, for a client that accepts only gzip.
    private static func gzip(_ file: File) -> Variant {
        variant(
            of: file, Gzip.file(Deflater(windowBits: 15, level: 1).fragment(of: file.plain.bytes), of: file.plain.bytes)
        )
    }

    private static func variant(of file: File, _ gzip: [UInt8]) -> Variant {
        let headers = file.plain.headers.filter { $0.0 != "ETag" }
        return Variant(gzip, headers: headers + [EntityTags.field(file.tag, isGzip: true), ContentCodings.gzip])
    }

    /// The maximum size of a file that is compressed here, in bytes, because the start waits for it. Provide a `.gz`
    /// for larger files.
    private static let largest = 1024 * 1024

    /// Whether files of this type get smaller with gzip.
    private static func isText(_ path: String) -> Bool {
        let type = type(of: path)
        return type.hasPrefix("text/")
            || ["application/json", "application/manifest+json", "image/svg+xml"].contains(type)
    }

    private static func privacy(with cookie: [(String, String)]) -> [(String, String)] {
        cookie.isEmpty ? [] : [("Cache-Control", "private, no-cache")] + cookie
    }

    private func read(_ directory: String, at path: String) {
        guard let folder = opendir(directory) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), name != Self.unserved else { continue }
            var status = stat()
            guard stat("\(directory)/\(name)", &status) == 0 else { continue }
            if path.isEmpty { reservedNames.insert(name) }
            if status.st_mode & S_IFMT == S_IFDIR {
                read("\(directory)/\(name)", at: "\(path)/\(name)")
            } else if let bytes = Self.bytes(of: "\(directory)/\(name)", size: Int(status.st_size)) {
                add(bytes, at: "\(path)/\(name)")
            }
        }
    }

    private func add(_ content: [UInt8], at path: String) {
        let bytes = path.hasSuffix(".html") ? content + pageEnd : content
        let tag = Digest(ContentHash.hash(of: bytes)).text
        let headers = [
            ("Content-Type", Self.type(of: path)), EntityTags.field(tag, isGzip: false), ("Cache-Control", "no-cache"),
            EntityTags.vary, ("Content-Security-Policy", Self.contentPolicy),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            (HTTPResponse.embedding, "cross-origin"),  // pages of other origins may load the client
        ]
        files[path] = File(tag: tag, plain: Variant(bytes, headers: headers))
    }

    private static func bytes(of path: String, size: Int) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var isComplete = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
                guard read > 0 else { break }
                count += read
            }
            isComplete = count == size
        }
        return isComplete ? bytes : nil
    }

    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "json", "map": "application/json"
        case "txt", "md", "ts": "text/plain; charset=utf-8"
        case "gz": "application/gzip"
        case "webmanifest": "application/manifest+json"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}
