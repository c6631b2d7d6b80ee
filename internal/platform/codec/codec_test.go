package codec_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/protobuf/proto"

	"selfcare/internal/contract"
	"selfcare/internal/platform/codec"
)

var (
	oldKey = "k1:" + base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))
	newKey = "k2:" + base64.StdEncoding.EncodeToString([]byte("fedcba9876543210fedcba9876543210"))
)

var order = contract.Order{ID: "o-1", Person: &contract.Person{IDNumber: "1000000008", FullNameEn: "Sara Canary"}}

func ring(t testing.TB, text string) *codec.Keys {
	t.Helper()
	keys, err := codec.ParseKeys(text)
	require.NoError(t, err)
	return keys
}

func seal(t testing.TB, keys string) *commonpb.Payload {
	t.Helper()
	payload, err := codec.DataConverter(ring(t, keys)).ToPayload(order)
	require.NoError(t, err)
	return payload
}

func open(t testing.TB, keys string, payload *commonpb.Payload) (contract.Order, error) {
	t.Helper()
	var got contract.Order
	err := codec.DataConverter(ring(t, keys)).FromPayload(payload, &got)
	return got, err
}

func TestDataConverter_Value_HiddenAndReadable(t *testing.T) {
	payload := seal(t, newKey)
	require.Equal(t, "binary/encrypted", string(payload.GetMetadata()[converter.MetadataEncoding]))
	require.Equal(t, "k2", string(payload.GetMetadata()["encryption-key-id"]))
	stored, err := proto.Marshal(payload)
	require.NoError(t, err)
	for _, secret := range []string{"Sara", "1000000008", "json/plain", "o-1"} {
		require.NotContains(t, string(stored), secret)
	}
	got, err := open(t, newKey, payload)
	require.NoError(t, err)
	require.Equal(t, order, got)
}

func TestDataConverter_SameValue_DiffersEachTime(t *testing.T) {
	first, second := seal(t, newKey), seal(t, newKey)
	require.NotEqual(t, first.GetData(), second.GetData())
}

func TestDataConverter_Rotation_KeepsOldReadable(t *testing.T) {
	old := seal(t, oldKey)
	rotated := newKey + "," + oldKey
	got, err := open(t, rotated, old)
	require.NoError(t, err)
	require.Equal(t, order, got)
	require.Equal(t, "k2", string(seal(t, rotated).GetMetadata()["encryption-key-id"]))

	_, err = open(t, newKey, old) // retired too early
	require.ErrorIs(t, err, codec.ErrUndecryptable)
}

func TestDataConverter_Tampered_Refused(t *testing.T) {
	tests := map[string]func(p *commonpb.Payload){
		"a flipped bit":  func(p *commonpb.Payload) { p.Data[len(p.GetData())/2] ^= 1 },
		"a cut end":      func(p *commonpb.Payload) { p.Data = p.Data[:len(p.GetData())-1] },
		"empty":          func(p *commonpb.Payload) { p.Data = nil },
		"another key id": func(p *commonpb.Payload) { p.Metadata["encryption-key-id"] = []byte("k1") },
		"an unknown key": func(p *commonpb.Payload) { p.Metadata["encryption-key-id"] = []byte("k9") },
		"no key id":      func(p *commonpb.Payload) { delete(p.Metadata, "encryption-key-id") },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			payload := seal(t, newKey+","+oldKey)
			change(payload)
			_, err := open(t, newKey+","+oldKey, payload)
			require.ErrorIs(t, err, codec.ErrUndecryptable)
		})
	}
}

func TestDataConverter_Unencrypted_IsReadable(t *testing.T) {
	plain, err := converter.GetDefaultDataConverter().ToPayload(order)
	require.NoError(t, err)
	got, err := open(t, newKey, plain)
	require.NoError(t, err)
	require.Equal(t, order, got)
}

func TestFailureConverter_Text_HiddenAndReadable(t *testing.T) {
	failures := codec.FailureConverter(ring(t, newKey))
	inner := errors.New("branch for 0551234567 closed")
	failure := failures.ErrorToFailure(temporal.NewNonRetryableApplicationError("Sara Canary was refused", "courier_refused", inner, order))
	stored, err := proto.Marshal(failure)
	require.NoError(t, err)
	for _, secret := range []string{"Sara", "0551234567", "1000000008"} {
		require.NotContains(t, string(stored), secret)
	}
	var got *temporal.ApplicationError
	require.ErrorAs(t, failures.FailureToError(failure), &got)
	require.Equal(t, "courier_refused", got.Type()) // a code: workflows decide by it, and operators search for it
	require.Equal(t, "Sara Canary was refused", got.Message())
	require.True(t, got.NonRetryable())
	require.ErrorContains(t, got.Unwrap(), "branch for 0551234567 closed")
}

func TestParseKeys_BadRing_IsRefused(t *testing.T) {
	secret := strings.TrimPrefix(oldKey, "k1:")
	for name, text := range map[string]string{
		"nothing": "", "no id": ":" + secret, "no key": "k1:", "no colon": secret, "not base64": "k1:%%%%",
		"AES-128": "k1:MDEyMzQ1Njc4OWFiY2RlZg==", "same id twice": oldKey + "," + oldKey, "empty end": oldKey + ",",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := codec.ParseKeys(text)
			require.Error(t, err)
			require.NotContains(t, err.Error(), secret)
		})
	}
}

func BenchmarkDataConverter(b *testing.B) {
	big := order
	big.Number = strings.Repeat("x", 2<<10) // an order in the middle of its life
	for name, data := range map[string]converter.DataConverter{
		"plain": converter.GetDefaultDataConverter(), "encrypted": codec.DataConverter(ring(b, newKey)),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				payload, err := data.ToPayload(big)
				require.NoError(b, err)
				var got contract.Order
				require.NoError(b, data.FromPayload(payload, &got))
			}
		})
	}
}
