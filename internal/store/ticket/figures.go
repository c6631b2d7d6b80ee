// Package ticket stores the service requests of customers and resellers, and the answers.
package ticket

import (
	"regexp"
	"time"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/ticket"
)

// Figures are the settings of service requests.
type Figures struct {
	AnswerDays    int           // working days
	EscalatedDays int           // working days after an escalation to the regulator
	CloseAfter    time.Duration // an answer without a reply
	ReopenFor     time.Duration
	From          int // hours of the working day, in Riyadh
	Until         int
	KeepDays      int    // days after which a closed request and its files are deleted
	Attachment    int    // megabytes of one file at most
	Supervisor    string // mobile for notices about overdue requests; may be empty
}

// Largest returns the greatest size of a file in bytes.
func (f Figures) Largest() int64 { return int64(f.Attachment) << 20 }

const day = 24 * time.Hour

// DefaultFigures returns the default values.
func DefaultFigures() Figures {
	return Figures{AnswerDays: 5, EscalatedDays: 3, CloseAfter: 7 * day, ReopenFor: 30 * day, From: 8, Until: 17, KeepDays: 730, Attachment: 5}
}

// Fields returns the fields by their setting keys.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"requestAnswerDays": &f.AnswerDays, "requestEscalatedDays": &f.EscalatedDays, "requestCloseAfter": &f.CloseAfter,
		"requestReopenFor": &f.ReopenFor, "supportFrom": &f.From, "supportUntil": &f.Until, "requestSupervisor": &f.Supervisor,
		"requestKeepDays": &f.KeepDays, "attachmentMegabytes": &f.Attachment,
	}
}

var mobile = regexp.MustCompile(`^(05[0-9]{8})?$`)

// Bounds returns the rules on the values, and whether each holds.
func (f Figures) Bounds() map[string]bool {
	return map[string]bool{
		"requestAnswerDays: 1 to 30":                         1 <= f.AnswerDays && f.AnswerDays <= 30,
		"requestEscalatedDays: 1 to 30":                      1 <= f.EscalatedDays && f.EscalatedDays <= 30,
		"requestCloseAfter: 1s to 2160h":                     time.Second <= f.CloseAfter && f.CloseAfter <= 90*day,
		"requestReopenFor: 1s to 8760h":                      time.Second <= f.ReopenFor && f.ReopenFor <= 365*day,
		"supportFrom, supportUntil: 0 <= from < until <= 24": 0 <= f.From && f.From < f.Until && f.Until <= 24,
		"requestKeepDays: 30 to 3650":                        30 <= f.KeepDays && f.KeepDays <= 3650,
		"attachmentMegabytes: 1 to 5":                        1 <= f.Attachment && f.Attachment <= 5,
		"requestSupervisor: a mobile number, or empty":       mobile.MatchString(f.Supervisor),
	}
}

// Rules converts the settings to the rules on service requests; the holidays are those of the porting calendar.
func (f Figures) Rules(holidays []string) ticket.Rules {
	return ticket.Rules{
		AnswerDays: f.AnswerDays, EscalatedDays: f.EscalatedDays, CloseAfter: f.CloseAfter, ReopenFor: f.ReopenFor,
		Days: calendar.Calendar{From: f.From, Until: f.Until, Holidays: holidays},
	}
}
