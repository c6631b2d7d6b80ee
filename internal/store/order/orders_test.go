package order_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/storetest"
)

func TestOrder_EachPart_ReadsBack(t *testing.T) {
	s, o := testkit.Store(t), storetest.FullOrder()
	require.NoError(t, s.Orders.Open(ctx, o, []byte("session"), "user-7"))
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, orderstore.Record{Order: o, Session: []byte("session"), Subject: "user-7"}, record)
}

func TestOrder_Unknown(t *testing.T) {
	_, err := testkit.Store(t).Orders.Get(ctx, storetest.NewID())
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestOpenOrder_Repeated_ChangesNothing(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Orders.Open(ctx, o, []byte("another session"), ""), "the same state again")
	later := o
	later.Seq, later.Stage = 5, contract.StagePlaced
	require.NoError(t, s.Orders.Save(ctx, later))
	require.ErrorIs(t, s.Orders.Open(ctx, o, []byte("another session"), ""), storeerrors.ErrStale)
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, contract.StagePlaced, record.Order.Stage)
	require.NotEqual(t, []byte("another session"), record.Session)
}

func TestOpenOrder_NumberInUse_Refused(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	twin := storetest.FullOrder()
	twin.Number = o.Number
	require.ErrorIs(t, s.Orders.Open(ctx, twin, []byte("session"), ""), storeerrors.ErrOrderNumber)
}

func TestSaveOrder_OlderState_IsStale(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	newest := o
	newest.Seq, newest.PackageID = 3, "newest"
	require.NoError(t, s.Orders.Save(ctx, newest))
	require.NoError(t, s.Orders.Save(ctx, newest), "a repeat is no other writer")
	for _, seq := range []int64{3, 2, 1} {
		late := o
		late.Seq, late.PackageID = seq, "late"
		require.ErrorIs(t, s.Orders.Save(ctx, late, orderstore.Event{Key: "plan.chosen", At: o.CreatedAt}), storeerrors.ErrStale, seq)
	}
	events, err := s.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	require.Empty(t, events, "a refused state writes no events")
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, "newest", record.Order.PackageID)
}

func TestSaveOrder_Concurrent_NewestWins(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	var all errgroup.Group
	var stale atomic.Int32
	for seq := int64(2); seq <= 40; seq++ {
		all.Go(func() error {
			state := o
			state.Seq = seq
			err := s.Orders.Save(ctx, state, orderstore.Event{Key: "plan.chosen", At: o.CreatedAt.Add(time.Duration(seq))})
			if errors.Is(err, storeerrors.ErrStale) {
				stale.Add(1)
				return nil
			}
			return err
		})
	}
	require.NoError(t, all.Wait())
	record, err := s.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.EqualValues(t, 40, record.Order.Seq)
	events, err := s.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	require.Len(t, events, 39-int(stale.Load()), "each state that was written has its event, and no other")
}

func TestSaveOrder_UnknownOrder(t *testing.T) {
	err := testkit.Store(t).Orders.Save(ctx, storetest.FullOrder(), orderstore.Event{Key: "plan.chosen", At: time.Now()})
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestTimeline_EventsAndScans_SortByTime(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	at := o.CreatedAt
	saved := o
	saved.Seq = 2
	for range 2 { // a repeated activity
		require.NoError(t, s.Orders.Save(ctx, saved,
			orderstore.Event{Key: "payment.paid", At: at, Params: map[string]string{"amount": "115.00"}},
			orderstore.Event{Key: "order.placed", At: at}))
		require.NoError(t, s.Shipments.AddScan(ctx, o.ID, contract.ParcelScanned{
			EventID: "evt_1", AirwayBill: "290000000001", Status: contract.ShipmentPickedUp, At: at.Add(time.Hour),
		}))
	}
	saved.Seq = 3
	require.NoError(t, s.Orders.Save(ctx, saved, orderstore.Event{Key: "parcel.booked", At: at.Add(time.Minute)}))

	events, err := s.Orders.Timeline(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, []orderstore.TimelineEvent{
		{ID: "2-0", Key: "payment.paid", At: at, Params: map[string]string{"amount": "115.00"}},
		{ID: "2-1", Key: "order.placed", At: at, Params: map[string]string{}},
		{ID: "3-0", Key: "parcel.booked", At: at.Add(time.Minute), Params: map[string]string{}},
		{ID: "scan-evt_1", Key: "parcel.picked-up", At: at.Add(time.Hour), Params: map[string]string{}},
	}, inUTC(events))
}

func inUTC(events []orderstore.TimelineEvent) []orderstore.TimelineEvent {
	for i := range events {
		events[i].At = events[i].At.UTC()
	}
	return events
}

func TestOrdersByCard_OtherHolder_Empty(t *testing.T) {
	s := testkit.Store(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	found, err := s.Orders.ByCard(ctx, o.SIM.ICCID, o.Person.IDNumber)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, o, found[0].Order)
	for _, wrong := range [][2]string{{o.SIM.ICCID, "2000000006"}, {"8996605000000000025", o.Person.IDNumber}, {"", ""}} {
		found, err := s.Orders.ByCard(ctx, wrong[0], wrong[1])
		require.NoError(t, err)
		require.Empty(t, found)
	}
}

func TestForSupport_Query_NarrowsAndPages(t *testing.T) {
	s := testkit.Store(t)
	waiting, held := storetest.FullOrder(), storetest.FullOrder()
	held.Stage = contract.StageHeld
	held.Held = &contract.Held{FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM, From: contract.StagePlaced}
	held.CreatedAt = held.CreatedAt.Add(time.Hour)
	storetest.Opened(t, s, waiting)
	storetest.Opened(t, s, held)
	tests := map[string]struct {
		query orderstore.SupportQuery
		want  []string
	}{
		"all, newest first":   {orderstore.SupportQuery{}, []string{held.ID, waiting.ID}},
		"by stage":            {orderstore.SupportQuery{Stage: "held"}, []string{held.ID}},
		"by failure":          {orderstore.SupportQuery{FailureCode: "sim_out_of_stock"}, []string{held.ID}},
		"by order number":     {orderstore.SupportQuery{Number: waiting.Number}, []string{waiting.ID}},
		"nothing fits":        {orderstore.SupportQuery{Stage: "held", Number: waiting.Number}, nil},
		"beyond the last":     {orderstore.SupportQuery{Page: 2}, nil},
		"a hostile criterion": {orderstore.SupportQuery{Number: "' OR 1=1 --"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			records, err := s.Orders.ForSupport(ctx, tt.query)
			require.NoError(t, err)
			var ids []string
			for _, record := range records {
				ids = append(ids, record.Order.ID)
			}
			require.Equal(t, tt.want, ids)
		})
	}
}

func TestOrders_PersonalData_Encrypted(t *testing.T) {
	db, s := storetest.Database(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	saved := o
	saved.Seq = 2
	require.NoError(t, s.Orders.Save(ctx, saved))
	var row string
	require.NoError(t, db.NewRaw("SELECT orders::text || encode(personal, 'escape') FROM orders").Scan(ctx, &row))
	require.Contains(t, row, o.Number)
	for _, secret := range []string{"1000000008", "Noura", "نورة", "noura@example.sa", "0501112233", "Tahlia", "48151623", "1990-01-01"} {
		require.NotContains(t, row, secret)
	}
}

func TestOrderSessions_Granted_HasItsScope(t *testing.T) {
	s := testkit.Store(t)
	mine, other := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Orders.GrantSession(ctx, mine.ID, []byte("granted"), permission.WholeOrder, storetest.Soon()))
	require.NoError(t, s.Orders.GrantSession(ctx, mine.ID, []byte("granted"), permission.WholeOrder, storetest.Past()), "a repeat never shortens")
	require.NoError(t, s.Orders.GrantSession(ctx, mine.ID, []byte("over"), permission.WholeOrder, storetest.Past()))
	require.NoError(t, s.Orders.GrantSession(ctx, mine.ID, []byte("card"), permission.Activation, storetest.Soon()))
	require.Error(t, s.Orders.GrantSession(ctx, mine.ID, []byte("scopeless"), "", storetest.Soon()), "a constraint of the table")
	for name, tt := range map[string]struct {
		order   string
		session string
		want    permission.Scope
	}{
		"the one it was started with": {mine.ID, "session of " + mine.ID, permission.WholeOrder},
		"a granted one":               {mine.ID, "granted", permission.WholeOrder},
		"one to activate with":        {mine.ID, "card", permission.Activation},
		"an expired session":          {mine.ID, "over", ""},
		"another order's":             {mine.ID, "session of " + other.ID, ""},
		"granted for another order":   {other.ID, "granted", ""},
		"none":                        {mine.ID, "", ""},
	} {
		scope, err := s.Orders.SessionScope(ctx, tt.order, []byte(tt.session))
		require.NoError(t, err)
		require.Equal(t, tt.want, scope, name)
	}
}

func TestOrderSessions_Link_OpensInOneBrowser(t *testing.T) {
	s := testkit.Store(t)
	mine, other := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	open := func(order, link, session string, scope permission.Scope) error {
		return s.Orders.OpenLink(ctx, order, []byte(link), []byte(session), scope, storetest.Soon())
	}
	require.NoError(t, open(mine.ID, "link", "phone", permission.Tracking))
	require.NoError(t, open(mine.ID, "link", "phone", permission.Tracking), "the same one may again")
	require.ErrorIs(t, open(mine.ID, "link", "desktop", permission.Tracking), storeerrors.ErrConflict)
	require.ErrorIs(t, open(other.ID, "link", "desktop", permission.Tracking), storeerrors.ErrConflict)
	require.NoError(t, open(mine.ID, "another link", "desktop", permission.Correction))
	require.Error(t, open(mine.ID, "whole", "thief", permission.WholeOrder), "a constraint of the table")
	require.NoError(t, s.Orders.EndSession(ctx, mine.ID, []byte("desktop")))
	require.ErrorIs(t, open(mine.ID, "another link", "thief", permission.Correction), storeerrors.ErrConflict, "the link was used, although its session is gone")
	require.NoError(t, open(mine.ID, "a third link", "desktop", permission.Correction))
	for session, want := range map[string]permission.Scope{"phone": permission.Tracking, "desktop": permission.Correction, "thief": ""} {
		scope, err := s.Orders.SessionScope(ctx, mine.ID, []byte(session))
		require.NoError(t, err)
		require.Equal(t, want, scope, session)
	}
}

func TestOrderSessions_Ended_OthersStay(t *testing.T) {
	s := testkit.Store(t)
	mine, other := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	first, shared := []byte("session of "+mine.ID), []byte("granted")
	for _, o := range []contract.Order{mine, other} {
		require.NoError(t, s.Orders.GrantSession(ctx, o.ID, shared, permission.WholeOrder, storetest.Soon()))
	}
	scope := func(o contract.Order, session []byte) permission.Scope {
		found, err := s.Orders.SessionScope(ctx, o.ID, session)
		require.NoError(t, err)
		return found
	}
	for range 2 { // a repetition changes nothing
		require.NoError(t, s.Orders.EndSession(ctx, mine.ID, first))
		require.Empty(t, scope(mine, first))
		require.Equal(t, permission.WholeOrder, scope(mine, shared))
	}
	require.NoError(t, s.Orders.EndSession(ctx, mine.ID, shared))
	require.Empty(t, scope(mine, shared))
	require.Equal(t, permission.WholeOrder, scope(other, shared))
	require.NoError(t, s.Orders.EndSession(ctx, other.ID, nil), "no session, nothing to end")
	require.Equal(t, permission.WholeOrder, scope(other, shared))
	require.Equal(t, permission.WholeOrder, scope(other, []byte("session of "+other.ID)))
}

func TestOrderSessions_EndedLink_StaysUsed(t *testing.T) {
	s := testkit.Store(t)
	o, link, phone := storetest.Opened(t, s, storetest.FullOrder()), []byte("link"), []byte("phone")
	require.NoError(t, s.Orders.OpenLink(ctx, o.ID, link, phone, permission.Tracking, storetest.Soon()))
	require.NoError(t, s.Orders.EndSession(ctx, o.ID, phone))
	scope, err := s.Orders.SessionScope(ctx, o.ID, phone)
	require.NoError(t, err)
	require.Empty(t, scope)
	require.ErrorIs(t, s.Orders.OpenLink(ctx, o.ID, link, []byte("thief"), permission.Tracking, storetest.Soon()), storeerrors.ErrConflict)
}
