import Testing

@testable import Serving
import ViewModels

@Suite(.timeLimit(.minutes(5))) struct OnlookerTests {
    @Test(arguments: [
        ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.8", "::c000:207", "", "x"]),
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "9.255.255.255", "::10.0.0.1"]),
        ("10.1.2.3/9", ["10.127.0.1"], ["10.128.0.1"]),
        ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::1", "2001:db8::1"]),
        ("2001:db8::1", ["2001:db8::1", "2001:DB8:0::1"], ["2001:db8::2"]),
        ("2001:db8::/33", ["2001:db8:7fff::"], ["2001:db8:8000::", "10.0.0.1"]),
        ("fe80::/10", ["fe80::1%eth0", "febf::"], ["fec0::"]), ("::/0", ["::1"], ["10.0.0.1"]),
    ])
    func aNetworkHasItsAddresses(network: String, inside: [String], outside: [String]) throws {
        let range = try #require(AddressRange(network))
        for address in inside { #expect(range.contains(address), "\(address)") }
        for address in outside { #expect(!range.contains(address), "\(address)") }
    }

    @Test(arguments: [
        [""], ["localhost"], ["Local"], ["10.0.0.0/33"], ["10.0.0.0/"], ["10.0.0.0/+8"], ["10.0.0/8"], ["::/129"],
        ["10.0.0.0/8/8"], ["/8"], ["nobody", "local"], ["local", "example.com"],
    ])
    func refusesInvalidReaders(words: [String]) {
        #expect(Onlookers(words) == nil)
    }

    @Test func wordsMeanTheSameInAnyOrder() {
        #expect(Onlookers([]) == .nobody && Onlookers(["nobody"]) == .nobody)
        #expect(Onlookers(["loopback"]) == .local && Onlookers(["local"]) == .local)
        #expect(Onlookers(["everybody", "local"]) == .all && Onlookers(["local", "all"]) == .all)
    }
}
