package generic

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// Receiver reads call-backs in the envelope of the adapters named generic. Data: reference (id of the payment), status.
type Receiver struct{ Signed callback.Signed }

// Receive reads one report about a payment.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	said, err := v.Signed.Open(r)
	if err != nil {
		return nil, err
	}
	paid := said.Text("status") == string(contract.PaymentPaid)
	return said.With(callback.Payment{PaymentID: said.Text("reference"), Paid: paid}), nil
}
