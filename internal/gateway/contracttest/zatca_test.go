package contracttest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/zatca"
)

func newZATCA(t *testing.T, s stand) *zatca.HTTP {
	t.Helper()
	adapter, err := zatca.NewHTTP(zatca.Config{URL: s.url + "/zatca", Certificate: s.keys.ZATCACertificate, Secret: s.keys.ZATCASecret}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

// invoice is a stamped document at a place of the chain.
func invoice(t *testing.T, d einvoice.Document, counter int64, previous string) zatca.Submission {
	t.Helper()
	d.Place = einvoice.Place{Counter: counter, Previous: previous}
	made, err := invoices.Device(t).Stamp(d, invoices.Now)
	require.NoError(t, err)
	return zatca.Submission{UUID: d.UUID, Hash: made.Hash, XML: made.XML}
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
	first := invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	for range 2 {
		verdict, err := adapter.Report(t.Context(), first)
		require.NoError(t, err)
		require.Empty(t, verdict.Warnings)
	}
}

func TestZATCA_BusinessInvoice_Cleared(t *testing.T) {
	adapter := newZATCA(t, newStand(t))
	one := invoice(t, invoices.Business(), 1, einvoice.FirstHash)
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
	first := invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	second := invoice(t, invoices.Note(), 2, first.Hash)
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
		"not the hash of the first":      {invoice(t, other, 1, first.Hash), "KSA-13"},
		"not the one that was named":     {invoice(t, other, 1, einvoice.FirstHash), "KSA-13"},
		"a place that is taken":          {invoice(t, other, 2, first.Hash), "KSA-16"},
		"not the hash of the one before": {invoice(t, other, 3, first.Hash), "KSA-13"},
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
	one := invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
	s.script(t, "zatca", "report", "timeout-after-commit")
	_, err := adapter.Report(s.untilHeld(t, "zatca", "report"), one)
	require.ErrorIs(t, err, gateway.ErrUnknown)
	_, err = adapter.Report(t.Context(), one)
	require.NoError(t, err)
}

func TestZATCA_Control_SetsAnswers(t *testing.T) {
	s := newStand(t)
	adapter := newZATCA(t, s)
	one := invoice(t, invoices.Simplified(), 1, einvoice.FirstHash)
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
	s := newStand(t)
	adapter, err := zatca.NewHTTP(zatca.Config{URL: s.url + "/zatca", Certificate: "other", Secret: "secret"}, nil, quiet())
	require.NoError(t, err)
	_, err = adapter.Report(t.Context(), invoice(t, invoices.Simplified(), 1, einvoice.FirstHash))
	require.ErrorIs(t, err, gateway.ErrRetry)
}
