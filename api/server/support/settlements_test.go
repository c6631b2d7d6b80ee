package support_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/audit"
)

func resolves(r *servertest.Rig, support, id, body string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/support/settlements/items/"+id+"/resolution", body, servertest.Bearer(support), servertest.FreshKey())
}

func TestSettlement_Difference_ShowsBothSides(t *testing.T) {
	r := servertest.New(t)
	support := r.SignedIn("support@selfcare.example", "support")
	items := r.AddDifferences(support, servertest.OtherFee())
	require.Len(t, items, 1)
	found := items[0]
	require.Equal(t, []any{servertest.SettledDay, gen.SettlementItemKindOtherFee, gen.SettlementItemStateHeld, "pay-1", 2},
		[]any{found.Day, found.Kind, found.State, *found.PaymentId, *found.Line})
	require.Equal(t, []int64{300, 45, 273, 41}, []int64{found.Theirs.Fee, found.Theirs.Vat, found.Ours.Fee, found.Ours.Vat})
	require.Empty(t, r.SettlementItems(support, "?state=resolved"))

	got := r.Call(http.MethodGet, "/api/support/settlements", "", servertest.Bearer(support))
	files := servertest.Decoded[struct{ Items []gen.SettlementFile }](t, got).Items
	require.Len(t, files, 1)
	require.Equal(t, []any{servertest.SettledDay, gen.SettlementFileStateRead, 5, 4, 1, int64(17250)},
		[]any{files[0].Day, files[0].State, files[0].Lines, files[0].Agreed, files[0].Held, files[0].Payments})
}

func TestSettlement_Accepted_BookedOnce(t *testing.T) {
	r := servertest.New(t)
	support := r.SignedIn("support@selfcare.example", "support")
	id := r.AddDifferences(support, servertest.OtherFee())[0].Id
	for range 2 {
		got := resolves(r, support, id, `{"action":"accept","note":"fee of the new agreement"}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		decided := servertest.Decoded[struct{ Data gen.SettlementItem }](t, got).Data
		require.Equal(t, gen.SettlementItemStateResolved, decided.State)
		require.Equal(t, gen.SettlementItemActionAccept, *decided.Action)
	}
	require.EqualValues(t, 17250-300-45, r.Bank())
	servertest.RequireRefused(t, resolves(r, support, id, `{"action":"booked-by-hand","note":"after all"}`), contract.FailSettlementResolved)
	servertest.RequireRefused(t, resolves(r, support, uuid.NewString(), `{"action":"accept","note":"whatever"}`), contract.FailSettlementUnknown)
	require.Empty(t, r.SettlementItems(support, ""))
	require.Len(t, r.SettlementItems(support, "?state=resolved"), 1)

	log, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, "settlement-accept", log[0].Action)
	require.Equal(t, "fee of the new agreement", log[0].Note)
	require.Equal(t, map[string]string{"item": id, "day": servertest.SettledDay, "kind": "other-fee", "payment": "pay-1"}, log[0].Details)
}

func TestSettlement_LargeSum_WaitsForApproval(t *testing.T) {
	d := servertest.NewDesk(t)
	support := d.SignedIn("support@selfcare.example", "support")
	second := servertest.Bearer(d.SignedIn("supervisor@selfcare.example", "support"))
	require.NoError(t, d.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	only := servertest.OtherFee()
	only.Kind, only.Ours = settlement.Unknown, nil
	id := d.AddDifferences(support, only)[0].Id
	waits := resolves(d.Rig, support, id, `{"action":"accept","note":"theirs is right"}`)
	require.Equal(t, http.StatusAccepted, waits.StatusCode, string(waits.Body))
	asked := servertest.Decoded[gen.RefundRequest](t, waits)
	require.Equal(t, []any{gen.PayoutKindSettlement, id, "pay-1", int64(17250)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	require.Zero(t, d.Bank())
	for _, choice := range d.Detail("settlement", id).Actions {
		require.Equal(t, string(contract.FailRefundWaits), *choice.Refusal, "the console says that a second approver is needed")
	}
	got := d.DecideRefund(second, asked.Id, "approval")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.EqualValues(t, 17250-300-45, d.Bank())
}

func TestSettlement_BookedByHand_MovesNothing(t *testing.T) {
	r := servertest.New(t)
	support := r.SignedIn("support@selfcare.example", "support")
	missing := settlement.MissingInFile([]settlement.Booked{{Ref: settlement.Ref{PaymentID: "pay-2", Type: settlement.Refund}, Amount: 500, At: time.Now()}})
	items := r.AddDifferences(support, servertest.OtherFee(), settlement.Difference{Kind: settlement.Unreadable, Number: 4}, missing[0])
	require.Len(t, items, 3)
	for _, item := range items {
		action := "accept"
		if item.Kind == gen.SettlementItemKindOtherFee {
			action = "booked-by-hand"
		}
		got := resolves(r, support, item.Id, `{"action":"`+action+`","note":"looked at"}`)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	require.Zero(t, r.Bank())
	require.Len(t, r.SettlementItems(support, "?state=resolved"), 3)
}
