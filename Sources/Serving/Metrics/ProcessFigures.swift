import Glibc

/// The system's figures of this process.
struct ProcessFigures {
    /// The resident memory, in bytes.
    private(set) var residentBytes = 0
    /// The virtual memory, in bytes.
    private(set) var virtualBytes = 0
    /// The processor time, in seconds.
    private(set) var processorSeconds = 0.0
    /// The number of open descriptors.
    private(set) var descriptors = 0
    /// The maximum number of open descriptors.
    private(set) var descriptorLimit = 0
    /// The start time, in seconds since 1970.
    static let start = Double(time(nil))

    /// Reads the current figures.
    init() {
        let page = sysconf(Int32(_SC_PAGESIZE))
        let sizes = Self.text(of: "/proc/self/statm").split(separator: " ").prefix(2).compactMap { Int($0) }
        if sizes.count == 2 { (virtualBytes, residentBytes) = (sizes[0] * page, sizes[1] * page) }
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        for part in [usage.ru_utime, usage.ru_stime] {
            processorSeconds += Double(part.tv_sec) + Double(part.tv_usec) / 1e6
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            descriptorLimit = Int(clamping: limit.rlim_cur)
        }
        descriptors = Self.entries(of: "/proc/self/fd")
    }

    /// Raises the limit of open files to `wanted`, as far as the system allows it.
    ///
    /// - Returns: The limit.
    static func raiseDescriptorLimit(to wanted: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        if limit.rlim_cur < rlim_t(wanted) {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(wanted))
            setrlimit(resource, &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }

    private static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Counts entries without `.`, `..` and the descriptor of the folder itself.
    private static func entries(of path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return max(0, count - 3)
    }
}
