package server_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/flow"
)

func TestCases_TheQueueShowsTheWholeAtAGlance(t *testing.T) {
	d := newDesk(t)
	older, newer := d.stuck(5*time.Hour), d.stuck(time.Minute)
	all := d.cases("")
	require.Len(t, all.Items, 2)
	first := all.Items[0]
	require.Equal(t, older.id, first.Id)
	require.Equal(t, "SIM order", first.Title)
	require.Equal(t, texts.Text(texts.English, "case.reason.courier_refused", nil), first.Reason)
	require.Equal(t, gen.CaseImpactKeyPaidNothingDelivered, first.Impact.Key)
	require.Equal(t, "Deliver the parcel", first.Work.Title)
	require.Equal(t, "057•••0123", *first.Msisdn)
	require.True(t, first.Late)
	require.False(t, all.Items[1].Late)
	require.Len(t, all.Counts, 1)
	require.Equal(t, 2, all.Counts[0].Held)
	require.Equal(t, 1, all.Counts[0].Late)
	require.Equal(t, newer.id, d.cases("?order=newest").Items[0].Id)
	require.Equal(t, texts.Text(texts.Arabic, "case.reason.courier_refused", nil), d.cases("", header{"Accept-Language": "ar"}).Items[0].Reason)
	require.Empty(t, d.cases("?kind=purchase").Items)
	require.Len(t, d.cases("?kind=purchase").Counts, 1, "counts are of everything")
	require.Empty(t, d.cases("?failureCode=network_refused").Items)
	require.Len(t, d.cases("?failureCode=courier_refused&state=late").Items, 1)
	require.Len(t, d.cases("?state=held").Items, 2)
}

func TestCases_PagesFollowEachOther(t *testing.T) {
	d := newDesk(t)
	want := map[string]bool{}
	for i := range 5 {
		want[d.stuck(time.Duration(i)*time.Minute).id] = true
	}
	after, pages := "", 0
	for {
		page := d.cases("?perPage=2" + after)
		pages++
		for _, c := range page.Items {
			require.True(t, want[c.Id], "each once")
			delete(want, c.Id)
		}
		if page.Next == "" {
			break
		}
		after = "&after=" + page.Next
	}
	require.Empty(t, want)
	require.Equal(t, 3, pages)
	requireRefused(t, d.call(http.MethodGet, "/api/support/cases?after=eyJ4Ijox", "", d.agent), contract.FailCasePage)
}

func TestCases_ThePageOfACaseSaysAllThereIsToKnow(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	d.attempts.tried = []flow.Attempt{{Activity: "BookParcel", State: "backing-off", Attempt: 3, Failed: true, Code: contract.FailOutsideSystem}}
	shown := d.detail("order", o.id)
	require.Equal(t, gen.CaseStateHeld, shown.Case.State)
	states := map[string]gen.CaseStepState{}
	for _, step := range shown.Steps {
		states[step.Key] = step.State
	}
	require.Equal(t, gen.CaseStepStateDone, states["sim-allocated"])
	require.Equal(t, gen.CaseStepStateHeld, states["parcel-delivered"])
	require.Equal(t, gen.CaseStepStateToCome, states["line-on"])
	require.Equal(t, "customer-activates", shown.Next[0].Key)
	require.Equal(t, texts.Text(texts.English, "case.advice.courier_refused", nil), *shown.Advice)
	require.Equal(t, "An outside system does not answer.", *shown.Attempts.Items[0].Cause)
	require.Equal(t, "4242", *shown.Payments[0].Last4)
	require.Equal(t, "riyadh", string(shown.Amendable.Address.City))
	require.Nil(t, shown.TemporalUrl, "support has no way into Temporal")
	allowed := map[gen.CaseAction]bool{}
	for _, a := range shown.Actions {
		allowed[a.Action] = a.Allowed
		require.Equal(t, a.Allowed, a.Reason == nil)
	}
	require.Equal(t, map[gen.CaseAction]bool{"retry": true, "amend": true, "skip": false, "cancel": true}, allowed)
	d.attempts.standing = flow.StandingAway
	away := d.detail("order", o.id)
	require.EqualValues(t, "away", away.Attempts.Temporal)
	require.NotEmpty(t, away.Attempts.Text)
	require.NotEmpty(t, away.Steps, "what the row knows is there")
	require.Contains(t, string(d.call(http.MethodGet, "/api/support/audit?orderId="+o.id, "", d.agent).body), "order-read")
	for _, path := range []string{"order/" + uuid.NewString(), "order/REF-0815", "payment/pay-1", "einvoice/" + uuid.NewString(), "refund/" + o.id} {
		requireRefused(t, d.call(http.MethodGet, "/api/support/cases/"+path, "", d.agent), contract.FailCaseUnknown)
	}
}

func TestCases_ThePageOfAnOrderSaysWhereItStands(t *testing.T) {
	d := newDesk(t)
	require.Equal(t, "wizard", *d.detail("order", d.start().id).Case.Stage, "it can be gone on with for a caller")
	require.Equal(t, "held", *d.detail("order", d.stuck(time.Hour).id).Case.Stage)
}

func TestCases_OnlyOperatorsAreShownTheWayIntoTemporal(t *testing.T) {
	d := newDesk(t, func(o *server.Options) { o.CodecOrigin, o.Namespace = "https://temporal.example", "selfcare" })
	o := d.stuck(time.Hour)
	operator := bearer(d.signedIn("operator@selfcare.example", "support", "operator"))
	shown := d.detail("order", o.id, operator)
	require.Contains(t, *shown.TemporalUrl, "https://temporal.example/namespaces/selfcare/workflows/order%2FSC")
	require.Nil(t, d.detail("order", o.id).TemporalUrl)
}

func TestCases_APreviewSaysWhatWillHappenAndDoesNothing(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	will := d.preview("order", o.id, `{"action":"cancel"}`)
	require.True(t, will.Allowed)
	require.Equal(t, []gen.CaseMoney{{Amount: 10500, To: "card", Brand: new("MADA"), Last4: new("4242")}}, will.Money)
	undone := []string{}
	for _, work := range will.Undone {
		undone = append(undone, work.Key)
	}
	require.Equal(t, []string{"cancel-parcel", "return-sim", "refund", "release-number"}, undone)
	said := []string{}
	for _, s := range will.Sentences {
		said = append(said, s.Text)
		require.NotContains(t, s.Text, "{")
	}
	require.Contains(t, said, "Undo 1: Call the parcel off")
	require.Contains(t, said, "105.00 SAR go back to the MADA card ending in 4242.")
	arabic := d.preview("order", o.id, `{"action":"cancel"}`, header{"Accept-Language": "ar"})
	require.Contains(t, arabic.Sentences[0].Text, "إلغاء الشحنة")
	skip := d.preview("order", o.id, `{"action":"skip"}`)
	require.False(t, skip.Allowed)
	require.Equal(t, string(contract.FailResolutionNotAllowed), *skip.Refusal)
	require.Zero(t, d.decided())
}

func TestCases_ADecisionNeedsWhatWasSeen(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	seen := d.preview("order", o.id, `{"action":"retry"}`).Seen
	d.put(o, func(full *contract.Order) { full.Held.FailureCode = contract.FailOutsideSystem })
	requireRefused(t, d.resolve(d.agent, "order", o.id, "retry", seen), contract.FailCaseOutdated)
	require.Zero(t, d.decided())
	seen = d.detail("order", o.id).Seen
	requireRefused(t, d.resolve(d.agent, "order", o.id, "skip", seen), contract.FailResolutionNotAllowed)
	got := d.resolve(d.agent, "order", o.id, "retry", seen)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, gen.CaseStateGoingOn, decoded[caseDetail](t, got).Data.Case.State)
	requireRefused(t, d.resolve(d.agent, "order", o.id, "retry", seen), contract.FailCaseNotHeld)
	require.Equal(t, 1, d.decided())
}

func TestCases_ADecisionThatIsRepeatedIsAnsweredOnce(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	seen := d.detail("order", o.id).Seen
	d.sameKey = uuid.NewString()
	first, again := d.resolve(d.agent, "order", o.id, "retry", seen), d.resolve(d.agent, "order", o.id, "retry", seen)
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.body))
	require.Equal(t, string(first.body), string(again.body))
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, 1, d.decided())
}

func TestCases_AnAmendmentIsCheckedBeforeItIsPassedOn(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	seen := d.detail("order", o.id).Seen
	bad := d.resolve(d.agent, "order", o.id, "amend", seen, `"amendments":{"address":{"city":"atlantis","area":"Olaya","street":"King Fahd","buildingNumber":"7421"}}`)
	problem := requireRefused(t, bad, contract.FailCityUnknown)
	require.Contains(t, *problem.Fields, "amendments.address.city")
	wrong := d.resolve(d.agent, "order", o.id, "amend", seen, `"amendments":{"address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"74"}}`)
	require.Contains(t, *requireRefused(t, wrong, contract.FailValidation).Fields, "amendments.address.buildingNumber")
	requireRefused(t, d.resolve(d.agent, "order", o.id, "amend", seen), contract.FailResolutionNotAllowed)
	require.Zero(t, d.decided())
}

func TestCases_TwoAgentsDoNotActOnOne(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	other := bearer(d.signedIn("other@selfcare.example", "support"))
	path := "/api/support/cases/order/" + o.id + "/claim"
	require.Equal(t, http.StatusOK, d.call(http.MethodPost, path, "{}", d.agent, freshKey()).StatusCode)
	seen := d.detail("order", o.id).Seen
	refused := requireRefused(t, d.resolve(other, "order", o.id, "retry", seen), contract.FailCaseClaimed)
	require.Contains(t, refused.Message, "agent@selfcare.example")
	requireRefused(t, d.call(http.MethodPost, path, "{}", other, freshKey()), contract.FailCaseClaimed)
	requireRefused(t, d.call(http.MethodPost, path, `{"takeOver":true}`, other, freshKey()), contract.FailCaseClaimNote)
	require.Len(t, d.cases("?claimed=me").Items, 1)
	require.Empty(t, d.cases("?claimed=unclaimed").Items)
	require.Empty(t, d.cases("?claimed=others").Items)
	require.Equal(t, http.StatusNoContent, d.call(http.MethodDelete, path, "", other, freshKey()).StatusCode)
	require.Len(t, d.cases("?claimed=me").Items, 1, "nobody lets go of what is somebody else's")
	over := d.call(http.MethodPost, path, `{"takeOver":true,"note":"their shift is over"}`, other, freshKey())
	require.Equal(t, http.StatusOK, over.StatusCode, string(over.body))
	requireRefused(t, d.resolve(d.agent, "order", o.id, "retry", seen), contract.FailCaseClaimed)
	require.Equal(t, http.StatusNoContent, d.call(http.MethodDelete, path, "", other, freshKey()).StatusCode)
	require.Equal(t, http.StatusOK, d.resolve(d.agent, "order", o.id, "retry", seen).StatusCode)
	requireRefused(t, d.call(http.MethodPost, path, "{}", d.agent, freshKey()), contract.FailCaseNotHeld)
}

func TestCases_OfManyWhoDecideAtOnceOneDoes(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	deciders := []header{d.agent, bearer(d.signedIn("other@selfcare.example", "support"))}
	seen := d.detail("order", o.id).Seen
	var all sync.WaitGroup
	var decided atomic.Int32
	for i := range 10 {
		all.Go(func() {
			if d.resolve(deciders[i%2], "order", o.id, "retry", seen).StatusCode == http.StatusOK {
				decided.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, decided.Load())
}

func TestCases_ANoteStays(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	got := d.call(http.MethodPost, "/api/support/cases/order/"+o.id+"/notes", `{"note":"called, no answer"}`, d.agent, freshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	notes := d.detail("order", o.id).Notes
	require.Len(t, notes, 1)
	require.Equal(t, "called, no answer", notes[0].Note)
	require.Equal(t, "agent@selfcare.example", notes[0].Name)
	_, err := d.db.ExecContext(t.Context(), "UPDATE case_notes SET note = 'never called'")
	require.Error(t, err)
}

func TestCases_ARefundNeedsASecondPersonHereToo(t *testing.T) {
	d := newDesk(t)
	o := d.dear()
	asked := d.askedRefund(d.agent, o.id)
	require.NotEmpty(t, asked.Id)
	listed := d.cases("?kind=refund").Items
	require.Len(t, listed, 1)
	require.Equal(t, o.id, listed[0].Id)
	shown := d.detail("refund", o.id)
	for _, a := range shown.Actions {
		require.False(t, a.Allowed, "one's own")
	}
	requireRefused(t, d.resolve(d.agent, "refund", o.id, "approve", shown.Seen), contract.FailRefundSamePerson)
	second := bearer(d.signedIn("second@selfcare.example", "support"))
	will := d.preview("refund", o.id, `{"action":"approve"}`, second)
	require.True(t, will.Allowed)
	require.EqualValues(t, 10500, will.Money[0].Amount)
	got := d.resolve(second, "refund", o.id, "approve", shown.Seen)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Len(t, d.refunds.decided, 1)
	requireRefused(t, d.resolve(second, "refund", o.id, "approve", shown.Seen), contract.FailCaseNotHeld)
	require.Empty(t, d.cases("?kind=refund").Items)
}

func TestCases_SearchFindsByWhateverIsReadOut(t *testing.T) {
	d := newDesk(t)
	o := d.stuck(time.Hour)
	record, err := d.store.Orders.Get(t.Context(), o.id)
	require.NoError(t, err)
	search := func(q string) []gen.SearchHit {
		got := d.call(http.MethodPost, "/api/support/search", `{"q":"`+q+`"}`, d.agent)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		return decoded[struct{ Items []gen.SearchHit }](t, got).Items
	}
	for q, by := range map[string]gen.SearchHitBy{
		record.Order.Number: "order-number", "055 123 4567": "mobile", ownerID: "id-number", "8996601000000000004": "iccid", "Noura@selfcare.example": "email",
		"0570000123": "mobile",
	} {
		hits := search(q)
		require.Len(t, hits, 1, q)
		require.Equal(t, o.id, hits[0].Id, q)
		require.Equal(t, by, hits[0].By, q)
		require.True(t, *hits[0].IsCase)
	}
	d.customer(mainLine, "prepaid")
	hits := search(mainLine)
	require.Equal(t, gen.SearchHitTypeCustomer, hits[0].Type)
	require.Equal(t, "057•••0001", hits[0].Reference)
	require.Empty(t, search("SC99999999"))
	requireRefused(t, d.call(http.MethodPost, "/api/support/search", `{"q":"نورة نورة"}`, d.agent), contract.FailSearchUnclear)
	card := d.call(http.MethodGet, "/api/support/customers/"+hits[0].Id, "", d.agent)
	require.Equal(t, http.StatusOK, card.StatusCode, string(card.body))
	shown := decoded[struct{ Data gen.CustomerCard }](t, card).Data
	require.Equal(t, mainLine, shown.Lines[0].Msisdn)
	require.NotContains(t, string(card.body), ownerID, "only the end of it")
	requireRefused(t, d.call(http.MethodGet, "/api/support/customers/"+uuid.NewString(), "", d.agent), contract.FailCustomerUnknown)
}
