package store

import (
	"time"

	"selfcare/internal/contract"
)

// PortFigures say how numbers are brought over from other operators.
type PortFigures struct {
	Tries          int           // submissions of one port, corrected ones included
	AnswerWithin   time.Duration // working time the old operator has for its answer
	CorrectionTTL  time.Duration // to correct what the old operator refused
	Notice         time.Duration // the customer is told that long before the switch
	CutOverFor     time.Duration // how long the switch should take
	DaysAhead      int           // how far ahead a day can be chosen
	WindowFrom     int           // hours of the working day, in Riyadh, in which numbers are moved
	WindowUntil    int
	AroundTheClock bool // numbers are moved at every hour of every day
}

func defaultPortFigures() PortFigures {
	return PortFigures{
		Tries: 3, AnswerWithin: 8 * time.Hour, CorrectionTTL: 7 * day, Notice: 15 * time.Minute, CutOverFor: 15 * time.Minute,
		DaysAhead: 30, WindowFrom: 8, WindowUntil: 16,
	}
}

// fields names each figure as the table does.
func (f *PortFigures) fields() map[string]any {
	return map[string]any{
		"portTries": &f.Tries, "portAnswerWithin": &f.AnswerWithin, "portCorrectionTtl": &f.CorrectionTTL, "portNotice": &f.Notice,
		"portCutOverFor": &f.CutOverFor, "portDaysAhead": &f.DaysAhead, "portWindowFrom": &f.WindowFrom,
		"portWindowUntil": &f.WindowUntil, "portAroundTheClock": &f.AroundTheClock,
	}
}

// rules says of each rule whether it is kept.
func (f PortFigures) rules() map[string]bool {
	return map[string]bool{
		"portTries: 1 to 30": between(f.Tries, 1, 30),
		"portAnswerWithin, portCutOverFor: more than zero":   f.AnswerWithin > 0 && f.CutOverFor > 0,
		"portCorrectionTtl, portNotice: not negative":        f.CorrectionTTL >= 0 && f.Notice >= 0,
		"portDaysAhead: 1 to 365":                            between(f.DaysAhead, 1, 365),
		"portWindowFrom, portWindowUntil: 0 to 24, in order": 0 <= f.WindowFrom && f.WindowFrom < f.WindowUntil && f.WindowUntil <= 24,
	}
}

// forOrder is what a port's workflow goes by.
func (f PortFigures) forOrder() contract.PortSettings {
	return contract.PortSettings{Tries: f.Tries, Notice: f.Notice, CorrectionTTL: f.CorrectionTTL, CutOverFor: f.CutOverFor}
}
