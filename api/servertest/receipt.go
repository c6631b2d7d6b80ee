package servertest

import (
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/invoices"
	"selfcare/internal/domain/einvoice"
	einvoicestore "selfcare/internal/store/einvoice"
)

// StampReceipt adds the electronic invoice of a receipt and returns its QR code.
func (r *Rig) StampReceipt(subject einvoicestore.Subject, id string, kind einvoice.Kind) string {
	r.T.Helper()
	require.NoError(r.T, r.Store.EInvoices.Owe(r.T.Context(), einvoicestore.Receipt{Subject: subject, SubjectID: id, Kind: kind, IssuedAt: invoices.Now}))
	waiting, err := r.Store.EInvoices.ToStamp(r.T.Context(), einvoicestore.Share{}, 1)
	require.NoError(r.T, err)
	d := invoices.Simplified()
	d.Place, err = r.Store.EInvoices.Next(r.T.Context(), "device")
	require.NoError(r.T, err)
	made, err := invoices.Device(r.T).Stamp(d, invoices.Now)
	require.NoError(r.T, err)
	kept, err := r.Store.EInvoices.Stamp(r.T.Context(), waiting[0].ID, "device", d.Place, made)
	require.NoError(r.T, err)
	require.True(r.T, kept)
	return made.Code
}
