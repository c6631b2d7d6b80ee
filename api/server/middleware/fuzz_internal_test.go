package middleware

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

// A client that is not one of our proxies cannot choose the address that limits count.
func FuzzClient(f *testing.F) {
	proxies, err := ParseProxies([]string{"10.0.0.0/8", "::1"})
	require.NoError(f, err)
	for _, forwarded := range []string{"", "192.0.2.1", "192.0.2.1, 10.0.0.1", "[2001:db8::1]:443", "::ffff:10.0.0.1", "fe80::1%eth0", ",,", "unknown"} {
		f.Add(forwarded)
	}
	f.Fuzz(func(t *testing.T, forwarded string) {
		stranger := netip.MustParseAddr("198.51.100.7")
		require.Equal(t, stranger, proxies.Client(stranger, []string{forwarded}))
		require.NotPanics(t, func() { countedAs(proxies.Client(netip.MustParseAddr("10.0.0.1"), []string{forwarded})) })
	})
}

func FuzzParseProxies(f *testing.F) {
	for _, listed := range []string{"", "10.0.0.0/8", "::ffff:10.0.0.0/100", "::ffff:10.0.0.0/8", "1.2.3.4", "10.0.0.0/99"} {
		f.Add(listed)
	}
	f.Fuzz(func(t *testing.T, listed string) {
		proxies, err := ParseProxies([]string{listed})
		if err != nil {
			return
		}
		for _, network := range proxies {
			require.True(t, network.IsValid(), listed)
		}
	})
}

func FuzzDecodeJSON(f *testing.F) {
	for _, body := range []string{"", "{}", "{} {}", `{"a":1e999}`, "[[[[", "\xef\xbb\xbf{}", `"\ud800"`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(_ *testing.T, body []byte) {
		_, _ = decodeJSON(body) // an error or a value, never a panic
	})
}
