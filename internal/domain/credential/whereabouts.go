package credential

import (
	"net/netip"
	"strings"
)

// Length of the stored prefix of an address: enough to tell a home from a café, not enough to find either.
const (
	keptOfIPv4 = 24
	keptOfIPv6 = 48
)

// Network returns the stored part of an address, or of the prefix that rate limits use, such as 203.0.113.0/24; empty for other
// texts.
func Network(address string) string {
	address, _, _ = strings.Cut(address, "/")
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	parsed = parsed.Unmap().WithZone("")
	bits := keptOfIPv6
	if parsed.Is4() {
		bits = keptOfIPv4
	}
	network, _ := parsed.Prefix(bits) // fails only for too many bits
	return network.String()
}

// sign is a word in a user agent, and the name that it stands for.
type sign struct{ word, name string }

// Most browsers also claim to be the ones they derive from, so those come last.
var browsers = []sign{
	{"Edg", "Edge"},
	{"OPR/", "Opera"},
	{"OPT/", "Opera"},
	{"SamsungBrowser/", "Samsung Internet"},
	{"HuaweiBrowser/", "Huawei Browser"},
	{"FxiOS/", "Firefox"},
	{"Firefox/", "Firefox"},
	{"CriOS/", "Chrome"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
}

var systems = []sign{
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Android", "Android"},
	{"Windows", "Windows"},
	{"CrOS", "ChromeOS"},
	{"Macintosh", "macOS"},
	{"Linux", "Linux"},
}

// Device returns the names of browser and system of a user agent; empty when it does not tell.
func Device(userAgent string) (browser, system string) {
	return named(userAgent, browsers), named(userAgent, systems)
}

func named(text string, signs []sign) string {
	for _, s := range signs {
		if strings.Contains(text, s.word) {
			return s.name
		}
	}
	return ""
}
