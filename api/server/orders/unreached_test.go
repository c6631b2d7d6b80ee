package orders_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

type notReached struct {
	Unreached []struct{ Channel, Address string }
}

func TestTimeline_Unreached_HasMaskedAddress(t *testing.T) {
	r := servertest.New(t)
	o, _ := r.WithContact(servertest.ContactMobile)
	timeline := func() servertest.Answer {
		got := r.Get(o, "/timeline")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		return got
	}
	require.NotNil(t, servertest.Decoded[notReached](t, timeline()).Unreached, "an empty list, not null")
	require.NoError(t, r.Store.Outbox.Queue(t.Context(), contract.Notice{OrderID: o.ID, Key: "k", Template: "order-placed", Language: "en"}))
	claimed, err := r.Store.Outbox.Claim(t.Context(), 1)
	require.NoError(t, err)
	require.NoError(t, r.Store.Outbox.NoteUnreached(t.Context(), claimed[0].Key, []string{"sms"}))
	require.NoError(t, r.Store.Outbox.NoteRefused(t.Context(), claimed[0].Key, "outside_system_unavailable", nil))

	got := timeline()
	require.Equal(t, []struct{ Channel, Address string }{{"mobile", "055•••4567"}}, servertest.Decoded[notReached](t, got).Unreached)
	require.NotContains(t, string(got.Body), servertest.ContactMobile)
}
