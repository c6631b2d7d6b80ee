package server_test

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
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// fakeBulks play the process of a bulk with its real writes; items have their turn when the test says so.
type fakeBulks struct {
	desk  *desk
	books *bulk.Activities
	moves []contract.BulkMove
}

// Resume is what the process of an order makes of a retry.
func (f *fakeBulks) Resume(ctx context.Context, c supportcase.Case, key string, in contract.Resolution) error {
	_, err := f.desk.flow.Update(ctx, c.Reference, contract.UpdateResolve, key, in)
	return err
}

func (f *fakeBulks) Start(ctx context.Context, b contract.Bulk) (contract.Bulk, error) {
	opened, err := f.books.OpenBulk(ctx, b, contract.At{Now: time.Now()})
	return opened, asRefusal(err)
}

func (f *fakeBulks) Move(ctx context.Context, id, _ string, in contract.BulkMove) (contract.Bulk, error) {
	f.moves = append(f.moves, in)
	b, _, err := f.desk.store.Bulks.Get(ctx, id)
	require.NoError(f.desk.t, err)
	in.Now = time.Now()
	moved, err := f.books.MoveBulk(ctx, b, in)
	return moved, asRefusal(err)
}

// noBulks find nothing that is held.
type noBulks struct{}

func (noBulks) Start(context.Context, contract.Bulk) (contract.Bulk, error) {
	return contract.Bulk{}, contract.Refuse(contract.FailBulkNothing)
}

func (noBulks) Move(context.Context, string, string, contract.BulkMove) (contract.Bulk, error) {
	return contract.Bulk{}, contract.Refuse(contract.FailBulkOver)
}

func newBulkDesk(t *testing.T) (*desk, *fakeBulks) {
	t.Helper()
	f := &fakeBulks{}
	f.desk = newDesk(t, func(o *server.Options) { o.Bulks = f })
	f.books = bulk.New(f.desk.store, f)
	return f.desk, f
}

type bulkDetail struct {
	Data  gen.Bulk
	Items []gen.BulkItem
}

func (d *desk) previewBulk(filter string) answer {
	d.t.Helper()
	return d.call(http.MethodPost, "/api/support/bulk-resolutions/preview", `{"filter":`+filter+`}`, d.agent)
}

func (d *desk) startBulk(filter string, headers ...header) answer {
	d.t.Helper()
	return d.call(http.MethodPost, "/api/support/bulk-resolutions", `{"filter":`+filter+`,"note":"the courier is back"}`, append([]header{d.agent, d.key()}, headers...)...)
}

func (d *desk) bulk(id, query string) bulkDetail {
	d.t.Helper()
	got := d.call(http.MethodGet, "/api/support/bulk-resolutions/"+id+query, "", d.agent)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[bulkDetail](d.t, got)
}

func (d *desk) moveBulk(id, word string) answer {
	d.t.Helper()
	return d.call(http.MethodPost, "/api/support/bulk-resolutions/"+id+"/"+word, "", d.agent, d.key())
}

const courierRefused = `{"kind":"order","failureCode":"courier_refused"}`

func TestBulk_ADryRunSaysWhatWillHappenAndDoesNothing(t *testing.T) {
	d, _ := newBulkDesk(t)
	o, theirs := d.stuck(time.Hour), d.stuck(2*time.Hour)
	colleague := bearer(d.signedIn("sara@selfcare.example", "support"))
	require.Equal(t, http.StatusOK, d.call(http.MethodPost, "/api/support/cases/order/"+theirs.id+"/claim", `{}`, colleague, d.key()).StatusCode)
	got := d.previewBulk(courierRefused)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	will := decoded[struct{ Data gen.BulkPreview }](t, got).Data
	require.Equal(t, []int{2, 1, 60, 1}, []int{will.Total, will.Resumable, will.PerMinute, will.Minutes})
	require.NotNil(t, will.Filter.Until)
	require.Len(t, will.Groups, 1)
	require.Equal(t, "Deliver the parcel", will.Groups[0].Work.Title)
	require.Equal(t, []string{theirs.id, o.id}, []string{will.Items[0].Case.Id, will.Items[1].Case.Id}, "what is left alone comes first")
	require.False(t, will.Items[0].Allowed)
	require.Equal(t, string(contract.FailCaseClaimed), *will.Items[0].FailureCode)
	require.Contains(t, *will.Items[0].Reason, "sara@selfcare.example")
	require.True(t, will.Items[1].Allowed)
	require.Equal(t, "tries-again", will.Items[1].Will[0].Key)
	require.NotContains(t, string(got.body), "0551234567")
	require.Len(t, d.cases("").Items, 2, "nothing happened")
	require.Equal(t, contract.StageHeld, d.stage(o.id))
}

func (d *desk) stage(id string) contract.Stage {
	d.t.Helper()
	record, err := d.store.Orders.Get(d.t.Context(), id)
	require.NoError(d.t, err)
	return record.Order.Stage
}

func TestBulk_WhatIsWrongWithIt(t *testing.T) {
	d, _ := newBulkDesk(t)
	d.stuck(time.Hour)
	for filter, want := range map[string]contract.Code{
		`{}`:                               contract.FailBulkFilterEmpty,
		`{"until":"2026-11-25T12:00:00Z"}`: contract.FailBulkFilterEmpty,
		`{"from":"2026-11-25T12:00:00Z","until":"2026-11-25T12:00:00Z"}`: contract.FailBulkFilterTimes,
	} {
		requireRefused(t, d.previewBulk(filter), want)
		requireRefused(t, d.startBulk(filter), want)
	}
	requireRefused(t, d.startBulk(`{"kind":"purchase"}`), contract.FailBulkNothing)
	unknown := uuid.NewString()
	requireRefused(t, d.call(http.MethodGet, "/api/support/bulk-resolutions/"+unknown, "", d.agent), contract.FailBulkUnknown)
	requireRefused(t, d.moveBulk(unknown, "pause"), contract.FailBulkUnknown)
	customer := bearer(d.signedIn("noura@selfcare.example"))
	require.Equal(t, http.StatusForbidden, d.call(http.MethodPost, "/api/support/bulk-resolutions/preview", `{"filter":`+courierRefused+`}`, customer).StatusCode)
}

func TestBulk_GoesOnWithoutTheSessionThatStartedIt(t *testing.T) {
	d, f := newBulkDesk(t)
	first, second := d.stuck(2*time.Hour), d.stuck(time.Hour)
	d.sameKey = uuid.NewString()
	got := d.startBulk(courierRefused)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	b := decoded[struct{ Data gen.Bulk }](t, got).Data
	require.Equal(t, b.Id, decoded[struct{ Data gen.Bulk }](t, d.startBulk(courierRefused)).Data.Id, "sent again it is the same")
	d.sameKey = ""
	require.Equal(t, []any{gen.BulkState("running"), 2, 2}, []any{b.State, b.Total, b.Counts.Waiting})
	require.Equal(t, http.StatusNoContent, d.call(http.MethodPost, "/api/users/current/logout", "", d.agent).StatusCode)
	for position := range 2 {
		_, err := f.books.ResumeItem(t.Context(), contract.BulkItem{BulkID: b.Id, Position: position + 1})
		require.NoError(t, err)
	}
	d.agent = bearer(d.signedIn("later@selfcare.example", "support"))
	shown := d.bulk(b.Id, "")
	require.Equal(t, "agent@selfcare.example", shown.Data.StartedByName, "whoever looks at it")
	require.Equal(t, 2, shown.Data.Counts.Resumed)
	require.Equal(t, []string{first.id, second.id}, []string{shown.Items[0].Id, shown.Items[1].Id})
	require.Equal(t, "SIM order", shown.Items[0].Title)
	require.Equal(t, contract.StagePreparing, d.stage(first.id))
	require.Empty(t, d.bulk(b.Id, "?outcome=refused").Items)
	require.Len(t, d.bulk(b.Id, "?outcome=resumed").Items, 2)
	list := d.call(http.MethodGet, "/api/support/bulk-resolutions", "", d.agent)
	require.Contains(t, string(list.body), b.Id)
	require.Contains(t, string(list.body), `"startedByName":"agent@selfcare.example"`)
}

func TestBulk_IsPausedContinuedAndStopped(t *testing.T) {
	d, f := newBulkDesk(t)
	d.stuck(time.Hour)
	b := decoded[struct{ Data gen.Bulk }](t, d.startBulk(courierRefused)).Data
	for _, step := range []struct {
		word  string
		state gen.BulkState
	}{{"pause", "paused"}, {"continuation", "running"}, {"stop", "stopped"}, {"stop", "stopped"}} {
		got := d.moveBulk(b.Id, step.word)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Equal(t, step.state, decoded[struct{ Data gen.Bulk }](t, got).Data.State)
	}
	requireRefused(t, d.moveBulk(b.Id, "continuation"), contract.FailBulkOver)
	requireRefused(t, d.moveBulk(b.Id, "pause"), contract.FailBulkOver)
	shown := d.bulk(b.Id, "")
	require.NotNil(t, shown.Data.EndedAt)
	require.Equal(t, 1, shown.Data.Counts.Waiting, "what it has not come to is left as it is")
	require.Equal(t, shown.Data.StartedBy, f.moves[0].By)
}

func TestBulk_WhatIsHeldAgainIsSaidWithItsReason(t *testing.T) {
	d, f := newBulkDesk(t)
	o := d.stuck(time.Hour)
	b := decoded[struct{ Data gen.Bulk }](t, d.startBulk(courierRefused)).Data
	_, err := f.books.ResumeItem(t.Context(), contract.BulkItem{BulkID: b.Id, Position: 1})
	require.NoError(t, err)
	d.put(o, func(full *contract.Order) {
		full.Stage = contract.StageHeld
		full.Held = &contract.Held{FailureCode: contract.FailOutsideSystem, Work: contract.WorkShip, From: contract.StagePreparing, Since: time.Now().UTC()}
	})
	shown := d.bulk(b.Id, "?outcome=held-again")
	require.Equal(t, []int{0, 1}, []int{shown.Data.Counts.Resumed, shown.Data.Counts.HeldAgain})
	require.Equal(t, string(contract.FailOutsideSystem), *shown.Items[0].FailureCode)
	require.Equal(t, "courier_refused", shown.Items[0].HeldFor)
}
