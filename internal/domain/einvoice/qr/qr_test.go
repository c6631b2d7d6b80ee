package qr_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice/qr"
)

func code() qr.Code {
	return qr.Code{
		Seller: "شركة", VATNumber: "300000000000003", At: "2026-11-20T12:05:00", Total: "145.05", VAT: "18.92", Hash: "aGFzaA==",
		Signature: "c2ln", PublicKey: []byte{0x30, 0x56}, Seal: []byte{0x30, 0x44},
	}
}

func TestEncode_Fields_AreInOrder(t *testing.T) {
	text, err := qr.Encode(code())
	require.NoError(t, err)
	tlv, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	require.Equal(t, "\x01\x08شركة\x02\x0f300000000000003\x03\x132026-11-20T12:05:00\x04\x06145.05\x05\x0518.92"+
		"\x06\x08aGFzaA==\x07\x04c2ln\x08\x020V\x09\x020D", string(tlv))
	read, err := qr.Decode(text)
	require.NoError(t, err)
	require.Equal(t, code(), read)
}

func TestEncode_TaxInvoice_HasNoSeal(t *testing.T) {
	want := code()
	want.Seal = nil
	text, err := qr.Encode(want)
	require.NoError(t, err)
	read, err := qr.Decode(text)
	require.NoError(t, err)
	require.Equal(t, want, read)
}

func TestEncode_LongField_IsRefused(t *testing.T) {
	long, none := code(), code()
	long.Seller = strings.Repeat("ش", 128)
	none.Hash = ""
	for name, c := range map[string]qr.Code{"256 bytes": long, "an empty field": none} {
		t.Run(name, func(t *testing.T) {
			_, err := qr.Encode(c)
			require.ErrorIs(t, err, qr.ErrCode)
		})
	}
}

func TestDecode_OtherText_IsRefused(t *testing.T) {
	text, err := qr.Encode(code())
	require.NoError(t, err)
	tlv, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	tests := map[string]string{
		"no Base64":               "%",
		"nothing":                 "",
		"cut short":               base64.StdEncoding.EncodeToString(tlv[:len(tlv)-1]),
		"of the first phase":      base64.StdEncoding.EncodeToString(tlv[:63]),
		"a field twice":           base64.StdEncoding.EncodeToString(append(tlv[:len(tlv):len(tlv)], tlv[len(tlv)-4:]...)),
		"fields in another order": base64.StdEncoding.EncodeToString(append(tlv[10:27:27], tlv[:10]...)),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := qr.Decode(text)
			require.ErrorIs(t, err, qr.ErrCode)
		})
	}
}

func FuzzDecode(f *testing.F) {
	text, err := qr.Encode(code())
	require.NoError(f, err)
	f.Add(text)
	f.Add("")
	f.Add("AQA=")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := qr.Decode(text)
		if err != nil {
			require.ErrorIs(t, err, qr.ErrCode)
			return
		}
		again, err := qr.Encode(c)
		require.NoError(t, err)
		if !strings.ContainsAny(text, "\r\n") { // the library's decoder skips line breaks
			require.Equal(t, text, again)
		}
	})
}
