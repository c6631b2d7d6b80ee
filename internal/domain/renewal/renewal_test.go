package renewal_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/renewal"
)

var ends = time.Date(2026, time.December, 20, 9, 0, 0, 0, time.UTC)

func TestDecide_Uncovered_DoesNotRenew(t *testing.T) {
	good := renewal.Standing{Held: true, Sold: true, Planned: true, Balance: 300}
	for name, tt := range map[string]struct {
		change func(i *renewal.Item, s *renewal.Standing)
		want   renewal.Outcome
	}{
		"to the halala":                {func(*renewal.Item, *renewal.Standing) {}, renewal.Renewed},
		"a halala short":               {func(_ *renewal.Item, s *renewal.Standing) { s.Balance-- }, renewal.Short},
		"turned off":                   {func(i *renewal.Item, _ *renewal.Standing) { i.Renews = false }, renewal.Over},
		"turned off and short":         {func(i *renewal.Item, s *renewal.Standing) { i.Renews, s.Balance = false, 0 }, renewal.Over},
		"left":                         {func(_ *renewal.Item, s *renewal.Standing) { s.Held = false }, renewal.Over},
		"not sold any more":            {func(_ *renewal.Item, s *renewal.Standing) { s.Sold = false }, renewal.Withdrawn},
		"not sold any more, and short": {func(_ *renewal.Item, s *renewal.Standing) { s.Sold, s.Balance = false, 0 }, renewal.Withdrawn},
		"a line that became postpaid":  {func(_ *renewal.Item, s *renewal.Standing) { s.Billed = true }, renewal.Withdrawn},
		"without a plan":               {func(_ *renewal.Item, s *renewal.Standing) { s.Planned = false }, renewal.Planless},
	} {
		t.Run(name, func(t *testing.T) {
			i, s := renewal.Item{Price: 300, Renews: true}, good
			tt.change(&i, &s)
			require.Equal(t, tt.want, renewal.Decide(i, s))
		})
	}
}

func TestNext_LateRenewal_BeginsNow(t *testing.T) {
	i := renewal.Item{Days: 30, Until: ends}
	for name, tt := range map[string]struct{ now, from time.Time }{
		"at once":          {ends, ends},
		"an hour later":    {ends.Add(time.Hour), ends},
		"later than so":    {ends.Add(time.Hour + time.Second), ends.Add(time.Hour + time.Second)},
		"a month too late": {ends.AddDate(0, 1, 0), ends.AddDate(0, 1, 0)},
	} {
		t.Run(name, func(t *testing.T) {
			from, until := renewal.Next(i, tt.now)
			require.Equal(t, tt.from, from)
			require.Equal(t, tt.from.AddDate(0, 0, 30), until)
		})
	}
}
