package roaming_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestOperators_Country_PreferredComeFirst(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, `INSERT INTO countries (code, name_en, name_ar, dial_code, minute, sms) VALUES
		('AE', 'Emirates', 'الإمارات', '+971', 55, 35), ('EG', 'Egypt', 'مصر', '+20', 110, 40)`)
	storetest.Exec(t, db, `INSERT INTO roaming_operators (id, country, name, preferred, local, home, taken, sms, megabyte) VALUES
		('ae-b', 'AE', 'Beta', false, 1, 2, 3, 4, 5), ('ae-z', 'AE', 'Zeta', true, 1, 2, 3, 4, 5), ('ae-a', 'AE', 'Alpha', false, 1, 2, 3, 4, 5),
		('eg-a', 'EG', 'Nile', false, 6, 7, 8, 9, 10)`)
	for country, want := range map[string][]string{
		"AE": {"ae-z", "ae-a", "ae-b"}, "EG": {"eg-a"}, "XX": nil, "": {"ae-z", "ae-a", "ae-b", "eg-a"},
	} {
		found, err := s.Rates.Operators(ctx, country)
		require.NoError(t, err)
		var ids []string
		for _, o := range found {
			ids = append(ids, o.ID)
		}
		require.Equal(t, want, ids, country)
	}
}

func TestCountries_All_AreSortedByCode(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, `INSERT INTO countries (code, name_en, name_ar, dial_code, minute, sms) VALUES
		('IN', 'India', 'الهند', '+91', 55, 35), ('EG', 'Egypt', 'مصر', '+20', 110, 40)`)
	found, err := s.Rates.Countries(ctx)
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, []any{"EG", "+20"}, []any{found[0].Code, found[0].DialCode})
	require.Equal(t, []int64{55, 35}, []int64{int64(found[1].Minute), int64(found[1].SMS)})
}
