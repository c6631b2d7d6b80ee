package support_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/flow"
)

func TestCases_Queue_HasCounts(t *testing.T) {
	d := servertest.NewDesk(t)
	older, newer := stuck(d, 5*time.Hour), stuck(d, time.Minute)
	all := d.Cases("")
	require.Len(t, all.Items, 2)
	first := all.Items[0]
	require.Equal(t, older.ID, first.Id)
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
	require.Equal(t, newer.ID, d.Cases("?order=newest").Items[0].Id)
	require.Equal(t, texts.Text(texts.Arabic, "case.reason.courier_refused", nil), d.Cases("", servertest.Header{"Accept-Language": "ar"}).Items[0].Reason)
	require.Empty(t, d.Cases("?kind=purchase").Items)
	require.Len(t, d.Cases("?kind=purchase").Counts, 1, "counts ignore the filter")
	require.Empty(t, d.Cases("?failureCode=network_refused").Items)
	require.Len(t, d.Cases("?failureCode=courier_refused&state=late").Items, 1)
	require.Len(t, d.Cases("?state=held").Items, 2)
}

func TestCases_NextPage_ContinuesList(t *testing.T) {
	d := servertest.NewDesk(t)
	want := map[string]bool{}
	for i := range 5 {
		want[stuck(d, time.Duration(i)*time.Minute).ID] = true
	}
	after, pages := "", 0
	for {
		page := d.Cases("?perPage=2" + after)
		pages++
		for _, c := range page.Items {
			require.True(t, want[c.Id], "each case comes once")
			delete(want, c.Id)
		}
		if page.Next == "" {
			break
		}
		after = "&after=" + page.Next
	}
	require.Empty(t, want)
	require.Equal(t, 3, pages)
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/cases?after=eyJ4Ijox", "", d.Agent), contract.FailCasePage)
}

func TestGetCase_HeldOrder_HasAllFacts(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	d.Attempts.Tried = []flow.Attempt{{Activity: "BookParcel", State: "backing-off", Attempt: 3, Failed: true, Code: contract.FailOutsideSystem}}
	shown := d.Detail("order", o.ID)
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
	require.Nil(t, shown.TemporalUrl, "support gets no link to Temporal")
	allowed := map[gen.CaseAction]bool{}
	for _, a := range shown.Actions {
		allowed[a.Action] = a.Allowed
		require.Equal(t, a.Allowed, a.Reason == nil)
	}
	require.Equal(t, map[gen.CaseAction]bool{"retry": true, "amend": true, "skip": false, "cancel": true}, allowed)
	d.Attempts.Standing = flow.StandingAway
	away := d.Detail("order", o.ID)
	require.EqualValues(t, "away", away.Attempts.Temporal)
	require.NotEmpty(t, away.Attempts.Text)
	require.NotEmpty(t, away.Steps, "the page shows the facts of the row")
	require.Contains(t, string(d.Call(http.MethodGet, "/api/support/audit?orderId="+o.ID, "", d.Agent).Body), "order-read")
	for _, path := range []string{"order/" + uuid.NewString(), "order/REF-0815", "payment/pay-1", "einvoice/" + uuid.NewString(), "refund/" + o.ID} {
		servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/cases/"+path, "", d.Agent), contract.FailCaseUnknown)
	}
}

func TestGetCase_Order_SaysWhereItStands(t *testing.T) {
	d := servertest.NewDesk(t)
	require.Equal(t, "wizard", *d.Detail("order", d.Start().ID).Case.Stage, "an agent can continue the order for a caller")
	require.Equal(t, "held", *d.Detail("order", stuck(d, time.Hour).ID).Case.Stage)
}

func TestGetCase_Order_ShowsGoodsAndPrice(t *testing.T) {
	d := servertest.NewDesk(t)
	_, err := d.DB.ExecContext(t.Context(), "INSERT INTO cities (key, name_en, name_ar, position) VALUES ('riyadh', 'Riyadh', 'الرياض', 1)")
	require.NoError(t, err)
	o := stuck(d, time.Hour)
	d.Put(o, func(full *contract.Order) {
		full.Plan = &contract.Plan{
			ID: "flex", NameEn: "Flex 100", NameAr: "فلكس ١٠٠", Price: 10000, SubscriptionType: "postpaid", FreeCategories: []string{"gold"}, CommitmentMonths: 12,
		}
		full.Price = &contract.Price{
			Lines: []contract.PriceLine{{Key: contract.LineNumber}, {Key: contract.LinePlan, Amount: 10000}, {Key: contract.LineDelivery, Amount: 2500}},
			Total: 12500, VAT: 1630, PinnedAt: time.Now(),
		}
	})
	shown := d.Detail("order", o.ID).Ordered
	require.NotNil(t, shown)
	require.Equal(t, "057•••0123", *shown.Msisdn)
	require.EqualValues(t, "gold", *shown.Category)
	require.EqualValues(t, "physical", *shown.SimType)
	require.Equal(t, "Flex 100", shown.Plan.Name)
	require.Equal(t, 12, *shown.Plan.CommitmentMonths)
	require.EqualValues(t, contract.DeliverHome, shown.Delivery.Method)
	require.Equal(t, "Riyadh", *shown.Delivery.City)
	require.EqualValues(t, 12500, shown.Price.Total)
	require.EqualValues(t, 1630, shown.Price.Vat)
	require.True(t, shown.Price.Pinned)
	require.Len(t, shown.Price.Lines, 3)
	arabic := d.Detail("order", o.ID, servertest.Header{"Accept-Language": "ar"}).Ordered
	require.Equal(t, "فلكس ١٠٠", arabic.Plan.Name)
	require.Equal(t, "الرياض", *arabic.Delivery.City)
	require.Nil(t, d.Detail("order", d.Start().ID).Ordered.Price, "a draft has no price yet")
}

func TestGetCase_Agent_HasNoTemporalLink(t *testing.T) {
	d := servertest.NewDesk(t, func(o *server.Options) { o.CodecOrigin, o.Namespace = "https://temporal.example", "selfcare" })
	o := stuck(d, time.Hour)
	operator := servertest.Bearer(d.SignedIn("operator@selfcare.example", "support", "operator"))
	shown := d.Detail("order", o.ID, operator)
	require.Contains(t, *shown.TemporalUrl, "https://temporal.example/namespaces/selfcare/workflows/order%2FSC")
	require.Nil(t, d.Detail("order", o.ID).TemporalUrl)
}

func TestDecision_Preview_ChangesNothing(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	will := preview(d, "order", o.ID, `{"action":"cancel"}`)
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
	require.Contains(t, said, "105.00 SAR goes back to the mada card ending in 4242.")
	arabic := preview(d, "order", o.ID, `{"action":"cancel"}`, servertest.Header{"Accept-Language": "ar"})
	require.Contains(t, arabic.Sentences[0].Text, "إلغاء الشحنة")
	require.True(t, slices.ContainsFunc(arabic.Sentences, func(s gen.CaseWords) bool { return strings.Contains(s.Text, "بطاقة مدى") }))
	skip := preview(d, "order", o.ID, `{"action":"skip"}`)
	require.False(t, skip.Allowed)
	require.Equal(t, string(contract.FailResolutionNotAllowed), *skip.Refusal)
	require.Zero(t, decided(d))
}

func TestDecision_StaleVersion_Refused(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	seen := preview(d, "order", o.ID, `{"action":"retry"}`).Seen
	d.Put(o, func(full *contract.Order) { full.Held.FailureCode = contract.FailOutsideSystem })
	servertest.RequireRefused(t, resolve(d, d.Agent, "order", o.ID, "retry", seen), contract.FailCaseOutdated)
	require.Zero(t, decided(d))
	seen = d.Detail("order", o.ID).Seen
	servertest.RequireRefused(t, resolve(d, d.Agent, "order", o.ID, "skip", seen), contract.FailResolutionNotAllowed)
	got := resolve(d, d.Agent, "order", o.ID, "retry", seen)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, gen.CaseStateGoingOn, servertest.Decoded[servertest.CaseDetail](t, got).Data.Case.State)
	servertest.RequireRefused(t, resolve(d, d.Agent, "order", o.ID, "retry", seen), contract.FailCaseNotHeld)
	require.Equal(t, 1, decided(d))
}

func TestDecision_Repeated_CountsOnce(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	seen := d.Detail("order", o.ID).Seen
	d.SameKey = uuid.NewString()
	first, again := resolve(d, d.Agent, "order", o.ID, "retry", seen), resolve(d, d.Agent, "order", o.ID, "retry", seen)
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.Body))
	require.Equal(t, string(first.Body), string(again.Body))
	require.Equal(t, "true", again.Header.Get("Idempotent-Replayed"))
	require.Equal(t, 1, decided(d))
}

func TestDecision_BadAmendment_Refused(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	seen := d.Detail("order", o.ID).Seen
	bad := resolve(d, d.Agent, "order", o.ID, "amend", seen, `"amendments":{"address":{"city":"atlantis","area":"Olaya","street":"King Fahd","buildingNumber":"7421"}}`)
	problem := servertest.RequireRefused(t, bad, contract.FailCityUnknown)
	require.Contains(t, *problem.Fields, "amendments.address.city")
	wrong := resolve(d, d.Agent, "order", o.ID, "amend", seen, `"amendments":{"address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"74"}}`)
	require.Contains(t, *servertest.RequireRefused(t, wrong, contract.FailValidation).Fields, "amendments.address.buildingNumber")
	servertest.RequireRefused(t, resolve(d, d.Agent, "order", o.ID, "amend", seen), contract.FailResolutionNotAllowed)
	require.Zero(t, decided(d))
}

func TestDecision_SecondAgent_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	other := servertest.Bearer(d.SignedIn("other@selfcare.example", "support"))
	path := "/api/support/cases/order/" + o.ID + "/claim"
	require.Equal(t, http.StatusOK, d.Call(http.MethodPost, path, "{}", d.Agent, servertest.FreshKey()).StatusCode)
	seen := d.Detail("order", o.ID).Seen
	refused := servertest.RequireRefused(t, resolve(d, other, "order", o.ID, "retry", seen), contract.FailCaseClaimed)
	require.Contains(t, refused.Message, "agent@selfcare.example")
	servertest.RequireRefused(t, d.Call(http.MethodPost, path, "{}", other, servertest.FreshKey()), contract.FailCaseClaimed)
	servertest.RequireRefused(t, d.Call(http.MethodPost, path, `{"takeOver":true}`, other, servertest.FreshKey()), contract.FailCaseClaimNote)
	require.Len(t, d.Cases("?claimed=me").Items, 1)
	require.Empty(t, d.Cases("?claimed=unclaimed").Items)
	require.Empty(t, d.Cases("?claimed=others").Items)
	require.Equal(t, http.StatusNoContent, d.Call(http.MethodDelete, path, "", other, servertest.FreshKey()).StatusCode)
	require.Len(t, d.Cases("?claimed=me").Items, 1, "a colleague's claim cannot be released")
	over := d.Call(http.MethodPost, path, `{"takeOver":true,"note":"their shift is over"}`, other, servertest.FreshKey())
	require.Equal(t, http.StatusOK, over.StatusCode, string(over.Body))
	servertest.RequireRefused(t, resolve(d, d.Agent, "order", o.ID, "retry", seen), contract.FailCaseClaimed)
	require.Equal(t, http.StatusNoContent, d.Call(http.MethodDelete, path, "", other, servertest.FreshKey()).StatusCode)
	require.Equal(t, http.StatusOK, resolve(d, d.Agent, "order", o.ID, "retry", seen).StatusCode)
	servertest.RequireRefused(t, d.Call(http.MethodPost, path, "{}", d.Agent, servertest.FreshKey()), contract.FailCaseNotHeld)
}

func TestDecision_ManyAtOnce_OneCounts(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	deciders := []servertest.Header{d.Agent, servertest.Bearer(d.SignedIn("other@selfcare.example", "support"))}
	seen := d.Detail("order", o.ID).Seen
	var all sync.WaitGroup
	var decided atomic.Int32
	for i := range 10 {
		all.Go(func() {
			if resolve(d, deciders[i%2], "order", o.ID, "retry", seen).StatusCode == http.StatusOK {
				decided.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, decided.Load())
}

// Blanks around a text do not count: the text is read without them before the contract checks its length.
func TestCases_NoteOfBlanks_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	o := d.Start()
	for _, note := range []string{" ﭚa", "  a", "a\u00a0\n\n"} {
		body, err := json.Marshal(map[string]string{"note": note})
		require.NoError(t, err)
		servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/cases/order/"+o.ID+"/notes", string(body), d.Agent, servertest.FreshKey()), contract.FailValidation)
	}
}

func TestCases_Note_IsKept(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	got := d.Call(http.MethodPost, "/api/support/cases/order/"+o.ID+"/notes", `{"note":"called, no answer"}`, d.Agent, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	notes := d.Detail("order", o.ID).Notes
	require.Len(t, notes, 1)
	require.Equal(t, "called, no answer", notes[0].Note)
	require.Equal(t, "agent@selfcare.example", notes[0].Name)
	_, err := d.DB.ExecContext(t.Context(), "UPDATE case_notes SET note = 'never called'")
	require.Error(t, err)
}

func TestDecision_LargeRefund_NeedsApproval(t *testing.T) {
	d := servertest.NewDesk(t)
	o := d.CompleteLargeOrder()
	asked := d.MustAskRefund(d.Agent, o.ID)
	require.NotEmpty(t, asked.Id)
	listed := d.Cases("?kind=refund").Items
	require.Len(t, listed, 1)
	require.Equal(t, o.ID, listed[0].Id)
	shown := d.Detail("refund", o.ID)
	for _, a := range shown.Actions {
		require.False(t, a.Allowed, "one's own")
	}
	servertest.RequireRefused(t, resolve(d, d.Agent, "refund", o.ID, "approve", shown.Seen), contract.FailRefundSamePerson)
	second := servertest.Bearer(d.SignedIn("second@selfcare.example", "support"))
	will := preview(d, "refund", o.ID, `{"action":"approve"}`, second)
	require.True(t, will.Allowed)
	require.EqualValues(t, 10500, will.Money[0].Amount)
	got := resolve(d, second, "refund", o.ID, "approve", shown.Seen)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Len(t, d.Refunds.Decided, 1)
	servertest.RequireRefused(t, resolve(d, second, "refund", o.ID, "approve", shown.Seen), contract.FailCaseNotHeld)
	require.Empty(t, d.Cases("?kind=refund").Items)
}

func TestSearchCases_AnyReference_FindsTheCase(t *testing.T) {
	d := servertest.NewDesk(t)
	o := stuck(d, time.Hour)
	record, err := d.Store.Orders.Get(t.Context(), o.ID)
	require.NoError(t, err)
	search := func(q string) []gen.SearchHit {
		got := d.Call(http.MethodPost, "/api/support/search", `{"q":"`+q+`"}`, d.Agent)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return servertest.Decoded[struct{ Items []gen.SearchHit }](t, got).Items
	}
	for q, by := range map[string]gen.SearchHitBy{
		record.Order.Number: "order-number", "055 123 4567": "mobile", servertest.OwnerID: "id-number", "8996601000000000004": "iccid", "Noura@selfcare.example": "email",
		"0570000123": "mobile",
	} {
		hits := search(q)
		require.Len(t, hits, 1, q)
		require.Equal(t, o.ID, hits[0].Id, q)
		require.Equal(t, by, hits[0].By, q)
		require.True(t, *hits[0].IsCase)
	}
	d.Customer(servertest.MainLine, "prepaid")
	hits := search(servertest.MainLine)
	require.Equal(t, gen.SearchHitTypeCustomer, hits[0].Type)
	require.Equal(t, "057•••0001", hits[0].Reference)
	require.Empty(t, search("SC99999999"))
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/search", `{"q":"نورة نورة"}`, d.Agent), contract.FailSearchUnclear)
	card := d.Call(http.MethodGet, "/api/support/customers/"+hits[0].Id, "", d.Agent)
	require.Equal(t, http.StatusOK, card.StatusCode, string(card.Body))
	shown := servertest.Decoded[struct{ Data gen.CustomerCard }](t, card).Data
	require.Equal(t, servertest.MainLine, shown.Lines[0].Msisdn)
	require.NotContains(t, string(card.Body), servertest.OwnerID, "the card shows only the end of the ID number")
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/customers/"+uuid.NewString(), "", d.Agent), contract.FailCustomerUnknown)
}

// decided counts the decisions that reached an order.
func decided(d *servertest.Desk) (count int) {
	for _, update := range d.Flow.SentUpdates() {
		if update.Name == contract.UpdateResolve {
			count++
		}
	}
	return count
}
