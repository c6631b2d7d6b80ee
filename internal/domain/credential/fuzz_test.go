package credential_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/credential"
)

func FuzzStepOf(f *testing.F) {
	f.Add("DEVELOPMENTSECRETOFSELFCARESTAFF", "123456", int64(1_800_000_000))
	f.Add("", "000000", int64(0))
	f.Add("=", "٠١٢٣٤٥", int64(-1))
	f.Fuzz(func(t *testing.T, secret, code string, at int64) {
		step, ok := credential.StepOf(secret, code, time.Unix(at, 0))
		if ok {
			require.True(t, credential.IsTimeCode(code))
			require.LessOrEqual(t, max(step-at/30, at/30-step), int64(1))
		}
	})
}

// The stored part of an address is never the whole address.
func FuzzNetwork(f *testing.F) {
	for _, address := range []string{"", "192.0.2.1", "192.0.2.1/24", "2001:db8::1", "::ffff:192.0.2.1", "fe80::1%eth0", "1.2.3", "[::1]:80"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		kept := credential.Network(address)
		if kept == "" {
			return
		}
		network, err := netip.ParsePrefix(kept)
		require.NoError(t, err)
		require.Less(t, network.Bits(), network.Addr().BitLen())
		require.Equal(t, kept, credential.Network(kept))
	})
}

func FuzzDevice(f *testing.F) {
	f.Add("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1")
	f.Add("\x00\xff")
	f.Fuzz(func(t *testing.T, agent string) {
		browser, system := credential.Device(agent)
		require.LessOrEqual(t, len(browser)+len(system), 40, "our names, not the browser's text")
	})
}
