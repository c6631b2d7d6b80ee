package identity_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestIdentityRequests_Answered_StayAnswered(t *testing.T) {
	db, s := storetest.Database(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	request := contract.Identity{RequestID: "req-1", TransactionID: "trans-1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: storetest.Soon(), Tries: 1}
	for _, status := range []contract.IdentityStatus{contract.IdentityWaiting, contract.IdentityCompleted, contract.IdentityWaiting} {
		request.Status = status
		require.NoError(t, s.Identities.Save(ctx, o.ID, request))
	}
	found, err := s.Identities.OrderOf(ctx, "trans-1")
	require.NoError(t, err)
	require.Equal(t, o.ID, found)
	var status string
	require.NoError(t, db.NewRaw("SELECT status FROM identity_requests").Scan(ctx, &status))
	require.Equal(t, "completed", status)
	_, err = s.Identities.OrderOf(ctx, "trans-2")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestFindOpen_OwnPush_IsFoundUntilItsEnd(t *testing.T) {
	_, s := storetest.Database(t)
	o, other := storetest.Opened(t, s, storetest.FullOrder()), storetest.Opened(t, s, storetest.FullOrder())
	end := storetest.Soon()
	sent := contract.Identity{
		RequestID: "req-1", TransactionID: "trans-1", Random: "08", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, ExpiresAt: end, Tries: 1,
	}
	require.NoError(t, s.Identities.Save(ctx, o.ID, sent))
	find := func(orderID, purpose string, now time.Time) (contract.Identity, error) {
		return s.Identities.FindOpen(ctx, contract.IdentityRequest{OrderID: orderID, Purpose: purpose}, now)
	}
	found, err := find(o.ID, contract.PurposeOrder, end.Add(-time.Second))
	require.NoError(t, err)
	require.Equal(t, "req-1 trans-1 08", found.RequestID+" "+found.TransactionID+" "+found.Random)
	require.WithinDuration(t, end, found.ExpiresAt, time.Millisecond)

	for _, none := range []func() (contract.Identity, error){
		func() (contract.Identity, error) { return find(o.ID, contract.PurposeOrder, end) },
		func() (contract.Identity, error) {
			return find(o.ID, contract.PurposeActivation, end.Add(-time.Second))
		},
		func() (contract.Identity, error) {
			return find(other.ID, contract.PurposeOrder, end.Add(-time.Second))
		},
	} {
		_, err := none()
		require.ErrorIs(t, err, storeerrors.ErrNotFound)
	}
}
