package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/outage"
	"selfcare/internal/flow"
)

// away has a courier that has not answered for two minutes and an order that waits for it.
func away(d *servertest.Desk) (o servertest.Started, number string) {
	d.T.Helper()
	o = d.Start()
	d.Put(o, func(full *contract.Order) { full.Stage, number = contract.StagePreparing, full.Number })
	var tally outage.Tally
	for _, ago := range []time.Duration{2 * time.Minute, 90 * time.Second, 30 * time.Second} {
		tally.Add("courier", false, outage.Work{Kind: outage.OfOrder, Number: number}, time.Now().Add(-ago))
	}
	require.NoError(d.T, d.Store.Outages.Note(d.T.Context(), tally.Take(), time.Now()))
	return o, number
}

func answered(d *servertest.Desk) {
	d.T.Helper()
	var tally outage.Tally
	tally.Add("courier", true, outage.Work{}, time.Now())
	require.NoError(d.T, d.Store.Outages.Note(d.T.Context(), tally.Take(), time.Now()))
}

func outages(d *servertest.Desk, headers ...servertest.Header) []gen.Outage {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/outages", "", append([]servertest.Header{d.Agent}, headers...)...)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Items []gen.Outage }](d.T, got).Items
}

func waiting(d *servertest.Desk, query string) gen.ListWaitingAnswer {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/outages/courier/waiting"+query, "", d.Agent)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.ListWaitingAnswer](d.T, got)
}

func TestOutages_PartnerAway_HasItsOrders(t *testing.T) {
	d := servertest.NewDesk(t)
	require.Empty(t, outages(d))
	o, number := away(d)

	shown := outages(d)
	require.Len(t, shown, 1)
	require.Equal(t, gen.Partner("courier"), shown[0].Partner)
	require.Equal(t, "The courier", shown[0].Name)
	require.Equal(t, 1, shown[0].Orders)
	require.WithinDuration(t, time.Now().Add(-2*time.Minute), shown[0].Since, time.Minute)
	require.Equal(t, "شركة التوصيل", outages(d, servertest.Header{"Accept-Language": "ar"})[0].Name)

	waits := waiting(d, "")
	require.NotNil(t, waits.Away)
	require.Len(t, waits.Items, 1)
	require.Equal(t, o.ID, waits.Items[0].Id)
	require.Equal(t, number, waits.Items[0].Reference)
	require.Empty(t, waiting(d, "?after=order/"+number).Items)

	answered(d)
	require.Empty(t, outages(d))
	require.Nil(t, waiting(d, "").Away)
	require.Empty(t, waiting(d, "").Items)
}

func TestGetCase_PartnerAway_NamesThePartner(t *testing.T) {
	d := servertest.NewDesk(t)
	o, _ := away(d)
	d.Attempts.Tried = []flow.Attempt{{Activity: "BookShipment", State: "backing-off", Attempt: 11, Failed: true}}
	shown := d.Detail("order", o.ID)
	require.NotNil(t, shown.Away)
	require.Equal(t, "The courier", shown.Away.Name)
	require.Equal(t, "Not reached: The courier.", *shown.Attempts.Items[0].Cause)

	answered(d)
	shown = d.Detail("order", o.ID)
	require.Nil(t, shown.Away)
	require.Equal(t, "It failed for a technical reason.", *shown.Attempts.Items[0].Cause)
}

func TestGetCase_MessageWaits_NamesTheSender(t *testing.T) {
	d := servertest.NewDesk(t)
	o := d.Start()
	notice := contract.Notice{OrderID: o.ID, Key: "waits", Template: "order-placed", Language: "en", Mobile: "0551234567"}
	require.NoError(t, d.Store.Outbox.Queue(t.Context(), notice))
	require.NoError(t, d.Store.Outbox.Postpone(t.Context(), o.ID+"-waits", string(contract.FailOutsideSystem), time.Minute, 0))
	shown := d.Detail("order", o.ID)
	require.Equal(t, "Not reached: The sender of messages.", *shown.Messages[len(shown.Messages)-1].Failure)
}

// A sender that refuses an address was reached: the state of each channel tells what happened.
func TestGetCase_OneChannelRefused_NamesNoOutage(t *testing.T) {
	d := servertest.NewDesk(t)
	o := d.Start()
	notice := contract.Notice{OrderID: o.ID, Key: "bounced", Template: "order-placed", Language: "en", Mobile: "0551234567", Email: "noura@example.com"}
	require.NoError(t, d.Store.Outbox.Queue(t.Context(), notice))
	ways := map[string]string{"sms": "sent", "email": "refused"}
	require.NoError(t, d.Store.Outbox.NoteRefused(t.Context(), o.ID+"-bounced", string(contract.FailOutsideSystem), ways))
	shown := d.Detail("order", o.ID)
	message := shown.Messages[len(shown.Messages)-1]
	require.Nil(t, message.Failure)
	require.Equal(t, gen.CaseMessageStateSent, message.State)
	require.Len(t, message.Channels, len(ways))
}

func TestSearchCases_PartnerAway_NamesIt(t *testing.T) {
	d := servertest.NewDesk(t)
	_, number := away(d)
	got := d.Call(http.MethodPost, "/api/support/search", `{"q":"`+number+`"}`, d.Agent)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	hits := servertest.Decoded[struct{ Items []gen.SearchHit }](t, got).Items
	require.Len(t, hits, 1)
	require.NotNil(t, hits[0].Away)
	require.Equal(t, "The courier", hits[0].Away.Name)
}

func TestListWaiting_UnknownPartner_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/outages/nobody/waiting", "", d.Agent), contract.FailValidation)
}
