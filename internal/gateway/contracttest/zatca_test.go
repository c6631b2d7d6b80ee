package contracttest

import (
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/zatca"
)

// enrolled is a device that the platform has given a certificate for.
type enrolled struct {
	*zatca.HTTP

	stamp       *stamp.Device
	credentials zatca.Credentials
}

func (d enrolled) Report(ctx context.Context, s zatca.Submission) (zatca.Verdict, error) {
	return d.HTTP.Report(ctx, d.credentials, s)
}

func (d enrolled) Clear(ctx context.Context, s zatca.Submission) (zatca.Verdict, error) {
	return d.HTTP.Clear(ctx, d.credentials, s)
}

func zatcaAdapter(t *testing.T, s stand) *zatca.HTTP {
	t.Helper()
	adapter, err := zatca.NewHTTP(zatca.Config{URL: s.url + "/zatca"}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

// certificateRequest is one of the flags, and its key.
func certificateRequest(t *testing.T, flags csr.Flags) (key, request string) {
	t.Helper()
	made, err := stamp.NewKey()
	require.NoError(t, err)
	key, err = made.Text()
	require.NoError(t, err)
	request, err = csr.Sign(csr.Request{
		Environment: csr.Sandbox, CommonName: "device", Organisation: "Selfcare", Branch: "Riyadh", VATNumber: invoices.Seller().VATNumber,
		Serial: "1-a|2-b|3-c", Flags: flags, Address: "RRRD2929", Category: "Telecommunications",
	}, made)
	require.NoError(t, err)
	return key, request
}

// device has a certificate.
func device(t *testing.T, adapter *zatca.HTTP, key string, issued zatca.Issued) enrolled {
	t.Helper()
	opened, err := stamp.Open(key, issued.Token)
	require.NoError(t, err)
	return enrolled{adapter, opened, issued.Credentials}
}

// samples are the check documents of a device.
func (d enrolled) samples(t *testing.T, flags csr.Flags) (sent []zatca.Submission) {
	t.Helper()
	samples, err := einvoice.Samples(invoices.Seller(), 15, flags.Standard(), flags.Simplified(), invoices.Now)
	require.NoError(t, err)
	for _, sample := range samples {
		sample.Document.UUID = "8e6000cf-1a98-4174-b3e7-b5d5954bc10d"
		sent = append(sent, d.invoice(t, sample.Document, 1, einvoice.FirstHash))
	}
	return sent
}

// newZATCA enrols a device.
func newZATCA(t *testing.T, s stand) enrolled {
	t.Helper()
	adapter := zatcaAdapter(t, s)
	key, request := certificateRequest(t, "1100")
	issued, err := adapter.RequestCompliance(t.Context(), "123345", request)
	require.NoError(t, err)
	checked := device(t, adapter, key, issued)
	for _, sample := range checked.samples(t, "1100") {
		require.NoError(t, adapter.Check(t.Context(), checked.credentials, sample))
	}
	issued, err = adapter.RequestProduction(t.Context(), issued.Credentials, issued.RequestID)
	require.NoError(t, err)
	return device(t, adapter, key, issued)
}

// invoice is a stamped document at a place of the chain.
func (d enrolled) invoice(t *testing.T, doc einvoice.Document, counter int64, previous string) zatca.Submission {
	t.Helper()
	doc.Place = einvoice.Place{Counter: counter, Previous: previous}
	made, err := d.stamp.Stamp(doc, invoices.Now)
	require.NoError(t, err)
	return zatca.Submission{UUID: doc.UUID, Hash: made.Hash, XML: made.XML}
}

func requireRejected(t *testing.T, err error, rule string) {
	t.Helper()
	require.ErrorIs(t, err, gateway.ErrFinal)
	var rejected *zatca.Rejection
	require.ErrorAs(t, err, &rejected)
	require.Equal(t, []string{rule}, rejected.Rules)
}

func TestZATCA_Reported_CountsOnce(t *testing.T) {
	adapter := newZATCA(t, newStand(t))
	first := adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	for range 2 {
		verdict, err := adapter.Report(t.Context(), first)
		require.NoError(t, err)
		require.Empty(t, verdict.Warnings)
	}
}

func TestZATCA_BusinessInvoice_Cleared(t *testing.T) {
	adapter := newZATCA(t, newStand(t))
	one := adapter.invoice(t, invoices.Business(), 1, einvoice.FirstHash)
	_, err := adapter.Report(t.Context(), one)
	requireRejected(t, err, "INVALID_INVOICE_TYPE")
	for range 2 {
		_, err = adapter.Clear(t.Context(), one)
		require.NoError(t, err)
	}
}

func TestZATCA_Checks_HashStampAndChain(t *testing.T) {
	s := newStand(t)
	adapter := newZATCA(t, s)
	first := adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	second := adapter.invoice(t, invoices.Note(), 2, first.Hash)
	_, err := adapter.Report(t.Context(), second) // in any order
	require.NoError(t, err)
	altered := first
	altered.XML = []byte(strings.Replace(string(first.XML), ">218.50<", ">118.50<", 1))
	stamped := first
	stamped.XML = []byte(strings.Replace(string(first.XML), "<ds:SignatureValue>M", "<ds:SignatureValue>N", 1))
	renamed := first
	renamed.UUID = "8e6000cf-1a98-4174-b3e7-b5d5954bc10f"
	other := invoices.Simplified()
	other.Number = "SC00000009"
	tests := map[string]struct {
		sent zatca.Submission
		rule string
	}{
		"altered after the stamp":        {altered, "invalid-invoice-hash"},
		"another signature":              {stamped, "CERTIFICATE_SIGNATURE_INVALID"},
		"another id":                     {renamed, "invalid-uuid"},
		"no document":                    {zatca.Submission{UUID: "a", Hash: "b", XML: []byte("<")}, "XSD_ZATCA_INVALID"},
		"not the hash of the first":      {adapter.invoice(t, other, 1, first.Hash), "KSA-13"},
		"not the one that was named":     {adapter.invoice(t, other, 1, einvoice.FirstHash), "KSA-13"},
		"a place that is taken":          {adapter.invoice(t, other, 2, first.Hash), "KSA-16"},
		"not the hash of the one before": {adapter.invoice(t, other, 3, first.Hash), "KSA-13"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Report(t.Context(), tt.sent)
			requireRejected(t, err, tt.rule)
		})
	}
	_, err = adapter.Report(t.Context(), first)
	require.NoError(t, err)
}

func TestZATCA_LostAnswer_FoundByResending(t *testing.T) {
	s := newStand(t)
	adapter := newZATCA(t, s)
	one := adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	s.script(t, "zatca", "report", "timeout-after-commit")
	_, err := adapter.Report(s.untilHeld(t, "zatca", "report"), one)
	require.ErrorIs(t, err, gateway.ErrUnknown)
	_, err = adapter.Report(t.Context(), one)
	require.NoError(t, err)
}

func TestZATCA_Control_SetsAnswers(t *testing.T) {
	s := newStand(t)
	adapter := newZATCA(t, s)
	one := adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	s.script(t, "zatca", "report", "rejected")
	_, err := adapter.Report(t.Context(), one)
	requireRejected(t, err, "BR-KSA-98")
	s.script(t, "zatca", "report", "error")
	_, err = adapter.Report(t.Context(), one)
	require.ErrorIs(t, err, gateway.ErrRetry)
	s.script(t, "zatca", "report", "warning")
	verdict, err := adapter.Report(t.Context(), one)
	require.NoError(t, err)
	require.Equal(t, []string{"BR-KSA-09"}, verdict.Warnings)
}

func TestZATCA_OtherCaller_IsRefused(t *testing.T) {
	adapter := newZATCA(t, newStand(t))
	one := adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	for _, credentials := range []zatca.Credentials{{}, {Token: "other", Secret: adapter.credentials.Secret}, {Token: adapter.credentials.Token, Secret: "other"}} {
		_, err := adapter.HTTP.Report(t.Context(), credentials, one)
		require.ErrorIs(t, err, gateway.ErrRetry)
	}
	adapter.stamp = invoices.Device(t)
	_, err := adapter.Report(t.Context(), adapter.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash))
	requireRejected(t, err, "CERTIFICATE_SIGNATURE_INVALID")
}

func TestZATCA_Renewed_ContinuesChain(t *testing.T) {
	s := newStand(t)
	present := newZATCA(t, s)
	first := present.invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	_, err := present.Report(t.Context(), first)
	require.NoError(t, err)
	key, request := certificateRequest(t, "1100")
	issued, err := present.Renew(t.Context(), present.credentials, "222333", request)
	require.NoError(t, err)
	renewed := device(t, present.HTTP, key, issued)
	_, err = renewed.Report(t.Context(), renewed.invoice(t, invoices.Note(), 2, einvoice.FirstHash))
	requireRejected(t, err, "KSA-13")
	_, err = renewed.Report(t.Context(), renewed.invoice(t, invoices.Note(), 2, first.Hash))
	require.NoError(t, err)
	_, err = renewed.Report(t.Context(), first)
	require.NoError(t, err, "an invoice that the former certificate stamped")
}

func TestZATCA_Enrolment_ChecksEachStep(t *testing.T) {
	s := newStand(t)
	adapter := zatcaAdapter(t, s)
	key, request := certificateRequest(t, "0100")
	for otp, says := range map[string]string{"": "missing-otp", "12345": "invalid-otp", "12345x": "invalid-otp"} {
		_, err := adapter.RequestCompliance(t.Context(), otp, request)
		require.ErrorIs(t, err, gateway.ErrFinal)
		require.ErrorContains(t, err, says)
	}
	issued, err := adapter.RequestCompliance(t.Context(), "123345", request)
	require.NoError(t, err)
	_, err = adapter.RequestCompliance(t.Context(), "123345", request)
	require.ErrorContains(t, err, "invalid-otp", "a password counts once")

	checked := device(t, adapter, key, issued)
	samples := checked.samples(t, "1100")
	requireRejected(t, adapter.Check(t.Context(), checked.credentials, samples[0]), "INVALID_INVOICE_TYPE")
	_, err = checked.Report(t.Context(), samples[3])
	require.ErrorIs(t, err, gateway.ErrRetry, "a certificate for checks stamps no invoices")
	for _, sample := range samples[3:] {
		_, err = adapter.RequestProduction(t.Context(), issued.Credentials, issued.RequestID)
		require.ErrorContains(t, err, "missing-compliancesteps")
		require.NoError(t, adapter.Check(t.Context(), checked.credentials, sample))
	}
	_, err = adapter.RequestProduction(t.Context(), issued.Credentials, "17")
	require.ErrorIs(t, err, gateway.ErrFinal)
	_, err = adapter.RequestProduction(t.Context(), zatca.Credentials{Token: "other"}, issued.RequestID)
	require.ErrorContains(t, err, "http_401")
	for range 2 { // a lost answer
		_, err = adapter.RequestProduction(t.Context(), issued.Credentials, issued.RequestID)
		require.NoError(t, err)
	}
}

func TestZATCA_Request_IsChecked(t *testing.T) {
	adapter := zatcaAdapter(t, newStand(t))
	_, request := certificateRequest(t, "1100")
	block, _ := pem.Decode([]byte(request))
	tampered := func(from, to string) string {
		raw := bytes.Replace(block.Bytes, []byte(from), []byte(to), 1)
		require.NotEqual(t, block.Bytes, raw)
		return string(pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: raw}))
	}
	number := 0
	for name, text := range map[string]string{
		"nothing": "", "a text": "request", "no file": strings.ReplaceAll(request, "\n", ""), "a field changed later": tampered("Riyadh", "Jeddah"),
		"another curve": tampered("\x06\x05\x2b\x81\x04\x00\x0a", "\x06\x05\x2b\x81\x04\x00\x22"),
	} {
		t.Run(name, func(t *testing.T) {
			number++
			_, err := adapter.RequestCompliance(t.Context(), fmt.Sprintf("%06d", number), text)
			require.ErrorIs(t, err, gateway.ErrFinal)
			require.ErrorContains(t, err, "csr")
		})
	}
}

// The simulator reads the fields as ZATCA does. csr.Sign writes no such request, so the template alone can be wrong.
func TestZATCA_UnknownTemplate_NotCompliant(t *testing.T) {
	adapter := zatcaAdapter(t, newStand(t))
	key, err := stamp.NewKey()
	require.NoError(t, err)
	request, err := csr.Sign(csr.Request{
		Environment: csr.Sandbox, Template: "Code-Signing", CommonName: "device", Organisation: "Selfcare", Branch: "Riyadh", VATNumber: "300000000000003",
		Serial: "1-a|2-b|3-c", Flags: "1100", Address: "RRRD2929", Category: "Telecommunications",
	}, key)
	require.NoError(t, err)
	_, err = adapter.RequestCompliance(t.Context(), "123345", request)
	require.ErrorIs(t, err, gateway.ErrFinal)
	require.ErrorContains(t, err, "not_compliant: Invalid-Template")
}
