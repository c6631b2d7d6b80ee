package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/testkit"
)

func TestOrder_ReadsBackEveryPart(t *testing.T) {
	s, o := testkit.Store(t), fullOrder()
	require.NoError(t, s.OpenOrder(ctx, o, []byte("session"), "user-7"))
	record, err := s.Order(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, store.OrderRecord{Order: o, Session: []byte("session"), Subject: "user-7"}, record)
}

func TestOrder_Unknown(t *testing.T) {
	_, err := testkit.Store(t).Order(ctx, newID())
	require.ErrorIs(t, err, store.ErrNotFound)
}

func TestOpenOrder_MayBeRepeatedAndDoesNotTurnBack(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	later := o
	later.Seq, later.Stage = 5, contract.StagePlaced
	require.NoError(t, s.SaveOrder(ctx, later))
	require.NoError(t, s.OpenOrder(ctx, o, []byte("another session"), ""))
	record, err := s.Order(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, contract.StagePlaced, record.Order.Stage)
	require.NotEqual(t, []byte("another session"), record.Session)
}

func TestOpenOrder_AnOrderNumberIsGivenOnce(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	twin := fullOrder()
	twin.Number = o.Number
	require.ErrorIs(t, s.OpenOrder(ctx, twin, []byte("session"), ""), store.ErrConflict)
}

func TestSaveOrder_AnOlderStateNeverOverwritesANewerOne(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	for _, seq := range []int64{3, 2, 3, 1} {
		late := o
		late.Seq, late.PackageID = seq, "saved-first-with-"+string('0'+rune(seq))
		require.NoError(t, s.SaveOrder(ctx, late))
	}
	record, err := s.Order(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, "saved-first-with-3", record.Order.PackageID)
}

func TestSaveOrder_ManyAtOnceEndWithTheNewest(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	var all errgroup.Group
	for seq := int64(2); seq <= 40; seq++ {
		all.Go(func() error {
			state := o
			state.Seq = seq
			return s.SaveOrder(ctx, state, store.Event{Key: "plan.chosen", At: o.CreatedAt.Add(time.Duration(seq))})
		})
	}
	require.NoError(t, all.Wait())
	record, err := s.Order(ctx, o.ID)
	require.NoError(t, err)
	require.EqualValues(t, 40, record.Order.Seq)
	events, err := s.Timeline(ctx, o.ID)
	require.NoError(t, err)
	require.Len(t, events, 39, "an event is kept even when its state came late")
}

func TestSaveOrder_UnknownOrder(t *testing.T) {
	err := testkit.Store(t).SaveOrder(ctx, fullOrder(), store.Event{Key: "plan.chosen", At: time.Now()})
	require.ErrorIs(t, err, store.ErrNotFound)
}

func TestTimeline_JoinsEventsAndScansByTime(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	at := o.CreatedAt
	saved := o
	saved.Seq = 2
	for range 2 { // a repeated activity
		require.NoError(t, s.SaveOrder(ctx, saved,
			store.Event{Key: "payment.paid", At: at, Params: map[string]string{"amount": "115.00"}},
			store.Event{Key: "order.placed", At: at}))
		require.NoError(t, s.AddScan(ctx, o.ID, contract.ParcelScanned{
			EventID: "evt_1", AirwayBill: "290000000001", Status: contract.ShipmentPickedUp, At: at.Add(time.Hour),
		}))
	}
	saved.Seq = 3
	require.NoError(t, s.SaveOrder(ctx, saved, store.Event{Key: "parcel.booked", At: at.Add(time.Minute)}))

	events, err := s.Timeline(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, []store.TimelineEvent{
		{ID: "2-0", Key: "payment.paid", At: at, Params: map[string]string{"amount": "115.00"}},
		{ID: "2-1", Key: "order.placed", At: at, Params: map[string]string{}},
		{ID: "3-0", Key: "parcel.booked", At: at.Add(time.Minute), Params: map[string]string{}},
		{ID: "scan-evt_1", Key: "parcel.picked-up", At: at.Add(time.Hour), Params: map[string]string{}},
	}, inUTC(events))
}

func inUTC(events []store.TimelineEvent) []store.TimelineEvent {
	for i := range events {
		events[i].At = events[i].At.UTC()
	}
	return events
}

func TestOrdersByCard_NeedsBothCardAndHolder(t *testing.T) {
	s := testkit.Store(t)
	o := opened(t, s, fullOrder())
	found, err := s.OrdersByCard(ctx, o.SIM.ICCID, o.Person.IDNumber)
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, o, found[0].Order)
	for _, wrong := range [][2]string{{o.SIM.ICCID, "2000000006"}, {"8996605000000000025", o.Person.IDNumber}, {"", ""}} {
		found, err := s.OrdersByCard(ctx, wrong[0], wrong[1])
		require.NoError(t, err)
		require.Empty(t, found)
	}
}

func TestSupportOrders_NarrowsAndPages(t *testing.T) {
	s := testkit.Store(t)
	waiting, held := fullOrder(), fullOrder()
	held.Stage = contract.StageHeld
	held.Held = &contract.Held{FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM, From: contract.StagePlaced}
	held.CreatedAt = held.CreatedAt.Add(time.Hour)
	opened(t, s, waiting)
	opened(t, s, held)
	tests := map[string]struct {
		query store.SupportQuery
		want  []string
	}{
		"all, newest first":   {store.SupportQuery{}, []string{held.ID, waiting.ID}},
		"by stage":            {store.SupportQuery{Stage: "held"}, []string{held.ID}},
		"by failure":          {store.SupportQuery{FailureCode: "sim_out_of_stock"}, []string{held.ID}},
		"by order number":     {store.SupportQuery{Number: waiting.Number}, []string{waiting.ID}},
		"nothing fits":        {store.SupportQuery{Stage: "held", Number: waiting.Number}, nil},
		"beyond the last":     {store.SupportQuery{Page: 2}, nil},
		"a hostile criterion": {store.SupportQuery{Number: "' OR 1=1 --"}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			records, err := s.SupportOrders(ctx, tt.query)
			require.NoError(t, err)
			var ids []string
			for _, record := range records {
				ids = append(ids, record.Order.ID)
			}
			require.Equal(t, tt.want, ids)
		})
	}
}

func TestOrders_PersonalDataIsNowhereInClear(t *testing.T) {
	db, s := database(t)
	o := opened(t, s, fullOrder())
	saved := o
	saved.Seq = 2
	require.NoError(t, s.SaveOrder(ctx, saved))
	var row string
	require.NoError(t, db.NewRaw("SELECT orders::text || encode(personal, 'escape') FROM orders").Scan(ctx, &row))
	require.Contains(t, row, o.Number)
	for _, secret := range []string{"1000000008", "Noura", "نورة", "noura@example.sa", "0501112233", "Tahlia", "48151623", "1990-01-01"} {
		require.NotContains(t, row, secret)
	}
}

func TestOrderSessions_TheFirstAndTheGrantedOnes(t *testing.T) {
	s := testkit.Store(t)
	mine, other := opened(t, s, fullOrder()), opened(t, s, fullOrder())
	require.NoError(t, s.GrantOrderSession(ctx, mine.ID, []byte("granted"), soon()))
	require.NoError(t, s.GrantOrderSession(ctx, mine.ID, []byte("granted"), past()), "a repeat never shortens")
	require.NoError(t, s.GrantOrderSession(ctx, mine.ID, []byte("over"), past()))
	for name, tt := range map[string]struct {
		order   string
		session string
		want    bool
	}{
		"the one it was started with": {mine.ID, "session of " + mine.ID, true},
		"a granted one":               {mine.ID, "granted", true},
		"one that is over":            {mine.ID, "over", false},
		"another order's":             {mine.ID, "session of " + other.ID, false},
		"granted for another order":   {other.ID, "granted", false},
		"none":                        {mine.ID, "", false},
	} {
		valid, err := s.OrderSessionValid(ctx, tt.order, []byte(tt.session))
		require.NoError(t, err)
		require.Equal(t, tt.want, valid, name)
	}
}

func TestIdentityRequests_FindTheirOrderAndKeepTheAnswer(t *testing.T) {
	db, s := database(t)
	o := opened(t, s, fullOrder())
	request := contract.Identity{RequestID: "req-1", TransactionID: "trans-1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: soon(), Tries: 1}
	for _, status := range []contract.IdentityStatus{contract.IdentityWaiting, contract.IdentityCompleted, contract.IdentityWaiting} {
		request.Status = status
		require.NoError(t, s.SaveIdentityRequest(ctx, o.ID, request))
	}
	found, err := s.OrderByIdentityTransaction(ctx, "trans-1")
	require.NoError(t, err)
	require.Equal(t, o.ID, found)
	var status string
	require.NoError(t, db.NewRaw("SELECT status FROM identity_requests").Scan(ctx, &status))
	require.Equal(t, "completed", status)
	_, err = s.OrderByIdentityTransaction(ctx, "trans-2")
	require.ErrorIs(t, err, store.ErrNotFound)
}
