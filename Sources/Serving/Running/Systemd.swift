import Glibc
import Loop

/// Notifications to the service manager that started the program: systemd, by a datagram to `NOTIFY_SOCKET`
/// (sd_notify(3)). Does nothing without a service manager.
package enum Systemd {
    /// Sends a state, such as `READY=1`. Several states are separated by line breaks.
    package static func notify(_ state: String) {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), !path.isEmpty else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = path.hasPrefix("@") ? [0] + path.utf8.dropFirst() : Array(path.utf8)  // an abstract socket name
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = sendto(descriptor, state, state.utf8.count, Int32(MSG_NOSIGNAL), address, size)
            }
        }
    }

    /// Reports that the settings are about to be reloaded. Send `READY=1` afterwards.
    static func notifyReloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
    }

    /// Reports regularly that the loop runs, if `WATCHDOG_USEC` is set. The service manager restarts a program that
    /// hangs.
    @SceneActor package static func notifyAlive() {
        guard let limit = getenv("WATCHDOG_USEC").flatMap({ Int(String(cString: $0)) }), limit > 0 else { return }
        notify("WATCHDOG=1")
        EventLoop.shared.after(.microseconds(limit / 3)) { notifyAlive() }
    }
}
