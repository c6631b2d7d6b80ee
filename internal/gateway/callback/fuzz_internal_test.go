package callback

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzSignatureParts(f *testing.F) {
	for _, header := range []string{"", "t=1,v1=00", "t=,v1=", "v1=00,t=1", "t=1,v1=0", "t=1,v1=00,v1=11", "\x00"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if stamp, mac, ok := signatureParts(header); ok {
			require.Len(t, header, len("t=,v1=")+len(stamp)+2*len(mac), "the header was read to its end")
			require.NotContains(t, hex.EncodeToString(mac), ",")
		}
	})
}

// A correctly signed call-back may still contain anything.
func FuzzReadEnvelope(f *testing.F) {
	for _, body := range []string{
		"", "{}", "[]", `null`, `{"eventId":"evt_00000001","type":"x","occurredAt":"2026-01-02T03:04:05Z","data":{}}`,
		`{"eventId":"evt_00000001","type":"x","occurredAt":"0000-01-01T00:00:00Z","data":{"sequence":1e300,"scannedAt":[]}}`,
		`{"eventId":"evt","type":1,"occurredAt":null,"data":[]}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		said, err := ReadEnvelope(body)
		if err != nil {
			return
		}
		require.True(t, IsID(said.EventID))
		require.False(t, said.TimeOr("scannedAt").IsZero())
		_, _ = said.Number("sequence"), said.Text("status")
	})
}
