package middleware

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// householdBits is what one customer has of the IPv6 space at least: every address in it is theirs to choose.
const householdBits = 64

// Proxies are the networks whose word on where a request comes from is believed.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks such as 10.0.0.0/8.
func ParseProxies(listed []string) (Proxies, error) {
	proxies := make(Proxies, 0, len(listed))
	for _, text := range listed {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, addressErr := netip.ParseAddr(text)
			if addressErr != nil {
				return nil, fmt.Errorf("trusted proxy %q is neither an address nor a network: %w", text, err)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		if network.Addr().Is4In6() {
			network = netip.PrefixFrom(network.Addr().Unmap(), max(0, network.Bits()-96))
		}
		proxies = append(proxies, network.Masked())
	}
	return proxies, nil
}

func (p Proxies) trust(address netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(address) })
}

// Client is where a request comes from: the peer, or, where that is a proxy of ours, what it says. Each proxy adds its entry at
// the end, so the entries are read from there, past our own proxies; what stands before the first stranger is the stranger's word.
// An entry that is no address says nothing more than the proxy that wrote it.
func (p Proxies) Client(peer netip.Addr, forwarded []string) netip.Addr {
	client := plain(peer)
	entries := strings.Split(strings.Join(forwarded, ","), ",")
	for _, entry := range slices.Backward(entries) {
		if !p.trust(client) {
			return client
		}
		address, ok := entryAddress(entry)
		if !ok {
			return client
		}
		client = address
	}
	return client
}

// entryAddress reads an entry with or without a port: 192.0.2.1:443, [2001:db8::1]:443.
func entryAddress(entry string) (netip.Addr, bool) {
	entry = strings.TrimSpace(entry)
	if withPort, err := netip.ParseAddrPort(entry); err == nil {
		return plain(withPort.Addr()), true
	}
	if inner, ok := strings.CutPrefix(entry, "["); ok {
		entry = strings.TrimSuffix(inner, "]")
	}
	address, err := netip.ParseAddr(entry)
	return plain(address), err == nil
}

// plain has one way to write an address: no IPv4 inside IPv6, no zone.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// countedAs is what limits count an address by: itself, or the network of one household.
func countedAs(address netip.Addr) string {
	if !address.Is6() {
		return address.String()
	}
	return netip.PrefixFrom(address, householdBits).Masked().String()
}

func (p Proxies) clientOf(c fiber.Ctx) string {
	peer, _ := netip.AddrFromSlice(c.RequestCtx().RemoteIP()) // the zero address where there is none, as in a test
	if len(p) == 0 {
		return countedAs(plain(peer))
	}
	var lines []string
	for _, line := range c.Request().Header.PeekAll(fiber.HeaderXForwardedFor) {
		lines = append(lines, string(line))
	}
	return countedAs(p.Client(peer, lines))
}
