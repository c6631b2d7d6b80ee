package servertest

import (
	"net/http"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	settlementstore "selfcare/internal/store/settlement"
)

const SettledDay = "2026-11-25"

// AddDifferences stores a day's settlement file with the given differences.
func (r *Rig) AddDifferences(support string, found ...settlement.Difference) []gen.SettlementItem {
	r.T.Helper()
	_, err := r.Store.Settlements.Lock(r.T.Context(), SettledDay)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.Settlements.Finish(r.T.Context(), settlementstore.File{
		Day: SettledDay, SHA256: []byte{1}, ReadAt: time.Now(), Lines: 5, Agreed: 4, Sums: settlement.Sums{Payments: 17250, Fees: 273, VAT: 41},
	}))
	_, err = r.Store.Settlements.Hold(r.T.Context(), SettledDay, found)
	require.NoError(r.T, err)
	return r.SettlementItems(support, "")
}

func (r *Rig) SettlementItems(support, query string) []gen.SettlementItem {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/support/settlements/items"+query, "", Bearer(support))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[struct{ Items []gen.SettlementItem }](r.T, got).Items
}

// OtherFee is a difference: the provider charges a higher fee than agreed.
func OtherFee() settlement.Difference {
	ref, at := settlement.Ref{PaymentID: "pay-1", Type: settlement.Payment}, time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	return settlement.Difference{
		Kind: settlement.OtherFee, Ref: ref, Number: 2, Fee: 273, VAT: 41, Ours: &settlement.Booked{Ref: ref, Amount: 17250, Brand: "MADA", At: at},
		Theirs: &settlement.Line{Ref: ref, Number: 2, ProviderRef: "ch_1", Amount: 17250, Fee: 300, VAT: 45, CapturedAt: at, SettledOn: "2026-11-27"},
	}
}

func (r *Rig) Bank() (amount contract.Halalas) {
	r.T.Helper()
	require.NoError(r.T, r.DB.NewRaw("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines WHERE account = 'bank'").Scan(r.T.Context(), (*int64)(&amount)))
	return amount
}
