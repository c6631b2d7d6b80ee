package support_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
)

func TestCases_NumberReturn_IsDecided(t *testing.T) {
	for _, action := range []string{"retry", "skip"} {
		d := servertest.NewDesk(t)
		id := d.Line(servertest.GoneNumber, "prepaid", servertest.Owner)
		d.Exec(`INSERT INTO number_returns (line_id, id, msisdn, operator, state, tries, failure, owed_at)
			VALUES (?, gen_random_uuid(), '0541234567', 'mobily', 'held', 1, 'number_return_refused', now())`, id)
		shown := only(d, "number-return")
		require.Equal(t, gen.CaseImpactKeyNumberStays, shown.Impact.Key)
		decides(d, "number-return", action)
		var state string
		require.NoError(t, d.DB.NewRaw("SELECT state FROM number_returns WHERE line_id = ?", id).Scan(t.Context(), &state))
		require.Equal(t, map[string]string{"retry": "owed", "skip": "returned"}[action], state)
	}
}
