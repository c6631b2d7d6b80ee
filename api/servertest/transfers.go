package servertest

import (
	"fmt"
	"net/http"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

const OtherLine = "0570000002"

// TransferCode requests the code of a transfer and returns the code of the message.
func (r *Rig) TransferCode(token, about string) (code string) {
	r.T.Helper()
	r.Redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.AskTransferCode(token, about)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return r.Notices.Code()
}

func (r *Rig) AskTransferCode(token, about string) Answer {
	return r.Call(http.MethodPost, "/api/users/current/transfer/code", about, Bearer(token))
}

func CreditCode(to string, amount int) string {
	return fmt.Sprintf(`{"kind":"local","to_mobile":%q,"amount":%d}`, to, amount)
}

func (r *Rig) GiveCredit(token, to string, amount int, code string, headers ...Header) Answer {
	body := fmt.Sprintf(`{"amount":%d,"to_mobile":%q,"otp":%q}`, amount, to, code)
	return r.Call(http.MethodPost, "/api/users/transfer-balance-new", body, append([]Header{Bearer(token), FreshKey()}, headers...)...)
}

func (r *Rig) Balance(msisdn string) (amount int64) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw("SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = ?), 0)", r.LineID(msisdn)).Scan(r.T.Context(), &amount))
	return amount
}

// BucketOf gives a line a data bucket and returns its id.
func (r *Rig) BucketOf(msisdn string, megabytes int64, until time.Time) (id string) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw(`
		INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, position, cycle)
		VALUES (?, 'data', 'MB', ?, now() - interval '1 hour', ?, 0, 1) RETURNING id`, r.LineID(msisdn), megabytes, until).Scan(r.T.Context(), &id))
	return id
}

func DataCode(wallet, size string) string {
	return fmt.Sprintf(`{"kind":"data","to_mobile":%q,"wallet_id":%q,"denomination_id":%q}`, OtherLine, wallet, size)
}

// GiveData gives the other line data from a wallet.
func (r *Rig) GiveData(token, wallet, size string) gen.Purchase {
	r.T.Helper()
	code := r.TransferCode(token, DataCode(wallet, size))
	body := fmt.Sprintf(`{"to_mobile":%q,"wallet_id":%q,"denomination_id":%q,"otp":%q}`, OtherLine, wallet, size, code)
	got := r.Call(http.MethodPost, "/api/users/data/transfer", body, Bearer(token), FreshKey())
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data gen.Purchase }](r.T, got).Data
}
