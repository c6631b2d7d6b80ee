package middleware

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/gateway/callback"
)

// householdBits is the least IPv6 network of one customer: they choose every address in it.
const householdBits = 64

// Proxies are the networks whose forwarded addresses are trusted.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks such as 10.0.0.0/8.
func ParseProxies(listed []string) (Proxies, error) {
	networks, err := callback.ParseNetworks(listed)
	if err != nil {
		return nil, fmt.Errorf("trusted proxy: %w", err)
	}
	return Proxies(networks), nil
}

func (p Proxies) trust(address netip.Addr) bool { return callback.Networks(p).Contain(address) }

// Client returns the origin of a request: the peer, or, behind our proxies, the forwarded address. Each proxy appends
// its entry, so the entries are read from the end, past our own proxies; entries before the first stranger are
// unproven. An unreadable entry counts as its proxy.
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

// plain normalizes an address: no IPv4 inside IPv6, no zone.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// countedAs returns the address for limits: itself, or the network of its household.
func countedAs(address netip.Addr) string {
	if !address.Is6() {
		return address.String()
	}
	return netip.PrefixFrom(address, householdBits).Masked().String()
}

func (p Proxies) addressOf(c fiber.Ctx) netip.Addr {
	peer, _ := netip.AddrFromSlice(c.RequestCtx().RemoteIP()) // a test has no address
	if len(p) == 0 {
		return plain(peer)
	}
	var lines []string
	for _, line := range c.Request().Header.PeekAll(fiber.HeaderXForwardedFor) {
		lines = append(lines, string(line))
	}
	return p.Client(peer, lines)
}
