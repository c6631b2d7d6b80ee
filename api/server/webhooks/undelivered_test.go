package webhooks_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// sms is an adapter that reports what a test says.
type sms struct {
	events []callback.Event
	err    error
	proof  string
}

func (s *sms) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	s.proof = r.Query("proof")
	return s.events, s.err
}

func withSMS(adapter *sms) func(*server.Options) {
	return func(o *server.Options) { o.CallBacks["sms/unifonic"] = adapter }
}

func TestWebhook_SMSNotDelivered_QueuesTheOtherWayOnce(t *testing.T) {
	adapter := &sms{}
	r := servertest.New(t, withSMS(adapter))
	notice := contract.Notice{OrderID: "o-1", Key: "placed", Template: "order-placed", Language: "ar", Mobile: "0551112233", Email: "n@example.com"}
	require.NoError(t, r.Store.Outbox.Queue(t.Context(), notice))
	report := func(id, key string) {
		adapter.events = []callback.Event{{ID: id, OccurredAt: time.Now(), News: callback.Undelivered{Key: key, Channel: "sms"}}}
		got := r.Call(http.MethodPost, "/api/webhooks/sms/unifonic?key=k&proof=p", "MessageID=1&DLR=Undeliverable", servertest.Header{"Content-Type": "application/x-www-form-urlencoded"})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
	for _, id := range []string{"evt-00001", "evt-00001", "evt-00002"} {
		report(id, "o-1-placed-sms")
	}
	report("evt-00003", "o-9-unknown-sms")
	all, err := r.Store.Outbox.Of(t.Context(), "o-1")
	require.NoError(t, err)
	require.Len(t, all, 2, "the copy is queued once")
	require.Equal(t, []string{"sms"}, all[0].Unreached)
	require.Empty(t, all[1].Unreached)
	require.Equal(t, "p", adapter.proof, "the adapter sees the address as it came")
}

func TestWebhook_AdapterRefuses_SaysWhy(t *testing.T) {
	adapter := &sms{}
	r := servertest.New(t, withSMS(adapter))
	for want, err := range map[contract.Code]error{
		contract.FailSignature: callback.ErrForged, contract.FailNotJSON: callback.ErrUnreadable,
		contract.FailValidation: &callback.Invalid{Field: "DLR"}, contract.FailUnavailable: errors.New("no keys now"),
	} {
		adapter.err = err
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/webhooks/sms/unifonic", "x"), want)
	}
}
