package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/smdp"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/esim"
)

func newSMDP(t *testing.T, s stand) *esim.HTTP {
	t.Helper()
	adapter, err := esim.NewHTTP(esim.Config{URL: s.url + "/esim", Requester: "selfcare", APIKey: s.keys.ESIM}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func TestESIM_Reference_MakesOneProfile(t *testing.T) {
	adapter := newSMDP(t, newStand(t))
	first, err := adapter.Download(t.Context(), esim.Order{Reference: "o-1"})
	require.NoError(t, err)
	again, err := adapter.Download(t.Context(), esim.Order{Reference: "o-1"})
	require.NoError(t, err)
	require.Equal(t, first, again)
	other, err := adapter.Download(t.Context(), esim.Order{Reference: "o-2"})
	require.NoError(t, err)
	require.NotEqual(t, first, other)

	code, err := adapter.Confirm(t.Context(), "o-1", first, "")
	require.NoError(t, err)
	require.Regexp(t, `^([A-Z2-7]{5}-){3}[A-Z2-7]{5}$`, code.MatchingID)
	same, err := adapter.Confirm(t.Context(), "o-1", first, "")
	require.NoError(t, err)
	require.Equal(t, code, same)
}

func TestESIM_Cancel_UntilDownload(t *testing.T) {
	s := newStand(t)
	adapter := newSMDP(t, s)
	made := func(reference string) string {
		iccid, err := adapter.Download(t.Context(), esim.Order{Reference: reference, EID: smdp.MagicEID("9909")})
		require.NoError(t, err)
		_, err = adapter.Confirm(t.Context(), reference, iccid, "")
		require.NoError(t, err)
		return iccid
	}
	early, late := made("o-1"), made("o-2")
	require.NoError(t, adapter.Cancel(t.Context(), "o-1", early))
	require.NoError(t, adapter.Cancel(t.Context(), "o-1", early))
	_, err := adapter.Confirm(t.Context(), "o-1", early, "")
	requireRefusal(t, esim.CodeInUse, err)

	s.post(t, "/control/esim/profiles/"+late+"/report", "", map[string]string{"status": "downloaded"}, nil)
	requireRefusal(t, esim.CodeInUse, adapter.Cancel(t.Context(), "o-2", late))
	requireRefusal(t, esim.CodeUnknown, adapter.Cancel(t.Context(), "o-3", "8996606999999999999"))
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
