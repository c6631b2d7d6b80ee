package contracttest

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/smdp"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/esim/es2plus"
)

func newSMDP(t *testing.T, s stand) *es2plus.SMDP {
	t.Helper()
	adapter, err := es2plus.New(es2plus.Config{
		URL: s.url + "/esim", Requester: "selfcare", ProfileType: "consumer", ActivationHost: "other.example", Key: []byte("key"),
	}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

// releaseProfile orders a profile and releases it.
func releaseProfile(t *testing.T, adapter esim.Gateway, reference, eid string) esim.Order {
	t.Helper()
	o := esim.Order{Reference: reference, EID: eid}
	var err error
	o.ICCID, err = adapter.Download(t.Context(), o)
	require.NoError(t, err)
	code, err := adapter.Confirm(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, "rsp.selfcare.example", code.Address)
	require.Regexp(t, `^([A-Z2-7]{5}-){3}[A-Z2-7]{5}$`, code.MatchingID)
	o.MatchingID = code.MatchingID
	return o
}

func TestESIM_Reference_MakesOneProfile(t *testing.T) {
	adapter := newSMDP(t, newStand(t))
	first := releaseProfile(t, adapter, "o-1", "")
	require.Equal(t, first, releaseProfile(t, adapter, "o-1", ""))
	require.NotEqual(t, first.ICCID, releaseProfile(t, adapter, "o-2", "").ICCID)
}

func TestESIM_Cancel_UntilDownload(t *testing.T) {
	s := newStand(t)
	adapter := newSMDP(t, s)
	early, late := releaseProfile(t, adapter, "o-1", smdp.MagicEID("9909")), releaseProfile(t, adapter, "o-2", smdp.MagicEID("9909"))
	require.NoError(t, adapter.Cancel(t.Context(), early))
	require.NoError(t, adapter.Cancel(t.Context(), early))
	_, err := adapter.Confirm(t.Context(), early)
	requireRefusal(t, esim.CodeInUse, err)

	s.post(t, "/control/esim/profiles/"+late.ICCID+"/report", "", map[string]string{"status": "downloaded"}, nil)
	requireRefusal(t, esim.CodeInUse, adapter.Cancel(t.Context(), late))
	requireRefusal(t, esim.CodeUnknown, adapter.Cancel(t.Context(), esim.Order{Reference: "o-3", ICCID: "8996606999999999999"}))
}

// It is unknown whether a profile was confirmed whose answer was lost.
func TestESIM_CancelWithoutMatchingID_FindsIt(t *testing.T) {
	adapter := newSMDP(t, newStand(t))
	confirmed := releaseProfile(t, adapter, "o-1", smdp.MagicEID("9909"))
	confirmed.MatchingID = ""
	require.NoError(t, adapter.Cancel(t.Context(), confirmed))

	ordered := esim.Order{Reference: "o-2"}
	var err error
	ordered.ICCID, err = adapter.Download(t.Context(), ordered)
	require.NoError(t, err)
	require.NoError(t, adapter.Cancel(t.Context(), ordered))
}

func TestESIM_Refusals_HaveTheirCodes(t *testing.T) {
	adapter := newSMDP(t, newStand(t))
	_, err := adapter.Download(t.Context(), esim.Order{Reference: "o-1", EID: smdp.MagicEID("9911")})
	requireRefusal(t, esim.CodeEIDRefused, err)
	_, err = adapter.Download(t.Context(), esim.Order{Reference: "o-2", EID: smdp.MagicEID("9912")})
	requireRefusal(t, esim.CodeNoneLeft, err)
}

func TestESIM_LostAnswer_FoundByRepeat(t *testing.T) {
	s := newStand(t)
	adapter := newSMDP(t, s)
	order := esim.Order{Reference: "o-1", EID: smdp.MagicEID("9913")}
	_, err := adapter.Download(s.untilHeld(t, "esim", "downloadOrder"), order)
	require.ErrorIs(t, err, gateway.ErrUnknown)
	found, err := adapter.Download(t.Context(), order)
	require.NoError(t, err)
	again, err := adapter.Download(t.Context(), order)
	require.NoError(t, err)
	require.Equal(t, found, again)
}

// An SM-DP+ that refuses repeats does not keep a code from the customer.
func TestESIM_ConfirmationRepeated_StrictTellsTheSameCode(t *testing.T) {
	adapter := newSMDP(t, newStand(t))
	o := releaseProfile(t, adapter, "o-1", smdp.MagicEID("9916"))
	again, err := adapter.Confirm(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, esim.ActivationCode{Address: "other.example", MatchingID: o.MatchingID}, again)
}

// The adapter reads each notification as the simulated SM-DP+ sends it.
func TestESIM_Notifications_AreRead(t *testing.T) {
	bodies := make(chan []byte, 10)
	s := newStandWith(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		_, _ = body.ReadFrom(r.Body)
		if r.URL.Path == es2plus.PathProgress && r.Header.Get("X-Admin-Protocol") == es2plus.Protocol {
			bodies <- body.Bytes()
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	o := releaseProfile(t, newSMDP(t, s), "o-1", smdp.MagicEID("9909"))
	for _, tt := range []struct {
		report  string
		state   contract.ProfileState
		failure contract.Code
	}{
		{"no-memory", contract.ProfileError, contract.FailProfileNoMemory}, {"downloaded", contract.ProfileDownloaded, ""}, {"installed", contract.ProfileInstalled, ""},
	} {
		s.post(t, "/control/esim/profiles/"+o.ICCID+"/report", "", map[string]string{"status": tt.report}, nil)
		select {
		case body := <-bodies:
			events, err := es2plus.Receiver{}.Receive(t.Context(), callback.Request{Body: body, At: time.Now()})
			require.NoError(t, err)
			require.Len(t, events, 1)
			news := events[0].News.(callback.Profile)
			require.Equal(t, callback.Profile{ICCID: o.ICCID, State: tt.state, Failure: tt.failure, At: news.At}, news)
		case <-time.After(time.Minute):
			t.Fatal("no notification")
		}
	}
}
