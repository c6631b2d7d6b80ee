package identity

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// Receiver reads call-backs in the envelope of the adapters named generic. Data: transId, status.
type Receiver struct{ Signed callback.Signed }

var answers = map[string]contract.IdentityStatus{
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

// Receive reads one answer to a push.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	said, err := v.Signed.Open(r)
	if err != nil {
		return nil, err
	}
	status, known := answers[said.Text("status")]
	if !known {
		return nil, &callback.Invalid{Field: "data.status"}
	}
	return said.With(callback.Identity{TransactionID: said.Text("transId"), Status: status}), nil
}
