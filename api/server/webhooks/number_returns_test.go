package webhooks_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
)

// numberLeft ports a number of our range out to another operator.
func numberLeft(r *servertest.Rig) {
	r.T.Helper()
	id := r.Line(servertest.GoneNumber, "prepaid", servertest.Owner)
	r.Exec("INSERT INTO number_categories (key, price, position) VALUES ('bronze', 0, 0) ON CONFLICT DO NOTHING")
	r.Exec("UPDATE lines SET status = 'ended' WHERE id = ?", id)
	r.Exec("INSERT INTO departed_numbers (msisdn, line_id, operator, left_at) VALUES (?, ?, 'stc', now())", servertest.GoneNumber, id)
}

func comesHome(r *servertest.Rig, event, msisdn string) int {
	r.T.Helper()
	return r.Report("portability", servertest.CallBack(event, "number.returned", `{"msisdn":"`+msisdn+`","operator":"stc"}`)).StatusCode
}

func TestWebhook_NumberReturned_RestsOnce(t *testing.T) {
	r := servertest.New(t)
	numberLeft(r)
	require.Equal(t, http.StatusOK, comesHome(r, "evt_home_1", servertest.GoneNumber))
	require.Equal(t, http.StatusOK, comesHome(r, "evt_home_2", servertest.GoneNumber), "reported twice")
	var resting int
	require.NoError(t, r.DB.NewRaw("SELECT count(*) FROM numbers WHERE msisdn = ? AND status = 'quarantine' AND held_until > now()", servertest.GoneNumber).Scan(t.Context(), &resting))
	require.Equal(t, 1, resting)
	require.Equal(t, http.StatusServiceUnavailable, comesHome(r, "evt_home_3", "0570004712"), "the departure may not be stored yet, so the sender must repeat")
	require.Equal(t, http.StatusUnprocessableEntity, comesHome(r, "evt_home_4", "0501234567"), "no number of our range")
}
