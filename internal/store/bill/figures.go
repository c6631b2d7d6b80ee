package bill

import (
	"time"

	"selfcare/internal/domain/bill"
)

// Figures are the settings of due dates and dunning. All are whole days, so that each step happens at the turn of a day.
type Figures struct {
	DueDays         int // from the day of issue to the due day
	NoticeDays      int // before the due day
	LastNoticeDays  int
	BarOutgoingDays int // after it
	BarAllDays      int
	EndDays         int
}

// DefaultFigures returns the default values.
func DefaultFigures() Figures {
	return Figures{DueDays: 14, NoticeDays: 5, LastNoticeDays: 1, BarOutgoingDays: 3, BarAllDays: 10, EndDays: 60}
}

// Fields returns the fields by their setting keys.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"billDueDays": &f.DueDays, "billNoticeDays": &f.NoticeDays, "billLastNoticeDays": &f.LastNoticeDays,
		"billBarOutgoingDays": &f.BarOutgoingDays, "billBarAllDays": &f.BarAllDays, "billEndDays": &f.EndDays,
	}
}

// Bounds returns the rules on the values, and whether each holds.
func (f Figures) Bounds() map[string]bool {
	return map[string]bool{
		"billDueDays: 1 to 90": 1 <= f.DueDays && f.DueDays <= 90,
		"billNoticeDays, billLastNoticeDays: 0 <= billLastNoticeDays < billNoticeDays <= billDueDays": 0 <= f.LastNoticeDays &&
			f.LastNoticeDays < f.NoticeDays && f.NoticeDays <= f.DueDays,
		"billBarOutgoingDays, billBarAllDays, billEndDays: 0 <= billBarOutgoingDays < billBarAllDays < billEndDays <= 365": 0 <= f.BarOutgoingDays &&
			f.BarOutgoingDays < f.BarAllDays && f.BarAllDays < f.EndDays && f.EndDays <= 365,
	}
}

// Rules converts the settings to the rules on bills.
func (f Figures) Rules() bill.Rules {
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	return bill.Rules{
		DueAfter: days(f.DueDays), NoticeFirst: days(f.NoticeDays), NoticeLast: days(f.LastNoticeDays),
		BarOutgoing: days(f.BarOutgoingDays), BarAll: days(f.BarAllDays), End: days(f.EndDays),
	}
}
