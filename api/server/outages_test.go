package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/outage"
	"selfcare/internal/flow"
)

// away plays a courier that has not answered for two minutes, with an order that waits for it.
func (d *desk) away() (o started, number string) {
	d.t.Helper()
	o = d.start()
	d.put(o, func(full *contract.Order) { full.Stage, number = contract.StagePreparing, full.Number })
	var tally outage.Tally
	for _, ago := range []time.Duration{2 * time.Minute, 90 * time.Second, 30 * time.Second} {
		tally.Add("courier", false, outage.Work{Kind: outage.OfOrder, Number: number}, time.Now().Add(-ago))
	}
	require.NoError(d.t, d.store.Outages.Note(d.t.Context(), tally.Take(), time.Now()))
	return o, number
}

func (d *desk) answered() {
	d.t.Helper()
	var tally outage.Tally
	tally.Add("courier", true, outage.Work{}, time.Now())
	require.NoError(d.t, d.store.Outages.Note(d.t.Context(), tally.Take(), time.Now()))
}

func (d *desk) outages(headers ...header) []gen.Outage {
	d.t.Helper()
	got := d.call(http.MethodGet, "/api/support/outages", "", append([]header{d.agent}, headers...)...)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Items []gen.Outage }](d.t, got).Items
}

func (d *desk) waiting(query string) gen.ListWaitingAnswer {
	d.t.Helper()
	got := d.call(http.MethodGet, "/api/support/outages/courier/waiting"+query, "", d.agent)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.ListWaitingAnswer](d.t, got)
}

func TestOutages_PartnerAway_IsNamedWithItsOrders(t *testing.T) {
	d := newDesk(t)
	require.Empty(t, d.outages())
	o, number := d.away()

	shown := d.outages()
	require.Len(t, shown, 1)
	require.Equal(t, gen.Partner("courier"), shown[0].Partner)
	require.Equal(t, "The courier", shown[0].Name)
	require.Equal(t, 1, shown[0].Orders)
	require.WithinDuration(t, time.Now().Add(-2*time.Minute), shown[0].Since, time.Minute)
	require.Equal(t, "شركة التوصيل", d.outages(header{"Accept-Language": "ar"})[0].Name)

	waits := d.waiting("")
	require.NotNil(t, waits.Away)
	require.Len(t, waits.Items, 1)
	require.Equal(t, o.id, waits.Items[0].Id)
	require.Equal(t, number, waits.Items[0].Reference)
	require.Empty(t, d.waiting("?after=order/"+number).Items)

	d.answered()
	require.Empty(t, d.outages())
	require.Nil(t, d.waiting("").Away)
	require.Empty(t, d.waiting("").Items)
}

func TestGetCase_PartnerAway_NamesItInsteadOfATechnicalReason(t *testing.T) {
	d := newDesk(t)
	o, _ := d.away()
	d.attempts.tried = []flow.Attempt{{Activity: "BookShipment", State: "backing-off", Attempt: 11, Failed: true}}
	shown := d.detail("order", o.id)
	require.NotNil(t, shown.Away)
	require.Equal(t, "The courier", shown.Away.Name)
	require.Equal(t, "Not reached: The courier.", *shown.Attempts.Items[0].Cause)

	d.answered()
	shown = d.detail("order", o.id)
	require.Nil(t, shown.Away)
	require.Equal(t, "It failed for a technical reason.", *shown.Attempts.Items[0].Cause)
}

func TestGetCase_MessageWaits_NamesTheSenderNotAnHour(t *testing.T) {
	d := newDesk(t)
	o := d.start()
	notice := contract.Notice{OrderID: o.id, Key: "waits", Template: "order-placed", Language: "en", Mobile: "0551234567"}
	require.NoError(t, d.store.Outbox.Queue(t.Context(), notice))
	require.NoError(t, d.store.Outbox.Later(t.Context(), o.id+"-waits", string(contract.FailOutsideSystem), time.Minute, 0))
	shown := d.detail("order", o.id)
	require.Equal(t, "Not reached: The sender of messages.", *shown.Messages[len(shown.Messages)-1].Failure)
}

func TestSearchCases_PartnerAway_IsToldWithTheHit(t *testing.T) {
	d := newDesk(t)
	_, number := d.away()
	got := d.call(http.MethodPost, "/api/support/search", `{"q":"`+number+`"}`, d.agent)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	hits := decoded[struct{ Items []gen.SearchHit }](t, got).Items
	require.Len(t, hits, 1)
	require.NotNil(t, hits[0].Away)
	require.Equal(t, "The courier", hits[0].Away.Name)
}

func TestListWaiting_UnknownPartner_IsRefused(t *testing.T) {
	d := newDesk(t)
	requireRefused(t, d.call(http.MethodGet, "/api/support/outages/nobody/waiting", "", d.agent), contract.FailValidation)
}
