package proposal

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

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

// Wordings returns all edited texts of some messages, each with its time.
func (q Proposals) Wordings(ctx context.Context, templates ...string) (Wordings, error) {
	if len(templates) == 0 {
		return nil, nil
	}
	var rows []struct {
		Key, Value  string
		EffectiveAt time.Time
	}
	err := q.DB.NewRaw(`
		SELECT key, value, effective_at FROM changes WHERE kind = 'message' AND key IN (?) AND state = 'approved' ORDER BY effective_at DESC`,
		bun.List(templates)).Scan(ctx, &rows)
	if err != nil {
		return nil, wrap("read words that messages had", err)
	}
	all := make(Wordings, len(rows))
	for i, row := range rows {
		all[i] = wordsSince{template: row.Key, since: row.EffectiveAt}
		if all[i].words, err = proposal.ReadWords(json.RawMessage(row.Value)); err != nil {
			return nil, err
		}
	}
	return all, nil
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
