package usage_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// late is past midnight in Riyadh, but still the day before in UTC.
var late = time.Date(2026, 11, 25, 22, 0, 0, 0, time.UTC)

func TestPeriodOf_Days_AreInRiyadh(t *testing.T) {
	for name, tt := range map[string]struct{ first, last, from, to string }{
		"no days: the last thirty days": {"", "", "2026-10-28", "2026-11-26"},
		"one day":                       {"2026-11-01", "2026-11-01", "2026-11-01", "2026-11-01"},
		"until today":                   {"2026-11-20", "", "2026-11-20", "2026-11-26"},
		"thirty days until a day":       {"", "2026-03-01", "2026-01-31", "2026-03-01"},
		"ninety-two days":               {"2026-08-27", "2026-11-26", "2026-08-27", "2026-11-26"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := usage.PeriodOf(tt.first, tt.last, late)
			require.NoError(t, err)
			p, err = p.Bounded()
			require.NoError(t, err)
			from, to := p.Days()
			require.Equal(t, []string{tt.from, tt.to}, []string{from, to})
			require.Equal(t, 21, p.From.UTC().Hour(), "midnight in Riyadh")
		})
	}
}

func TestPeriodOf_Malformed_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct{ first, last, field string }{
		"backwards":           {"2026-11-02", "2026-11-01", "from"},
		"no day":              {"2026-02-30", "", "from"},
		"no last day":         {"", "2026-13-01", "to"},
		"ninety-three days":   {"2026-08-26", "2026-11-26", "from"},
		"the end of the time": {"0001-01-01", "9999-12-31", "from"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := usage.PeriodOf(tt.first, tt.last, late)
			if err == nil {
				_, err = p.Bounded()
			}
			require.Equal(t, contract.RefuseField(tt.field, contract.FailUsagePeriod), err)
		})
	}
}

func TestPeriod_Since_BeginsWithTheLine(t *testing.T) {
	p, err := usage.PeriodOf("2026-11-01", "", late)
	require.NoError(t, err)
	require.Equal(t, late, p.Since(late).From)
	require.Equal(t, p.From, p.Since(p.From.Add(-time.Hour)).From)
}

func TestTypesOf_EachType_HasOneKind(t *testing.T) {
	seen := map[string]int{}
	for _, kind := range []usage.Kind{usage.Calls, usage.DataUsed, usage.SMSSent} {
		var ofPlaces []string
		for _, place := range []usage.Place{usage.AtHome, usage.Abroad, usage.Roaming} {
			ofPlaces = append(ofPlaces, usage.TypesOf(kind, place)...)
		}
		require.ElementsMatch(t, usage.TypesOf(kind, ""), ofPlaces)
		for _, name := range ofPlaces {
			unit, _ := allowance.UnitOf(allowance.Type(name))
			require.Equal(t, []any{kind, unit}, []any{usage.KindOf(unit), usage.UnitOfKind(kind)})
			seen[name]++
		}
	}
	require.Len(t, seen, 8)
	require.Equal(t, []string{"roaming_min"}, usage.TypesOf(usage.Calls, usage.Roaming))
}

func TestPartyOf_NotANumber_IsEmpty(t *testing.T) {
	for party, want := range map[string]string{
		"0501234567": "0501234567", "+201001234567": "+201001234567", "909": "909", "": "", "=1+1": "", "Noura": "", "+": "", "12": "", "0501234567\n": "",
		"123456789012345678901": "",
	} {
		require.Equal(t, want, usage.PartyOf(usage.Event{Unit: allowance.Minute, Party: party}), party)
	}
	require.Empty(t, usage.PartyOf(usage.Event{Unit: allowance.Megabyte, Party: "0501234567"}))
}
