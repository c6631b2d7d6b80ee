package identity_test

import (
	"context"
	"testing"

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
