package calendar_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/calendar"
)

func TestDelivery_Between_SkipsDaysWithoutDelivery(t *testing.T) {
	for name, tt := range map[string]struct {
		at          string // in Riyadh
		first, last string
	}{
		"in the week":                 {"2026-11-30 09:00:00", "2026-12-01", "2026-12-03"}, // Monday
		"over a Friday":               {"2026-12-02 09:00:00", "2026-12-03", "2026-12-06"}, // Wednesday
		"on a Friday":                 {"2026-12-04 09:00:00", "2026-12-06", "2026-12-08"}, // leaves on Saturday
		"on a Thursday":               {"2026-12-03 14:59:59", "2026-12-05", "2026-12-07"}, // Saturday is a day of delivery
		"late in the day":             {"2026-11-30 15:00:00", "2026-12-02", "2026-12-05"}, // leaves on Tuesday
		"late before a Friday":        {"2026-12-03 23:00:00", "2026-12-06", "2026-12-08"}, // leaves on Saturday
		"before holidays":             {"2027-03-09 09:00:00", "2027-03-13", "2027-03-15"}, // Wednesday and Thursday are holidays
		"on a holiday":                {"2027-03-10 09:00:00", "2027-03-14", "2027-03-16"}, // leaves on Saturday
		"late before holidays":        {"2027-03-09 16:00:00", "2027-03-14", "2027-03-16"}, // leaves on Saturday
		"at the year's end":           {"2026-12-30 09:00:00", "2026-12-31", "2027-01-03"}, // Wednesday, then Thursday, Saturday, Sunday
		"late on the year's last day": {"2026-12-31 20:00:00", "2027-01-03", "2027-01-05"}, // Friday is skipped
		"just after midnight, Riyadh": {"2026-12-01 00:30:00", "2026-12-02", "2026-12-05"}, // still Monday in UTC
	} {
		t.Run(name, func(t *testing.T) {
			d := calendar.Delivery{Holidays: week.Holidays, CutOff: 15, Least: 1, Most: 3}
			first, last := d.Between(riyadh(t, tt.at).UTC())
			require.Equal(t, []string{tt.first, tt.last}, []string{first, last})
		})
	}
}

func TestDelivery_SameDay_ArrivesAtOnce(t *testing.T) {
	d := calendar.Delivery{CutOff: 24}
	first, last := d.Between(riyadh(t, "2026-12-04 09:00:00"))
	require.Equal(t, []string{"2026-12-05", "2026-12-05"}, []string{first, last}, "no day before the next day of delivery")
}
