package messagelink_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var (
	ctx    = context.Background()
	signer = messagelink.NewSigner([]byte("the secret of this test"))
	caused = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
)

func TestKeep_EachKind_IsFoundByItsCode(t *testing.T) {
	db, s := storetest.Database(t)
	for key, to := range map[string]messagelink.Link{
		"order":   messagelink.ToOrder(uuid.NewString(), permission.Tracking, caused),
		"invoice": messagelink.ToInvoice(uuid.NewString(), caused),
		"page":    messagelink.ToPage("not-me/1#secret", caused),
		"choice":  messagelink.ToUnsubscribe(uuid.NewString(), "email", caused),
	} {
		code := signer.Code("test", key)
		require.NoError(t, s.MessageLinks.Keep(ctx, code, to))
		other := to
		other.Ends = to.Ends.Add(time.Hour)
		require.NoError(t, s.MessageLinks.Keep(ctx, code, other), "a repeat")
		found, err := s.MessageLinks.Find(ctx, string(code))
		require.NoError(t, err)
		require.Equal(t, to, found, "a repeat changes nothing")
	}
	var inClear int
	require.NoError(t, db.NewRaw("SELECT count(*) FROM message_links WHERE encode(page, 'escape') LIKE '%secret%'").Scan(ctx, &inClear))
	require.Zero(t, inClear, "the address of a page opens it")
}

func TestFind_UnknownCode_IsNotFound(t *testing.T) {
	_, s := storetest.Database(t)
	for _, text := range []string{string(signer.Code("test", "unknown")), "", "no-code", "AAAAAAAAAAAAAAAA\n"} {
		_, err := s.MessageLinks.Find(ctx, text)
		require.ErrorIs(t, err, storeerrors.ErrNotFound, text)
	}
}

func TestKeep_WholeOrderOrNothing_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	for name, to := range map[string]messagelink.Link{
		"the whole order":         messagelink.ToOrder(uuid.NewString(), permission.WholeOrder, caused),
		"an order without a part": {OrderID: uuid.NewString(), Ends: caused},
		"nothing":                 {Ends: caused},
		"no channel":              {UserID: uuid.NewString(), Ends: caused},
		"two things":              {OrderID: uuid.NewString(), Scope: permission.Tracking, InvoiceID: uuid.NewString(), Ends: caused},
	} {
		require.Error(t, s.MessageLinks.Keep(ctx, signer.Code("test", name), to), name)
	}
}
