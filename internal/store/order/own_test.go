package order_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/user"
)

func TestOwnOrders_MainLinesID_Included(t *testing.T) {
	_, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	lent, err := s.Lines.ByNumber(ctx, "0570000002")
	require.NoError(t, err)
	_, err = s.Subscriptions.Subscribe(ctx, her.ID, subaccount.Subscription{LineID: lent.ID}) // the other owner's line becomes a sub-account
	require.NoError(t, err)
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	signedIn := storetest.OrderOf(t, s, her.ID, "1000000008", at)
	asGuest := storetest.OrderOf(t, s, "", storetest.HerID, at.Add(time.Minute))
	his := storetest.OrderOf(t, s, "", storetest.HisID, at.Add(2*time.Minute))

	records, more, err := s.Orders.OfUser(ctx, her.ID, 1)
	require.NoError(t, err)
	require.False(t, more)
	require.Equal(t, []string{asGuest, signedIn}, idsOf(records))
	require.WithinDuration(t, time.Now(), records[0].UpdatedAt, time.Minute)
	for order, want := range map[string]bool{signedIn: true, asGuest: true, his: false, storetest.NewID(): false} {
		owns, err := s.Orders.Owns(ctx, her.ID, order)
		require.NoError(t, err)
		require.Equal(t, want, owns)
	}
	records, _, err = s.Orders.OfUser(ctx, him.ID, 1)
	require.NoError(t, err)
	require.Equal(t, []string{his}, idsOf(records))
	staff, err := s.Users.Register(ctx, user.User{Email: "support@selfcare.example", PasswordHash: "hash"}, "")
	require.NoError(t, err)
	records, _, err = s.Orders.OfUser(ctx, staff.ID, 1)
	require.NoError(t, err)
	require.Empty(t, records)
}

func TestOwnOrders_Page_HasTenNewestFirst(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	var all []string
	for n := range 21 {
		at := time.Date(2026, 11, 20, 9, n, 0, 0, time.UTC)
		all = append([]string{storetest.OrderOf(t, s, her.ID, storetest.HerID, at)}, all...)
	}
	for page, want := range map[int][]string{1: all[:10], 2: all[10:20], 3: all[20:], 4: {}} {
		records, more, err := s.Orders.OfUser(ctx, her.ID, page)
		require.NoError(t, err)
		require.Equal(t, want, idsOf(records), fmt.Sprint("page ", page))
		require.Equal(t, page < 3, more)
	}
}

func TestOrderByNumber(t *testing.T) {
	_, s := storetest.Database(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	found, err := s.Orders.ByNumber(ctx, o.Number)
	require.NoError(t, err)
	require.Equal(t, o, found.Order)
	_, err = s.Orders.ByNumber(ctx, "SC00000000")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func idsOf(records []orderstore.Record) []string {
	ids := make([]string, len(records))
	for i, record := range records {
		ids[i] = record.Order.ID
	}
	return ids
}
