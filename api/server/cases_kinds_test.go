package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/purchase"
)

// only is the one case of a kind.
func (d *desk) only(kind string) gen.SupportCase {
	d.t.Helper()
	items := d.cases("?kind=" + kind).Items
	require.Len(d.t, items, 1, kind)
	return items[0]
}

// decides takes the decision about the one case of a kind, and answers with it as it is then.
func (d *desk) decides(kind, action string) gen.CaseDetail {
	d.t.Helper()
	found := d.only(kind)
	will := d.preview(kind, found.Id, `{"action":"`+action+`"}`)
	require.True(d.t, will.Allowed, kind)
	require.NotEmpty(d.t, will.Sentences)
	got := d.resolve(d.agent, kind, found.Id, action, will.Seen)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	require.Empty(d.t, d.cases("?kind="+kind).Items, "it waits for nobody any more")
	return decoded[caseDetail](d.t, got).Data
}

func TestCases_EachKindOfPurchaseIsShownAndResumed(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	d.customer(otherLine, "prepaid")
	d.holds(mainLine, 10_000)
	d.pack("data-1", 1000)
	d.shelf()
	d.voucher(goodCode, 2000, time.Now().Add(time.Hour))
	token := d.signIn(mainLine)
	for kind, definition := range purchase.Definitions {
		if kind == contract.PurchaseSwitch || kind == contract.PurchaseInvoice { // its plan says yes or no; a bill has its own start
			continue
		}
		held := d.heldOf(kind, token)
		shown := d.only("purchase")
		require.Equal(t, held.Number, shown.Reference)
		require.Equal(t, texts.Text(texts.English, "case.title.purchase."+string(kind), nil), shown.Title)
		require.EqualValues(t, definition.Unmet, shown.Impact.Key)
		require.Equal(t, texts.Text(texts.English, "case.reason.line_blocked", nil), shown.Reason)
		found := d.detail("purchase", held.Id)
		require.Equal(t, []gen.CaseStepState{gen.CaseStepStateDone, gen.CaseStepStateHeld}, []gen.CaseStepState{found.Steps[0].State, found.Steps[1].State})
		require.Len(t, found.Payments, 1)
		d.decides("purchase", "retry")
	}
}

func TestCases_APurchaseIsCalledOffWithItsMoney(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	held := d.heldOf(contract.PurchaseRecharge, d.signIn(mainLine))
	will := d.preview("purchase", held.Id, `{"action":"cancel"}`)
	require.Equal(t, []gen.CaseMoney{{Amount: held.Total, To: "card", Brand: new("MADA"), Last4: new("0015")}}, will.Money)
	require.Equal(t, "purchase-refunded", will.Messages[0].Key)
	d.decides("purchase", "cancel")
	require.Equal(t, contract.ResolveCancel, d.purchases.resolved[0].Action)
	again := d.resolve(d.agent, "purchase", held.Id, "cancel", "p1")
	require.Equal(t, http.StatusOK, again.StatusCode, "the same decision, whose answer was lost")
	require.Len(t, d.purchases.resolved, 1)
	requireRefused(t, d.resolve(bearer(d.signedIn("other@selfcare.example", "support")), "purchase", held.Id, "cancel", "p1"), contract.FailCaseNotHeld)
}

func TestCases_APortOutAndADeactivationAreResumed(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	d.portAsked()
	p := d.portOuts.checks(t)
	_, err := d.portOuts.books.HoldPortOut(t.Context(), p, contract.PortOutHeldUp{
		At: contract.At{Now: time.Now()}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo,
	})
	require.NoError(t, err)
	require.Equal(t, gen.CaseImpactKeyNumberWaits, d.only("port-out").Impact.Key)
	d.decides("port-out", "retry")

	d.customer(otherLine, "prepaid")
	token := d.signIn(otherLine)
	d.provesOwner(token, otherLine, ownerID)
	deactivationOf(t, d.deactivates(token, "other", d.codeOf(token, otherLine, "confirm_deactivation")))
	held, err := d.endings.books.HoldDeactivation(t.Context(), d.endings.now[d.lineID(otherLine)], contract.DeactivationHeldUp{
		At: contract.At{Now: time.Now()}, Work: contract.WorkSwitchOff, FailureCode: contract.FailNetworkRefused,
	})
	_, err = d.endings.keep(held, err)
	require.NoError(t, err)
	require.Equal(t, gen.CaseImpactKeyLineGoesOn, d.only("deactivation").Impact.Key)
	d.decides("deactivation", "skip")
}

func TestCases_MoneyThatDiffersIsDecidedHereToo(t *testing.T) {
	d := newDesk(t)
	d.differs(d.signedIn("books@selfcare.example", "support"), otherFee())
	require.Equal(t, texts.Text(texts.English, "case.reason.other_fee", nil), d.only("settlement").Reason)
	id := d.only("settlement").Id
	settled := d.decides("settlement", "accept")
	require.Equal(t, gen.CaseStateOver, settled.Case.State)
	require.Equal(t, gen.AuditActionSettlementAccept, settled.Decisions[0].Action)
	requireRefused(t, d.resolve(d.agent, "settlement", id, "accept", settled.Seen), contract.FailCaseNotHeld)

	require.Equal(t, http.StatusNoContent, d.report("sadad", sadadNotice("bank-0002", "123456", 21_200)).StatusCode)
	shown := d.only("bank-payment")
	require.Equal(t, gen.CaseImpactKeyBillOpen, shown.Impact.Key)
	d.decides("bank-payment", "return")
}

func TestCases_WhatGoesOnByItselfIsShownWhenItIsLate(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "prepaid")
	o := d.stuck(time.Minute)
	d.exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now() - interval '40 minutes'), ('pay-2', ?, 'pending', 10500, now())", o.id, o.id)
	shown := d.only("payment")
	require.Equal(t, "pay-1", shown.Id)
	require.Equal(t, gen.CaseStateLate, shown.State)
	require.Equal(t, gen.CaseImpactKeyOutcomeUnknown, shown.Impact.Key)
	requireRefused(t, d.resolve(d.agent, "payment", "pay-1", "retry", "s1"), contract.FailCaseNotHeld)
	require.Empty(t, d.detail("payment", "pay-1").Actions)
	linked := d.detail("order", o.id).Linked
	require.Len(t, linked, 2)

	d.exec("INSERT INTO einvoices (subject, subject_id, kind, status, issued_at, due_at) VALUES ('order', ?, '388', 'held', now(), now() + interval '1 day')", o.id)
	require.Equal(t, gen.CaseImpactKeyTaxReport, d.only("einvoice").Impact.Key)
	require.NotEmpty(t, d.detail("einvoice", d.only("einvoice").Id).Advice)

	plan := d.signIn(mainLine)
	require.NotEmpty(t, plan)
	d.exec("UPDATE plan_subscriptions SET behind_since = now() - interval '1 hour'")
	for _, c := range d.cases("?kind=subscription").Items {
		require.Equal(t, gen.CaseImpactKeyServiceDiffers, c.Impact.Key)
	}
	require.Empty(t, d.cases("?kind=bill").Items)
	requireRefused(t, d.call(http.MethodGet, "/api/support/cases/payment/"+uuid.NewString(), "", d.agent), contract.FailCaseUnknown)
}

func TestCases_ANetworkThatIsBehindAPlanIsToldAgainAtOnce(t *testing.T) {
	d := newSeededDesk(t)
	d.subscriber(mainLine)
	lineID := d.lineID(mainLine)
	plan, err := d.store.PlanSubscriptions.Get(t.Context(), lineID)
	require.NoError(t, err)
	plan.Service.Level = contract.ServiceIncoming
	plan.Seq++
	require.NoError(t, d.store.PlanSubscriptions.Save(t.Context(), plan))
	d.exec("UPDATE plan_subscriptions SET behind_since = now() - interval '1 hour' WHERE line_id = ?", lineID)

	shown := d.only("subscription")
	require.Equal(t, gen.CaseStateLate, shown.State, "it goes on by itself, and need not be waited for")
	require.Equal(t, lineID, shown.Id)
	will := d.preview("subscription", lineID, `{"action":"retry"}`)
	require.Equal(t, "tell-network", will.Runs[0].Key)
	require.Empty(t, will.Money)
	requireRefused(t, d.resolve(d.agent, "subscription", lineID, "skip", will.Seen), contract.FailResolutionNotAllowed)
	after := d.decides("subscription", "retry")
	require.Equal(t, gen.CaseStateGoingOn, after.Case.State)
	require.Equal(t, []string{"retry"}, d.supportActions(d.agent, lineID))
	require.EqualValues(t, "retry", after.Decisions[0].Action)
	require.Equal(t, http.StatusOK, d.resolve(d.agent, "subscription", lineID, "retry", will.Seen).StatusCode, "its answer got lost")
	require.Equal(t, []string{"retry"}, d.supportActions(d.agent, lineID))
	other := bearer(d.signedIn("other@selfcare.example", "support"))
	requireRefused(t, d.resolve(other, "subscription", lineID, "retry", will.Seen), contract.FailCaseNotHeld)
}

func TestCases_BillThatIsPutAside_IsHeld(t *testing.T) {
	d := newDesk(t)
	d.customer(mainLine, "postpaid")
	d.exec("INSERT INTO bills_put_aside (line_id, period, cohort, since, tried_at) SELECT id, '2026-10', 15, now(), now() FROM lines WHERE msisdn = ?", mainLine)
	shown := d.only("bill")
	require.Equal(t, gen.CaseStateHeld, shown.State)
	require.Equal(t, texts.Text(texts.English, "case.reason.bill_put_aside", nil), shown.Reason)
	require.Empty(t, d.detail("bill", shown.Id).Actions)
}
