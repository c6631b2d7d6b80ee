package stamp_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"strings"
	"testing"
	"time"

	"github.com/beevik/etree"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/qr"
	"selfcare/internal/domain/einvoice/rules"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/domain/einvoice/ubl"
)

func stamped(t *testing.T, d einvoice.Document) stamp.Stamped {
	t.Helper()
	made, err := invoices.Device(t).Stamp(d, invoices.Now)
	require.NoError(t, err)
	return made
}

// same removes the location of a time before a comparison.
func same(d einvoice.Document) einvoice.Document {
	d.IssuedAt = d.IssuedAt.In(einvoice.Riyadh)
	return d
}

func TestStamp_Document_ReadsBack(t *testing.T) {
	for name, d := range map[string]einvoice.Document{"invoice": invoices.Simplified(), "note": invoices.Note(), "business": invoices.Business()} {
		t.Run(name, func(t *testing.T) {
			read, certificate, err := stamp.Read(stamped(t, d).XML)
			require.NoError(t, err)
			require.Equal(t, same(d), read)
			require.Equal(t, invoices.Certificate, certificate.Text())
		})
	}
}

func TestStamp_SameTime_IsTheSameText(t *testing.T) {
	first, again := stamped(t, invoices.Simplified()), stamped(t, invoices.Simplified())
	require.Equal(t, first, again)
}

func TestStamp_QRCode_MatchesDocument(t *testing.T) {
	made := stamped(t, invoices.Simplified())
	code, err := qr.Decode(made.Code)
	require.NoError(t, err)
	require.Equal(t, "شركة سلفكير للاتصالات", code.Seller)
	require.Equal(t, []string{"300000000000003", "2026-11-20T12:05:00", "218.50", "28.50"}, []string{code.VATNumber, code.At, code.Total, code.VAT})
	require.Equal(t, made.Hash, code.Hash)
	require.Len(t, code.PublicKey, 88)
	require.NotEmpty(t, code.Seal)
	business, err := qr.Decode(stamped(t, invoices.Business()).Code)
	require.NoError(t, err)
	require.Empty(t, business.Seal, "the ninth field is of simplified documents")
}

func TestDigest_StampAndCode_Excluded(t *testing.T) {
	d := invoices.Simplified()
	bare := hash(t, ubl.Tree(d))
	made := stamped(t, d)
	require.Equal(t, bare, made.Hash)
	tree, err := ubl.Parse(made.XML)
	require.NoError(t, err)
	require.Equal(t, bare, hash(t, tree))
	raw, err := base64.StdEncoding.DecodeString(bare)
	require.NoError(t, err)
	require.Len(t, raw, 32)
}

func hash(t *testing.T, tree *etree.Document) string {
	t.Helper()
	sum, err := ubl.Digest(tree)
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(sum)
}

func TestRead_AlteredDocument_IsRefused(t *testing.T) {
	text := string(stamped(t, invoices.Simplified()).XML)
	other := stamped(t, invoices.Note())
	made := stamped(t, invoices.Simplified())
	tests := map[string]struct{ from, to, want string }{
		"an amount":             {`<cbc:PriceAmount currencyID="SAR">100.00<`, `<cbc:PriceAmount currencyID="SAR">100.01<`, "the document: its hash is"},
		"the seller":            {"1010000000", "1010000001", "the document: its hash is"},
		"white space":           {"<cbc:ProfileID>", " <cbc:ProfileID>", "the document: its hash is"},
		"the hash too":          {made.Hash, other.Hash, "the document: its hash is"},
		"the signature":         {valueOf(text, "ds:SignatureValue"), valueOf(string(other.XML), "ds:SignatureValue"), "the signature is not of this hash"},
		"no signature":          {valueOf(text, "ds:SignatureValue"), "", "the signature is not of this hash"},
		"the time of the stamp": {"2026-11-20T09:05:00Z<", "2026-11-20T09:05:01Z<", "the signed properties"},
		"the issuer":            {"CN=selfcare-development", "CN=somebody-else", "the issuer of the certificate"},
		"the code":              {made.Code, other.Code, "in the QR code"},
		"the code is malformed": {made.Code, "AQ==", "the QR code"},
		"the mark":              {"<cbc:SignatureMethod>urn:", "<cbc:SignatureMethod>url:", "a part outside its hash"},
		"a method":              {"#ecdsa-sha256", "#rsa-sha1", "a part outside its hash"},
		"the stamp":             {"<ext:UBLExtensions>", "<ext:UBLExtensions/><ext:UBLExtensions>", "no stamp, or several"},
		"the certificate":       {"<ds:X509Certificate>MII", "<ds:X509Certificate>MIJ", "the certificate"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, text, tt.from)
			_, _, err := stamp.Read([]byte(strings.Replace(text, tt.from, tt.to, 1)))
			require.ErrorIs(t, err, stamp.ErrAltered)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func valueOf(text, tag string) string {
	_, after, _ := strings.Cut(text, "<"+tag+">")
	value, _, _ := strings.Cut(after, "</"+tag+">")
	return value
}

func TestRead_OtherXML_IsRefused(t *testing.T) {
	text := string(stamped(t, invoices.Simplified()).XML)
	tests := map[string]string{
		"nothing":          "",
		"no XML":           "<Invoice",
		"another root":     "<Invoice/>",
		"a comment":        strings.Replace(text, "<cbc:UUID>", "<!-- a --><cbc:UUID>", 1),
		"an entity":        strings.Replace(text, "<Invoice", `<!DOCTYPE Invoice [<!ENTITY a "b">]><Invoice`, 1),
		"an instruction":   strings.Replace(text, "<cbc:UUID>", "<?php a?><cbc:UUID>", 1),
		"too many bytes":   strings.Repeat(" ", 1<<20) + text,
		"an odd amount":    strings.Replace(text, ">100.00<", ">1e2<", 1),
		"another language": strings.Replace(text, `name="0200000"`, `name="0211010"`, 1),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := stamp.Read([]byte(text))
			require.ErrorIs(t, err, ubl.ErrXML)
		})
	}
}

func TestNewDevice_OtherKey_IsRefused(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString(invoices.Key)
	require.NoError(t, err)
	other := bytes.Clone(key)
	other[10] ^= 1
	tests := map[string]struct{ key, certificate, want string }{
		"no Base64":             {"%", invoices.Certificate, "not Base64"},
		"no key":                {"AAAA", invoices.Certificate, "no private key"},
		"no certificate":        {invoices.Key, "AAAA", "no X.509 certificate"},
		"certificate no Base64": {invoices.Key, "%", "not Base64"},
		"another key":           {base64.StdEncoding.EncodeToString(other), invoices.Certificate, "belongs to another key"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := stamp.NewDevice(tt.key, tt.certificate)
			require.ErrorIs(t, err, stamp.ErrKey)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestNewDevice_EachPEMForm_IsRead(t *testing.T) {
	file := func(text, blockType string) string {
		der, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		return string(pem.EncodeToMemory(&pem.Block{Type: blockType, Bytes: der}))
	}
	base64Of := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	between := func(text string) string {
		lines := strings.Split(strings.TrimSpace(text), "\n")
		return strings.Join(lines[1:len(lines)-1], "\n")
	}
	key, certificate := file(invoices.Key, "EC PRIVATE KEY"), file(invoices.Certificate, "CERTIFICATE")
	withCurve := file("BgUrgQQACg==", "EC PARAMETERS") + key // as openssl ecparam -genkey writes it
	for name, tt := range map[string]struct{ key, certificate string }{
		"between BEGIN and END":          {invoices.Key, invoices.Certificate},
		"between them, on several lines": {between(key), between(certificate)},
		"the file":                       {key, certificate},
		"the Base64 of the file":         {base64Of(key), base64Of(certificate)},
		"with the curve in front":        {withCurve, certificate},
		"the Base64 of both":             {base64Of(withCurve), certificate},
	} {
		t.Run(name, func(t *testing.T) {
			device, err := stamp.NewDevice(tt.key, tt.certificate)
			require.NoError(t, err)
			require.Equal(t, invoices.Certificate, device.Certificate().Text())
		})
	}
}

func TestCertificate_Expired_IsInvalid(t *testing.T) {
	c := invoices.Device(t).Certificate()
	require.False(t, c.ValidAt(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
	require.True(t, c.ValidAt(c.Until()))
	require.False(t, c.ValidAt(c.Until().Add(time.Second)))
}

// Values of Simplified_Invoice.xml in ZATCA's SDK: the digests of its certificate and its signed properties, and the signature of
// its hash.
func TestSignature_SampleOfZATCA_Matches(t *testing.T) {
	certificate, err := stamp.ParseCertificate(sampleCertificate)
	require.NoError(t, err)
	hash, err := base64.StdEncoding.DecodeString("r/2si60BEew0NQCHNHNejowLDLjVNV/VTT/P8QSLxMk=")
	require.NoError(t, err)
	found := stamp.Sample(certificate, hash, "2023-01-24T11:16:44Z",
		"MEUCIQCojlvoB6kEoxZCsjf+FXrTnemuJi9p6CE98xXhG5am9AIgSzZWX3iRkNW5Gh6cTA7JvA3K9GZ6Ip1lvQ0Jen3r09E=")
	require.True(t, found.Signed)
	require.Equal(t, "a2d3baa70e0ae018f08327675", plain(t, found.Certificate)[:25])
	require.Equal(t, "7c10bdec807eaf4865d94a974", plain(t, found.Properties)[:25])
	require.Equal(t, "CN=TSZEINVOICE-SubCA-1, DC=extgazt, DC=gov, DC=local", found.Issuer)
	require.Equal(t, "2475382886904809774818644480820936050208702411", found.Serial)
}

func plain(t *testing.T, text string) string {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	_, err = hex.DecodeString(string(raw))
	require.NoError(t, err)
	return string(raw)
}

func TestDocuments_ValidOnes_ReadBackEqual(t *testing.T) {
	device := invoices.Device(t)
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		made, err := device.Stamp(d, invoices.Now)
		require.NoError(t, err)
		tree, err := ubl.Parse(made.XML)
		require.NoError(t, err)
		require.Empty(t, rules.Broken(tree, invoices.Now.Add(24*time.Hour)))
		read, _, err := stamp.Read(made.XML)
		require.NoError(t, err)
		require.Equal(t, same(d), read)
	})
}

// drawn returns a document with random charges of a receipt.
func drawn(t *rapid.T) einvoice.Document {
	d := invoices.Simplified()
	d.Lines, d.Less, d.VAT = nil, nil, nil
	if rapid.Bool().Draw(t, "note") {
		d.Kind, d.Refers, d.Reason = einvoice.CreditNote, "SC1", rapid.StringMatching(`[ا-ي &<>"']{1,20}\.`).Draw(t, "reason")
	}
	d.Place.Counter = rapid.Int64Range(1, 1<<40).Draw(t, "counter")
	d.IssuedAt = invoices.Now.Add(-time.Duration(rapid.IntRange(0, 1<<30).Draw(t, "age")) * time.Second)
	d.Seller.Name = rapid.StringMatching(`[ا-ي A-Z&<>"']{0,20}\.`).Draw(t, "seller")
	var charges []einvoice.Charge
	var total contract.Halalas
	for i := range rapid.IntRange(1, 5).Draw(t, "lines") {
		amount := contract.Halalas(rapid.IntRange(10, 10_000_000).Draw(t, "amount"))
		charges = append(charges, einvoice.Charge{Name: "سطر " + string(rune('a'+i)), Amount: amount})
		total += amount
	}
	if rapid.Bool().Draw(t, "discount") {
		off := contract.Halalas(rapid.IntRange(1, int(total)/2).Draw(t, "off"))
		charges = append(charges, einvoice.Charge{Name: "خصم", Amount: -off})
		total -= off
	}
	priced, err := einvoice.Priced(d, charges, (total*15*2+115)/230, 15)
	if err != nil {
		t.Skip("no VAT on so little")
	}
	require.Equal(t, total, priced.Totals().Gross)
	return priced
}

func FuzzRead(f *testing.F) {
	made, err := invoices.Device(f).Stamp(invoices.Simplified(), invoices.Now)
	require.NoError(f, err)
	f.Add(made.XML)
	f.Add([]byte("<Invoice/>"))
	f.Add([]byte(strings.Replace(string(made.XML), "100.00", "1.00", 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, _, err := stamp.Read(text)
		if err != nil {
			return
		}
		tree, err := ubl.Parse(text)
		require.NoError(t, err)
		require.Equal(t, hash(t, tree), hash(t, ubl.Tree(d)), "an accepted document equals the stamped one")
	})
}
