package proposal

import (
	"time"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/proposal"
)

// Wordings holds the edited texts of messages over time, the latest first.
type Wordings []wordsSince

type wordsSince struct {
	template string
	since    time.Time
	words    proposal.Words // nil: the shipped texts again
}

// At returns the texts of messages at a time, without those that had the shipped texts then.
func (w Wordings) At(at time.Time) texts.Wording {
	wording := texts.Wording{}
	for _, one := range w {
		if _, later := wording[one.template]; !later && !one.since.After(at) {
			wording[one.template] = one.words
		}
	}
	return wording
}
