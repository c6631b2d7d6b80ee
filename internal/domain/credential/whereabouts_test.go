package credential_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/credential"
)

func TestNetwork_Address_IsTruncated(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.77":                "203.0.113.0/24",
		"::ffff:203.0.113.77":         "203.0.113.0/24",
		"2001:db8:1234:5678:9abc::1":  "2001:db8:1234::/48",
		"fe80::1%eth0":                "fe80::/48",
		"2001:db8:1234:5678::/64":     "2001:db8:1234::/48", // the prefix that rate limits use
		"not an address":              "",
		"":                            "",
		"203.0.113.77, 198.51.100.23": "",
	} {
		require.Equal(t, want, credential.Network(address), address)
	}
}

func TestDevice_UserAgent_HasUsualName(t *testing.T) {
	const webkit = " AppleWebKit/537.36 (KHTML, like Gecko) "
	for name, tt := range map[string]struct{ agent, browser, system string }{
		"Chrome on a phone": {"Mozilla/5.0 (Linux; Android 15; Pixel 9)" + webkit + "Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome", "Android"},
		"a Samsung phone":   {"Mozilla/5.0 (Linux; Android 15; SM-S921B)" + webkit + "SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36", "Samsung Internet", "Android"},
		"an iPhone":         {"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1", "Safari", "iPhone"},
		"Chrome on an iPad": {"Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1", "Chrome", "iPad"},
		"Edge on Windows":   {"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + webkit + "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge", "Windows"},
		"Firefox on a Mac":  {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox", "macOS"},
		"a script":          {"curl/8.5.0", "", ""},
		"nothing":           {"", "", ""},
	} {
		browser, system := credential.Device(tt.agent)
		require.Equal(t, tt.browser+" "+tt.system, browser+" "+system, name)
	}
}
