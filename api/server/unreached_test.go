package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

type notReached struct {
	Unreached []struct{ Channel, Address string }
}

func TestTimeline_NamesTheAddressThatCouldNotBeReachedWithItsMiddleLeftOut(t *testing.T) {
	r := newRig(t)
	o, _ := r.withContact(contactMobile)
	timeline := func() answer {
		got := r.get(o, "/timeline")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		return got
	}
	require.NotNil(t, decoded[notReached](t, timeline()).Unreached, "an empty list, not null")
	require.NoError(t, r.store.Outbox.Queue(t.Context(), contract.Notice{OrderID: o.id, Key: "k", Template: "order-placed", Language: "en"}))
	claimed, err := r.store.Outbox.Claim(t.Context(), 1)
	require.NoError(t, err)
	require.NoError(t, r.store.Outbox.NoteUnreached(t.Context(), claimed[0].Key, []string{"sms"}))
	require.NoError(t, r.store.Outbox.NoteRefused(t.Context(), claimed[0].Key, "outside_system_unavailable"))

	got := timeline()
	require.Equal(t, []struct{ Channel, Address string }{{"mobile", "055•••4567"}}, decoded[notReached](t, got).Unreached)
	require.NotContains(t, string(got.body), contactMobile)
}
