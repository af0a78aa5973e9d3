/// Lets in so many at once: Foundation's `Process` crashes in a process that has more than about a thousand files open.
package actor Turnstile {
    /// Limits the tests that open a database or a server at the same time.
    package static let servers = Turnstile(12)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ free: Int) {
        self.free = free
    }

    /// Waits until there is room.
    package func enter() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Makes room for another.
    package func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
