package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
)

// shelf sells one bundle that every line may buy, for 10 riyals.
func shelf(r *servertest.Rig) {
	r.T.Helper()
	r.Import("bundles", "id,category,name_en,name_ar,description_en,description_ar,data_mb,validity_days,price,subscriptions,starts_at,position\n"+
		"net-saver-1,latest,One,واحد,One,واحد,1024,7,10,prepaid postpaid,2026-01-01,0\n")
}

// only is the one case of a kind.
func only(d *servertest.Desk, kind string) gen.SupportCase {
	d.T.Helper()
	items := d.Cases("?kind=" + kind).Items
	require.Len(d.T, items, 1, kind)
	return items[0]
}

// decides makes a decision about the one case of a kind and returns the case after it.
func decides(d *servertest.Desk, kind, action string) gen.CaseDetail {
	d.T.Helper()
	found := only(d, kind)
	will := preview(d, kind, found.Id, `{"action":"`+action+`"}`)
	require.True(d.T, will.Allowed, kind)
	require.NotEmpty(d.T, will.Sentences)
	got := resolve(d, d.Agent, kind, found.Id, action, will.Seen)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	require.Empty(d.T, d.Cases("?kind="+kind).Items, "the case waits for no person any more")
	return servertest.Decoded[servertest.CaseDetail](d.T, got).Data
}

func TestCases_HeldPurchase_IsResumed(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	d.Customer(servertest.OtherLine, "prepaid")
	d.CreditBalance(servertest.MainLine, 10_000)
	d.Pack("data-1", 1000)
	shelf(d.Rig)
	d.Voucher(servertest.GoodCode, 2000, time.Now().Add(time.Hour))
	token := d.SignIn(servertest.MainLine)
	for kind, definition := range purchase.Definitions {
		if kind == contract.PurchaseSwitch || kind == contract.PurchaseInvoice { // the plan decides about a switch; a bill has its own start
			continue
		}
		held := heldOf(d.Rig, kind, token)
		shown := only(d, "purchase")
		require.Equal(t, held.Number, shown.Reference)
		require.Equal(t, texts.Text(texts.English, "case.title.purchase."+string(kind), nil), shown.Title)
		require.EqualValues(t, definition.Unmet, shown.Impact.Key)
		require.Equal(t, texts.Text(texts.English, "case.reason.line_blocked", nil), shown.Reason)
		found := d.Detail("purchase", held.Id)
		require.Equal(t, []gen.CaseStepState{gen.CaseStepStateDone, gen.CaseStepStateHeld}, []gen.CaseStepState{found.Steps[0].State, found.Steps[1].State})
		require.Len(t, found.Payments, 1)
		decides(d, "purchase", "retry")
	}
}

func TestCases_CancelledPurchase_IsRefunded(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	held := heldOf(d.Rig, contract.PurchaseRecharge, d.SignIn(servertest.MainLine))
	will := preview(d, "purchase", held.Id, `{"action":"cancel"}`)
	require.Equal(t, []gen.CaseMoney{{Amount: held.Total, To: "card", Brand: new("MADA"), Last4: new("0015")}}, will.Money)
	require.Equal(t, "purchase-refunded", will.Messages[0].Key)
	decides(d, "purchase", "cancel")
	require.Equal(t, contract.ResolveCancel, d.Purchases.Resolved[0].Action)
	again := resolve(d, d.Agent, "purchase", held.Id, "cancel", "p1")
	require.Equal(t, http.StatusOK, again.StatusCode, "the same decision, whose answer was lost")
	require.Len(t, d.Purchases.Resolved, 1)
	servertest.RequireRefused(t, resolve(d, servertest.Bearer(d.SignedIn("other@selfcare.example", "support")), "purchase", held.Id, "cancel", "p1"), contract.FailCaseNotHeld)
}

func TestCases_PortOutOrDeactivation_IsResumed(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	d.PortAsked()
	p := d.PortOuts.Check(t)
	_, err := d.PortOuts.Books.HoldPortOut(t.Context(), p, contract.PortOutHeldUp{
		At: contract.At{Now: time.Now()}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo,
	})
	require.NoError(t, err)
	require.Equal(t, gen.CaseImpactKeyNumberWaits, only(d, "port-out").Impact.Key)
	decides(d, "port-out", "retry")

	d.Customer(servertest.OtherLine, "prepaid")
	token := d.SignIn(servertest.OtherLine)
	d.ProveOwner(token, servertest.OtherLine, servertest.OwnerID)
	servertest.DeactivationOf(t, d.Deactivate(token, "other", d.CodeOf(token, servertest.OtherLine, "confirm_deactivation")))
	held, err := d.Endings.Books.HoldDeactivation(t.Context(), d.Endings.Now[d.LineID(servertest.OtherLine)], contract.DeactivationHeldUp{
		At: contract.At{Now: time.Now()}, Work: contract.WorkSwitchOff, FailureCode: contract.FailNetworkRefused,
	})
	_, err = d.Endings.Keep(held, err)
	require.NoError(t, err)
	require.Equal(t, gen.CaseImpactKeyLineGoesOn, only(d, "deactivation").Impact.Key)
	decides(d, "deactivation", "skip")
}

func TestCases_Chargeback_IsToldAndBooked(t *testing.T) {
	d := servertest.NewDesk(t)
	back := servertest.OtherFee()
	back.Kind, back.Batch, back.Type, back.Theirs.Type = settlement.ChargedBack, "b-1", settlement.Chargeback, settlement.Chargeback
	back.Theirs.Fee, back.Theirs.VAT = 0, 0
	fee := settlement.Difference{Kind: settlement.SeparateFee, Ref: settlement.Ref{Type: settlement.Fee}, Batch: "b-1", Number: 3, Theirs: &settlement.Line{
		Ref: settlement.Ref{Type: settlement.Fee}, Number: 3, ProviderRef: "b-1", Amount: 46, Fee: 40, VAT: 6, CapturedAt: back.Theirs.CapturedAt, SettledOn: "2026-11-27",
	}}
	books := d.SignedIn("books@selfcare.example", "support")
	for _, item := range d.AddDifferences(books, back, fee) {
		require.Equal(t, "b-1", *item.Batch)
		require.Equal(t, item.Kind == gen.SettlementItemKindChargeback, *item.Type == gen.SettlementItemTypeChargeback)
	}
	told := map[string]string{}
	for _, c := range d.Cases("?kind=settlement").Items {
		told[c.Title] = c.Reason
	}
	require.Equal(t, map[string]string{
		texts.Text(texts.English, "case.title.settlement.chargeback", nil): texts.Text(texts.English, "case.reason.chargeback", nil),
		texts.Text(texts.English, "case.title.settlement.fee", nil):        texts.Text(texts.English, "case.reason.separate_fee", nil),
	}, told)
	for _, c := range d.Cases("?kind=settlement").Items {
		will := preview(d, "settlement", c.Id, `{"action":"accept"}`)
		require.Equal(t, http.StatusOK, resolve(d, d.Agent, "settlement", c.Id, "accept", will.Seen).StatusCode)
	}
	require.EqualValues(t, -17250-46, d.Bank())
	var loss int64
	require.NoError(t, d.DB.NewRaw("SELECT sum(amount)::bigint FROM ledger_lines WHERE account = 'chargebacks'").Scan(t.Context(), &loss))
	require.EqualValues(t, 17250, loss)
}

func TestCases_SettlementDifference_IsDecided(t *testing.T) {
	d := servertest.NewDesk(t)
	d.AddDifferences(d.SignedIn("books@selfcare.example", "support"), servertest.OtherFee())
	require.Equal(t, texts.Text(texts.English, "case.reason.other_fee", nil), only(d, "settlement").Reason)
	id := only(d, "settlement").Id
	settled := decides(d, "settlement", "accept")
	require.Equal(t, gen.CaseStateOver, settled.Case.State)
	require.Equal(t, gen.AuditActionSettlementAccept, settled.Decisions[0].Action)
	servertest.RequireRefused(t, resolve(d, d.Agent, "settlement", id, "accept", settled.Seen), contract.FailCaseNotHeld)

	require.Equal(t, http.StatusNoContent, d.Report("sadad", servertest.SadadNotice("bank-0002", "123456", 21_200)).StatusCode)
	shown := only(d, "bank-payment")
	require.Equal(t, gen.CaseImpactKeyBillOpen, shown.Impact.Key)
	decides(d, "bank-payment", "return")
}

func TestCases_LateProcess_IsShown(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	o := stuck(d, time.Minute)
	d.Exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now() - interval '40 minutes'), ('pay-2', ?, 'pending', 10500, now())", o.ID, o.ID)
	shown := only(d, "payment")
	require.Equal(t, "pay-1", shown.Id)
	require.Equal(t, gen.CaseStateLate, shown.State)
	require.Equal(t, gen.CaseImpactKeyOutcomeUnknown, shown.Impact.Key)
	servertest.RequireRefused(t, resolve(d, d.Agent, "payment", "pay-1", "retry", "s1"), contract.FailCaseNotHeld)
	require.Empty(t, d.Detail("payment", "pay-1").Actions)
	linked := d.Detail("order", o.ID).Linked
	require.Len(t, linked, 2)

	d.Exec("INSERT INTO einvoices (subject, subject_id, kind, status, issued_at, due_at) VALUES ('order', ?, '388', 'held', now(), now() + interval '1 day')", o.ID)
	require.Equal(t, gen.CaseImpactKeyTaxReport, only(d, "einvoice").Impact.Key)
	require.NotEmpty(t, d.Detail("einvoice", only(d, "einvoice").Id).Advice)

	plan := d.SignIn(servertest.MainLine)
	require.NotEmpty(t, plan)
	d.Exec("UPDATE plan_subscriptions SET behind_since = now() - interval '1 hour'")
	for _, c := range d.Cases("?kind=subscription").Items {
		require.Equal(t, gen.CaseImpactKeyServiceDiffers, c.Impact.Key)
	}
	require.Empty(t, d.Cases("?kind=bill").Items)
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/cases/payment/"+uuid.NewString(), "", d.Agent), contract.FailCaseUnknown)
}

func TestCases_NetworkBehindPlan_IsToldAgain(t *testing.T) {
	d := newSeededDesk(t)
	d.Subscriber(servertest.MainLine)
	lineID := d.LineID(servertest.MainLine)
	plan, err := d.Store.PlanSubscriptions.Get(t.Context(), lineID)
	require.NoError(t, err)
	plan.Service.Level = contract.ServiceIncoming
	plan.Seq++
	require.NoError(t, d.Store.PlanSubscriptions.Save(t.Context(), plan))
	d.Exec("UPDATE plan_subscriptions SET behind_since = now() - interval '1 hour' WHERE line_id = ?", lineID)

	shown := only(d, "subscription")
	require.Equal(t, gen.CaseStateLate, shown.State, "the process continues by itself, so the case is late, not held")
	require.Equal(t, lineID, shown.Id)
	will := preview(d, "subscription", lineID, `{"action":"retry"}`)
	require.Equal(t, "tell-network", will.Runs[0].Key)
	require.Empty(t, will.Money)
	servertest.RequireRefused(t, resolve(d, d.Agent, "subscription", lineID, "skip", will.Seen), contract.FailResolutionNotAllowed)
	after := decides(d, "subscription", "retry")
	require.Equal(t, gen.CaseStateGoingOn, after.Case.State)
	require.Equal(t, []string{"retry"}, supportActions(d.Rig, d.Agent, lineID))
	require.EqualValues(t, "retry", after.Decisions[0].Action)
	require.Equal(t, http.StatusOK, resolve(d, d.Agent, "subscription", lineID, "retry", will.Seen).StatusCode, "the answer was lost")
	require.Equal(t, []string{"retry"}, supportActions(d.Rig, d.Agent, lineID))
	other := servertest.Bearer(d.SignedIn("other@selfcare.example", "support"))
	servertest.RequireRefused(t, resolve(d, other, "subscription", lineID, "retry", will.Seen), contract.FailCaseNotHeld)
}

func TestCases_BillPutAside_IsHeld(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "postpaid")
	d.Exec("INSERT INTO bills_put_aside (line_id, period, cohort, since, tried_at) SELECT id, '2026-10', 15, now(), now() FROM lines WHERE msisdn = ?", servertest.MainLine)
	shown := only(d, "bill")
	require.Equal(t, gen.CaseStateHeld, shown.State)
	require.Equal(t, texts.Text(texts.English, "case.reason.bill_put_aside", nil), shown.Reason)
	require.Empty(t, d.Detail("bill", shown.Id).Actions)
}

// newSeededDesk is a desk on a database with the development data.
func newSeededDesk(t *testing.T) *servertest.Desk {
	t.Helper()
	return servertest.DeskOn(t, servertest.NewSeeded)
}

func preview(d *servertest.Desk, kind, id, body string, headers ...servertest.Header) gen.CasePreview {
	d.T.Helper()
	got := d.Call(http.MethodPost, "/api/support/cases/"+kind+"/"+id+"/preview", body, append([]servertest.Header{d.Agent}, headers...)...)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.CasePreview }](d.T, got).Data
}

func resolve(d *servertest.Desk, as servertest.Header, kind, id, action, seen string, more ...string) servertest.Answer {
	d.T.Helper()
	body := `{"action":"` + action + `","note":"looked into it","seen":"` + seen + `"`
	for _, part := range more {
		body += "," + part
	}
	return d.Call(http.MethodPost, "/api/support/cases/"+kind+"/"+id+"/resolution", body+"}", as, d.Key())
}
