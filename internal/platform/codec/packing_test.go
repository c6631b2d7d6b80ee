package codec

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

func testKeys(t *testing.T) *Keys {
	t.Helper()
	keys, err := ParseKeys("k1:" + base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef")))
	require.NoError(t, err)
	return keys
}

func plainOf(data []byte) *commonpb.Payload {
	return &commonpb.Payload{Metadata: map[string][]byte{converter.MetadataEncoding: []byte("json/plain")}, Data: data}
}

func roundTrip(t *testing.T, payload *commonpb.Payload) (sealed *commonpb.Payload) {
	t.Helper()
	c := payloadCodec{testKeys(t)}
	all, err := c.Encode([]*commonpb.Payload{payload})
	require.NoError(t, err)
	opened, err := c.Decode(all)
	require.NoError(t, err)
	require.True(t, proto.Equal(payload, opened[0]))
	return all[0]
}

func TestPayloads_Large_ArePacked(t *testing.T) {
	order := plainOf([]byte(`{"lines":[` + strings.Repeat(`{"msisdn":"0570000001","plan":"hawakom-55"},`, 40) + `{}]}`))
	require.Less(t, len(roundTrip(t, order).GetData()), len(order.GetData())/4)

	noise := make([]byte, 2000)
	_, _ = rand.Read(noise) // never fails
	whole, err := proto.Marshal(plainOf(noise))
	require.NoError(t, err)
	const nonceAndTag = 12 + 16
	require.Len(t, roundTrip(t, plainOf(noise)).GetData(), len(whole)+nonceAndTag, "nothing was won, so nothing was done")

	roundTrip(t, plainOf(nil))
	roundTrip(t, &commonpb.Payload{})
}

// An edited dictionary would make every history packed with it unreadable.
func TestDictionary_Content_IsFixed(t *testing.T) {
	require.Equal(t, "4a859a474a4daac45f97d4ff33c55211b41b0a54ae74e6a242dec45ff6dbd8ae", fmt.Sprintf("%x", sha256.Sum256(dictionary)), "add dictionary_2.txt instead")
}

func TestPayloads_PackedOldWay_AreReadable(t *testing.T) {
	c, payload := payloadCodec{testKeys(t)}, plainOf(bytes.Repeat([]byte("order "), 500))
	whole, err := proto.Marshal(payload)
	require.NoError(t, err)
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	opened, err := c.Decode([]*commonpb.Payload{c.keys.seal(packer.EncodeAll(whole, []byte{packedMark}))})
	require.NoError(t, err)
	require.True(t, proto.Equal(payload, opened[0]))
}

// Packed data must not be mistaken for a payload, nor a payload for packed data.
func TestPayloads_Plain_NeverLookPacked(t *testing.T) {
	for _, payload := range []*commonpb.Payload{plainOf(nil), plainOf([]byte{0}), {Data: []byte{0}}, {Metadata: map[string][]byte{"": {0}}}} {
		whole, err := proto.Marshal(payload)
		require.NoError(t, err)
		require.NotEqual(t, byte(packedMark), whole[0])
	}
}

func TestPayloads_SealedUnpacked_AreReadable(t *testing.T) {
	c, payload := payloadCodec{testKeys(t)}, plainOf(bytes.Repeat([]byte("order "), 500))
	whole, err := proto.Marshal(payload)
	require.NoError(t, err)
	opened, err := c.Decode([]*commonpb.Payload{c.keys.seal(whole)})
	require.NoError(t, err)
	require.True(t, proto.Equal(payload, opened[0]))
}

func TestPayloads_PackedWrongly_Refused(t *testing.T) {
	c := payloadCodec{testKeys(t)}
	packer, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	bomb := packer.EncodeAll(make([]byte, 10*maxUnpacked), nil)
	require.Less(t, len(bomb), 64<<10)
	// A frame header may claim any size: magic, 8 bytes of content size in a single segment, the size, no blocks.
	claim := []byte{0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f}
	for name, packed := range map[string][]byte{
		"grows beyond all bounds":  bomb,
		"claims a huge size":       claim,
		"is cut":                   bomb[:len(bomb)/2],
		"is something else":        []byte("not packed at all"),
		"holds something else":     packer.EncodeAll([]byte("\xff\xff\xff not a payload"), nil),
		"is a claim and cut there": claim[:9],
	} {
		t.Run(name, func(t *testing.T) {
			_, err = c.Decode([]*commonpb.Payload{c.keys.seal(append([]byte{packedMark}, packed...))})
			require.Error(t, err)
		})
	}
}
