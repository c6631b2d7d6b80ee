package calendar

import (
	"slices"
	"time"
)

// Delivery says on which days the courier delivers, and for how many of them a parcel is on its way.
type Delivery struct {
	Holidays    []string // YYYY-MM-DD, without delivery; nor is there any on a Friday
	CutOff      int      // hour of the day in Riyadh from which a parcel leaves on the next day of delivery
	Least, Most int      // days of delivery between the day on which a parcel leaves and the one on which it arrives
}

// Between returns the first and the last day, written YYYY-MM-DD, on which a parcel that is ordered at a moment arrives.
func (d Delivery) Between(at time.Time) (first, last string) {
	leaves := midnight(at)
	if at.In(Riyadh).Hour() >= d.CutOff {
		leaves = leaves.AddDate(0, 0, 1)
	}
	leaves = d.after(leaves.AddDate(0, 0, -1), 1)
	return Date(d.after(leaves, d.Least)), Date(d.after(leaves, d.Most))
}

// after returns the nth day of delivery after a day.
func (d Delivery) after(day time.Time, n int) time.Time {
	for range horizon {
		if n == 0 {
			break
		}
		day = day.AddDate(0, 0, 1)
		if day.Weekday() != time.Friday && !slices.Contains(d.Holidays, Date(day)) {
			n--
		}
	}
	return day
}
