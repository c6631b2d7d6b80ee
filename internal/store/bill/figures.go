package bill

import (
	"time"

	"selfcare/internal/domain/bill"
)

// Figures say when bills are due, and what follows where nobody pays. All are whole days, so that each step comes with a day.
type Figures struct {
	DueDays         int // from the day of issue to the last one
	NoticeDays      int // before that day
	LastNoticeDays  int
	BarOutgoingDays int // after it
	BarAllDays      int
	EndDays         int
}

// DefaultFigures are those where nobody has set others.
func DefaultFigures() Figures {
	return Figures{DueDays: 14, NoticeDays: 5, LastNoticeDays: 1, BarOutgoingDays: 3, BarAllDays: 10, EndDays: 60}
}

// Fields are the names under which they are set.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"billDueDays": &f.DueDays, "billNoticeDays": &f.NoticeDays, "billLastNoticeDays": &f.LastNoticeDays,
		"billBarOutgoingDays": &f.BarOutgoingDays, "billBarAllDays": &f.BarAllDays, "billEndDays": &f.EndDays,
	}
}

// Bounds say what holds for them, and whether it does.
func (f Figures) Bounds() map[string]bool {
	return map[string]bool{
		"billDueDays: 1 to 90": 1 <= f.DueDays && f.DueDays <= 90,
		"billNoticeDays, billLastNoticeDays: 0 <= billLastNoticeDays < billNoticeDays <= billDueDays": 0 <= f.LastNoticeDays &&
			f.LastNoticeDays < f.NoticeDays && f.NoticeDays <= f.DueDays,
		"billBarOutgoingDays, billBarAllDays, billEndDays: 0 <= billBarOutgoingDays < billBarAllDays < billEndDays <= 365": 0 <= f.BarOutgoingDays &&
			f.BarOutgoingDays < f.BarAllDays && f.BarAllDays < f.EndDays && f.EndDays <= 365,
	}
}

// Rules are what the rules on bills go by.
func (f Figures) Rules() bill.Rules {
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	return bill.Rules{
		DueAfter: days(f.DueDays), NoticeFirst: days(f.NoticeDays), NoticeLast: days(f.LastNoticeDays),
		BarOutgoing: days(f.BarOutgoingDays), BarAll: days(f.BarAllDays), End: days(f.EndDays),
	}
}
