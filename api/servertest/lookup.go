package servertest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

const ContactMobile = "0551234567"

// WithContact returns an order that has a contact mobile, and its order number.
func (r *Rig) WithContact(mobile string) (o Started, number string) {
	r.T.Helper()
	o = r.Start()
	r.Put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: mobile}
		number = full.Number
	})
	return o, number
}

func (r *Rig) LookUp(token, number, mobile string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/lookup", fmt.Sprintf(`{"orderNumber":%q,"contact":%q}`, number, mobile),
		append(headers, Bearer(token))...)
}

func (r *Rig) OpenFound(token, number, mobile, code string, headers ...Header) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/lookup/validate",
		fmt.Sprintf(`{"orderNumber":%q,"contact":%q,"otp":%q}`, number, mobile, code), append(headers, Bearer(token))...)
}

// MustLookUp requests a code and returns it.
func (r *Rig) MustLookUp(token, number, mobile string) string {
	r.T.Helper()
	got := r.LookUp(token, number, mobile)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

// ShapeOf returns an answer without its times: status, field names and figures.
func ShapeOf(t *testing.T, got Answer) string {
	t.Helper()
	sent := Decoded[CodeSent](t, got).Data
	names := slices.Sorted(maps.Keys(Decoded[struct{ Data map[string]any }](t, got).Data))
	return fmt.Sprint(got.StatusCode, names, sent.TriesLeft, sent.ResendAt.Sub(sent.ServerTime), sent.ExpiresAt.Sub(sent.ServerTime))
}
