package server_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/audit"
	settlementstore "selfcare/internal/store/settlement"
)

const settledDay = "2026-11-25"

// differs has a day's file differ from our books in what a test says.
func (r *rig) differs(support string, found ...settlement.Difference) []gen.SettlementItem {
	r.t.Helper()
	_, err := r.store.Settlements.Lock(r.t.Context(), settledDay)
	require.NoError(r.t, err)
	require.NoError(r.t, r.store.Settlements.Finish(r.t.Context(), settlementstore.File{
		Day: settledDay, SHA256: []byte{1}, ReadAt: time.Now(), Lines: 5, Agreed: 4, Sums: settlement.Sums{Payments: 17250, Fees: 273, VAT: 41},
	}))
	_, err = r.store.Settlements.Hold(r.t.Context(), settledDay, found)
	require.NoError(r.t, err)
	return r.settlementItems(support, "")
}

func (r *rig) settlementItems(support, query string) []gen.SettlementItem {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/support/settlements/items"+query, "", bearer(support))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Items []gen.SettlementItem }](r.t, got).Items
}

func (r *rig) resolves(support, id, body string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/support/settlements/items/"+id+"/resolution", body, bearer(support), freshKey())
}

// otherFee is a line that costs more than was agreed.
func otherFee() settlement.Difference {
	ref, at := settlement.Ref{PaymentID: "pay-1", Type: settlement.Payment}, time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC)
	return settlement.Difference{
		Kind: settlement.OtherFee, Ref: ref, Number: 2, Fee: 273, VAT: 41, Ours: &settlement.Booked{Ref: ref, Amount: 17250, Brand: "MADA", At: at},
		Theirs: &settlement.Line{Ref: ref, Number: 2, ProviderRef: "ch_1", Amount: 17250, Fee: 300, VAT: 45, CapturedAt: at, SettledOn: "2026-11-27"},
	}
}

func (r *rig) bank() (amount contract.Halalas) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines WHERE account = 'bank'").Scan(r.t.Context(), (*int64)(&amount)))
	return amount
}

func TestSupportSeesTheSettlementFilesAndWhatEitherSideSays(t *testing.T) {
	r := newRig(t)
	support := r.signedIn("support@selfcare.example", "support")
	items := r.differs(support, otherFee())
	require.Len(t, items, 1)
	found := items[0]
	require.Equal(t, []any{settledDay, gen.SettlementItemKindOtherFee, gen.SettlementItemStateHeld, "pay-1", 2},
		[]any{found.Day, found.Kind, found.State, *found.PaymentId, *found.Line})
	require.Equal(t, []int64{300, 45, 273, 41}, []int64{found.Theirs.Fee, found.Theirs.Vat, found.Ours.Fee, found.Ours.Vat})
	require.Empty(t, r.settlementItems(support, "?state=resolved"))

	got := r.call(http.MethodGet, "/api/support/settlements", "", bearer(support))
	files := decoded[struct{ Items []gen.SettlementFile }](t, got).Items
	require.Len(t, files, 1)
	require.Equal(t, []any{settledDay, gen.SettlementFileStateRead, 5, 4, 1, int64(17250)},
		[]any{files[0].Day, files[0].State, files[0].Lines, files[0].Agreed, files[0].Held, files[0].Payments})
}

func TestADifferenceThatIsAcceptedIsBookedAsTheProviderSaysOnce(t *testing.T) {
	r := newRig(t)
	support := r.signedIn("support@selfcare.example", "support")
	id := r.differs(support, otherFee())[0].Id
	for range 2 {
		got := r.resolves(support, id, `{"action":"accept","note":"fee of the new agreement"}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		decided := decoded[struct{ Data gen.SettlementItem }](t, got).Data
		require.Equal(t, gen.SettlementItemStateResolved, decided.State)
		require.Equal(t, gen.SettlementItemActionAccept, *decided.Action)
	}
	require.EqualValues(t, 17250-300-45, r.bank())
	requireRefused(t, r.resolves(support, id, `{"action":"booked-by-hand","note":"after all"}`), contract.FailSettlementResolved)
	requireRefused(t, r.resolves(support, uuid.NewString(), `{"action":"accept","note":"whatever"}`), contract.FailSettlementUnknown)
	require.Empty(t, r.settlementItems(support, ""))
	require.Len(t, r.settlementItems(support, "?state=resolved"), 1)

	log, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "settlement-accept", log[0].Action)
	require.Equal(t, "fee of the new agreement", log[0].Note)
	require.Equal(t, map[string]string{"item": id, "day": settledDay, "kind": "other-fee", "payment": "pay-1"}, log[0].Details)
}

func TestSettlement_MuchAtStake_WaitsForASecondPerson(t *testing.T) {
	d := newDesk(t)
	support := d.signedIn("support@selfcare.example", "support")
	second := bearer(d.signedIn("supervisor@selfcare.example", "support"))
	require.NoError(t, d.store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	only := otherFee()
	only.Kind, only.Ours = settlement.Unknown, nil
	id := d.differs(support, only)[0].Id
	waits := d.resolves(support, id, `{"action":"accept","note":"theirs is right"}`)
	require.Equal(t, http.StatusAccepted, waits.StatusCode, string(waits.body))
	asked := decoded[gen.RefundRequest](t, waits)
	require.Equal(t, []any{gen.GivingWaySettlement, id, "pay-1", int64(17250)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	require.Zero(t, d.bank())
	for _, choice := range d.detail("settlement", id).Actions {
		require.Equal(t, string(contract.FailRefundWaits), *choice.Refusal, "the console says that it waits")
	}
	got := d.decideRefund(second, asked.Id, "approval")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.EqualValues(t, 17250-300-45, d.bank())
}

func TestADifferenceThatIsBookedByHandOrThatTheProviderSaysNothingOfMovesNothing(t *testing.T) {
	r := newRig(t)
	support := r.signedIn("support@selfcare.example", "support")
	missing := settlement.Untold([]settlement.Booked{{Ref: settlement.Ref{PaymentID: "pay-2", Type: settlement.Refund}, Amount: 500, At: time.Now()}})
	items := r.differs(support, otherFee(), settlement.Difference{Kind: settlement.Unreadable, Number: 4}, missing[0])
	require.Len(t, items, 3)
	for _, item := range items {
		action := "accept"
		if item.Kind == gen.SettlementItemKindOtherFee {
			action = "booked-by-hand"
		}
		got := r.resolves(support, item.Id, `{"action":"`+action+`","note":"looked at"}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	}
	require.Zero(t, r.bank())
	require.Len(t, r.settlementItems(support, "?state=resolved"), 3)
}
