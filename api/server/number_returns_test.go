package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

const goneNumber = "0570004711"

// numberLeft has a number of our range be with another operator.
func (r *rig) numberLeft() {
	r.t.Helper()
	id := r.line(goneNumber, "prepaid", owner)
	r.exec("INSERT INTO number_categories (key, price, position) VALUES ('bronze', 0, 0) ON CONFLICT DO NOTHING")
	r.exec("UPDATE lines SET status = 'ended' WHERE id = ?", id)
	r.exec("INSERT INTO departed_numbers (msisdn, line_id, operator, left_at) VALUES (?, ?, 'stc', now())", goneNumber, id)
}

func (r *rig) comesHome(event, msisdn string) int {
	r.t.Helper()
	return r.report("portability", callBack(event, "number.returned", `{"msisdn":"`+msisdn+`","operator":"stc"}`)).StatusCode
}

func TestWebhook_NumberReturned_RestsOnce(t *testing.T) {
	r := newRig(t)
	r.numberLeft()
	require.Equal(t, http.StatusNoContent, r.comesHome("evt_home_1", goneNumber))
	require.Equal(t, http.StatusNoContent, r.comesHome("evt_home_2", goneNumber), "reported twice")
	var resting int
	require.NoError(t, r.db.NewRaw("SELECT count(*) FROM numbers WHERE msisdn = ? AND status = 'quarantine' AND held_until > now()", goneNumber).Scan(t.Context(), &resting))
	require.Equal(t, 1, resting)
	require.Equal(t, http.StatusServiceUnavailable, r.comesHome("evt_home_3", "0570004712"), "its departure may not be written yet: it is reported again")
	require.Equal(t, http.StatusUnprocessableEntity, r.comesHome("evt_home_4", "0501234567"), "no number of our range")
}

func TestCases_NumberReturn_IsDecided(t *testing.T) {
	for _, action := range []string{"retry", "skip"} {
		d := newDesk(t)
		id := d.line(goneNumber, "prepaid", owner)
		d.exec(`INSERT INTO number_returns (line_id, id, msisdn, operator, state, tries, failure, owed_at)
			VALUES (?, gen_random_uuid(), '0541234567', 'mobily', 'held', 1, 'number_return_refused', now())`, id)
		shown := d.only("number-return")
		require.Equal(t, gen.CaseImpactKeyNumberStays, shown.Impact.Key)
		d.decides("number-return", action)
		var state string
		require.NoError(t, d.db.NewRaw("SELECT state FROM number_returns WHERE line_id = ?", id).Scan(t.Context(), &state))
		require.Equal(t, map[string]string{"retry": "owed", "skip": "returned"}[action], state)
	}
}
