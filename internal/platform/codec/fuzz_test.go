package codec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"

	"selfcare/internal/platform/codec"
)

const fuzzKey = "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

func FuzzParseKeys(f *testing.F) {
	for _, text := range []string{"", fuzzKey, fuzzKey + "," + fuzzKey, "k1:", ":", ",", "k1:AAAA"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := codec.ParseKeys(text)
		if secret := strings.TrimPrefix(text, "k1:"); err != nil && len(secret) > 8 {
			require.NotContains(t, err.Error(), secret, "an error never repeats a key")
		}
	})
}

func FuzzDecode(f *testing.F) {
	keys, err := codec.ParseKeys(fuzzKey)
	require.NoError(f, err)
	converter := codec.DataConverter(keys)
	sealed, err := converter.ToPayload("what a workflow keeps")
	require.NoError(f, err)
	f.Add("", "", []byte{})
	f.Add(string(sealed.GetMetadata()["encoding"]), string(sealed.GetMetadata()["encryption-key-id"]), sealed.GetData())
	f.Add(string(sealed.GetMetadata()["encoding"]), "k1", sealed.GetData()[1:])
	f.Fuzz(func(_ *testing.T, encoding, key string, data []byte) {
		payload := &commonpb.Payload{Metadata: map[string][]byte{"encoding": []byte(encoding)}, Data: data}
		for name := range sealed.GetMetadata() {
			if name != "encoding" {
				payload.Metadata[name] = []byte(key)
			}
		}
		var read string
		_ = converter.FromPayload(payload, &read) // an error or a text, never a panic
	})
}
