package support_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/bulk"
	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// bulkBooks are the activities of the workflow of a bulk.
type bulkBooks struct {
	*bulk.Activities
	*bulk.Resumption
}

// fakeBulks plays the workflow of a bulk with its real writes; the test decides when an item is processed.
type fakeBulks struct {
	desk  *servertest.Desk
	books bulkBooks
	moves []contract.BulkMove
}

// Resume does to an order what its workflow does after a retry.
func (f *fakeBulks) Resume(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error {
	_, err := f.desk.Flow.Update(ctx, c.Reference, contract.UpdateResolve, key, in)
	return err
}

func (f *fakeBulks) Start(ctx context.Context, b contract.Bulk) (contract.Bulk, error) {
	opened, err := f.books.OpenBulk(ctx, b, contract.At{Now: time.Now()})
	return opened, servertest.AsRefusal(err)
}

func (f *fakeBulks) Move(ctx context.Context, id, _ string, in contract.BulkMove) (contract.Bulk, error) {
	f.moves = append(f.moves, in)
	b, _, err := f.desk.Store.Bulks.Get(ctx, id)
	require.NoError(f.desk.T, err)
	in.Now = time.Now()
	moved, err := f.books.MoveBulk(ctx, b, in)
	return moved, servertest.AsRefusal(err)
}

func newBulkDesk(t *testing.T) (*servertest.Desk, *fakeBulks) {
	t.Helper()
	f := &fakeBulks{}
	f.desk = servertest.NewDesk(t, func(o *server.Options) { o.Bulks = f })
	f.books = bulkBooks{bulk.New(f.desk.Store), bulk.NewResumption(f.desk.Store, f)}
	return f.desk, f
}

type bulkDetail struct {
	Data  gen.Bulk
	Items []gen.BulkItem
}

func previewBulk(d *servertest.Desk, filter string) servertest.Answer {
	d.T.Helper()
	return d.Call(http.MethodPost, "/api/support/bulk-resolutions/preview", `{"filter":`+filter+`}`, d.Agent)
}

func startBulk(d *servertest.Desk, filter string, headers ...servertest.Header) servertest.Answer {
	d.T.Helper()
	return d.Call(http.MethodPost, "/api/support/bulk-resolutions", `{"filter":`+filter+`,"note":"the courier is back"}`, append([]servertest.Header{d.Agent, d.Key()}, headers...)...)
}

func readBulk(d *servertest.Desk, id, query string) bulkDetail {
	d.T.Helper()
	got := d.Call(http.MethodGet, "/api/support/bulk-resolutions/"+id+query, "", d.Agent)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[bulkDetail](d.T, got)
}

func moveBulk(d *servertest.Desk, id, word string) servertest.Answer {
	d.T.Helper()
	return d.Call(http.MethodPost, "/api/support/bulk-resolutions/"+id+"/"+word, "", d.Agent, d.Key())
}

const courierRefused = `{"kind":"order","failureCode":"courier_refused"}`

func TestBulk_DryRun_ChangesNothing(t *testing.T) {
	d, _ := newBulkDesk(t)
	o, theirs := stuck(d, time.Hour), stuck(d, 2*time.Hour)
	colleague := servertest.Bearer(d.SignedIn("sara@selfcare.example", "support"))
	require.Equal(t, http.StatusOK, d.Call(http.MethodPost, "/api/support/cases/order/"+theirs.ID+"/claim", `{}`, colleague, d.Key()).StatusCode)
	got := previewBulk(d, courierRefused)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	will := servertest.Decoded[struct{ Data gen.BulkPreview }](t, got).Data
	require.Equal(t, []int{2, 1, 60, 1}, []int{will.Total, will.Resumable, will.PerMinute, will.Minutes})
	require.NotNil(t, will.Filter.Until)
	require.Len(t, will.Groups, 1)
	require.Equal(t, "Deliver the parcel", will.Groups[0].Work.Title)
	require.Equal(t, []string{theirs.ID, o.ID}, []string{will.Items[0].Case.Id, will.Items[1].Case.Id}, "skipped items come first")
	require.False(t, will.Items[0].Allowed)
	require.Equal(t, string(contract.FailCaseClaimed), *will.Items[0].FailureCode)
	require.Contains(t, *will.Items[0].Reason, "sara@selfcare.example")
	require.True(t, will.Items[1].Allowed)
	require.Equal(t, "tries-again", will.Items[1].Will[0].Key)
	require.NotContains(t, string(got.Body), "0551234567")
	require.Len(t, d.Cases("").Items, 2, "a dry run changes nothing")
	require.Equal(t, contract.StageHeld, stage(d, o.ID))
}

func stage(d *servertest.Desk, id string) contract.Stage {
	d.T.Helper()
	record, err := d.Store.Orders.Get(d.T.Context(), id)
	require.NoError(d.T, err)
	return record.Order.Stage
}

func TestBulk_BadInput_IsRefused(t *testing.T) {
	d, _ := newBulkDesk(t)
	stuck(d, time.Hour)
	for filter, want := range map[string]contract.Code{
		`{}`:                               contract.FailBulkFilterEmpty,
		`{"until":"2026-11-25T12:00:00Z"}`: contract.FailBulkFilterEmpty,
		`{"from":"2026-11-25T12:00:00Z","until":"2026-11-25T12:00:00Z"}`: contract.FailBulkFilterTimes,
	} {
		servertest.RequireRefused(t, previewBulk(d, filter), want)
		servertest.RequireRefused(t, startBulk(d, filter), want)
	}
	servertest.RequireRefused(t, startBulk(d, `{"kind":"purchase"}`), contract.FailBulkNothing)
	unknown := uuid.NewString()
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/bulk-resolutions/"+unknown, "", d.Agent), contract.FailBulkUnknown)
	servertest.RequireRefused(t, moveBulk(d, unknown, "pause"), contract.FailBulkUnknown)
	customer := servertest.Bearer(d.SignedIn("noura@selfcare.example"))
	require.Equal(t, http.StatusForbidden, d.Call(http.MethodPost, "/api/support/bulk-resolutions/preview", `{"filter":`+courierRefused+`}`, customer).StatusCode)
}

func TestBulk_StarterSignsOut_Continues(t *testing.T) {
	d, f := newBulkDesk(t)
	first, second := stuck(d, 2*time.Hour), stuck(d, time.Hour)
	d.SameKey = uuid.NewString()
	got := startBulk(d, courierRefused)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	b := servertest.Decoded[struct{ Data gen.Bulk }](t, got).Data
	require.Equal(t, b.Id, servertest.Decoded[struct{ Data gen.Bulk }](t, startBulk(d, courierRefused)).Data.Id, "a repeat answers with the same bulk")
	d.SameKey = ""
	require.Equal(t, []any{gen.BulkState("running"), 2, 2}, []any{b.State, b.Total, b.Counts.Waiting})
	require.Equal(t, http.StatusNoContent, d.Call(http.MethodPost, "/api/users/current/logout", "", d.Agent).StatusCode)
	for position := range 2 {
		_, err := f.books.ResumeItem(t.Context(), contract.BulkItem{BulkID: b.Id, Position: position + 1})
		require.NoError(t, err)
	}
	d.Agent = servertest.Bearer(d.SignedIn("later@selfcare.example", "support"))
	shown := readBulk(d, b.Id, "")
	require.Equal(t, "agent@selfcare.example", shown.Data.StartedByName, "the starter's name does not depend on the reader")
	require.Equal(t, 2, shown.Data.Counts.Resumed)
	require.Equal(t, []string{first.ID, second.ID}, []string{shown.Items[0].Id, shown.Items[1].Id})
	require.Equal(t, "SIM order", shown.Items[0].Title)
	require.Equal(t, contract.StagePreparing, stage(d, first.ID))
	require.Empty(t, readBulk(d, b.Id, "?outcome=refused").Items)
	require.Len(t, readBulk(d, b.Id, "?outcome=resumed").Items, 2)
	list := d.Call(http.MethodGet, "/api/support/bulk-resolutions", "", d.Agent)
	require.Contains(t, string(list.Body), b.Id)
	require.Contains(t, string(list.Body), `"startedByName":"agent@selfcare.example"`)
}

func TestBulk_Commands_PauseResumeAndStop(t *testing.T) {
	d, f := newBulkDesk(t)
	stuck(d, time.Hour)
	b := servertest.Decoded[struct{ Data gen.Bulk }](t, startBulk(d, courierRefused)).Data
	for _, step := range []struct {
		word  string
		state gen.BulkState
	}{{"pause", "paused"}, {"continuation", "running"}, {"stop", "stopped"}, {"stop", "stopped"}} {
		got := moveBulk(d, b.Id, step.word)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, step.state, servertest.Decoded[struct{ Data gen.Bulk }](t, got).Data.State)
	}
	servertest.RequireRefused(t, moveBulk(d, b.Id, "continuation"), contract.FailBulkOver)
	servertest.RequireRefused(t, moveBulk(d, b.Id, "pause"), contract.FailBulkOver)
	shown := readBulk(d, b.Id, "")
	require.NotNil(t, shown.Data.EndedAt)
	require.Equal(t, 1, shown.Data.Counts.Waiting, "items after the stop stay as they are")
	require.Equal(t, shown.Data.StartedBy, f.moves[0].By)
}

func TestBulk_HeldAgain_SaysWhy(t *testing.T) {
	d, f := newBulkDesk(t)
	o := stuck(d, time.Hour)
	b := servertest.Decoded[struct{ Data gen.Bulk }](t, startBulk(d, courierRefused)).Data
	_, err := f.books.ResumeItem(t.Context(), contract.BulkItem{BulkID: b.Id, Position: 1})
	require.NoError(t, err)
	d.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageHeld
		full.Held = &contract.Held{FailureCode: contract.FailOutsideSystem, Work: contract.WorkShip, From: contract.StagePreparing, Since: time.Now().UTC()}
	})
	shown := readBulk(d, b.Id, "?outcome=held-again")
	require.Equal(t, []int{0, 1}, []int{shown.Data.Counts.Resumed, shown.Data.Counts.HeldAgain})
	require.Equal(t, string(contract.FailOutsideSystem), *shown.Items[0].FailureCode)
	require.Equal(t, "courier_refused", shown.Items[0].HeldFor)
}

// stuck is a paid order whose parcel the courier refuses.
func stuck(d *servertest.Desk, since time.Duration) servertest.Started {
	d.T.Helper()
	o := d.Start()
	d.Put(o, func(full *contract.Order) {
		full.Stage = contract.StageHeld
		full.Held = &contract.Held{
			FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, From: contract.StagePreparing, Since: time.Now().Add(-since).UTC(),
		}
		full.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 50000}
		full.Person = &contract.Person{IDNumber: servertest.OwnerID, Nationality: "SA", BirthDate: "1990-03-05"}
		full.Contact = &contract.Contact{FullName: "Noura", Email: "noura@selfcare.example", Mobile: "0551234567"}
		full.SIM = &contract.SIM{ICCID: "8996601000000000004", PUK1: "12345678"}
		full.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "7421"}}
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, Brand: "MADA", Last4: "4242", At: time.Now()}}
	})
	return o
}
