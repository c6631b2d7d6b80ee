package usage

import (
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// eventRow is an event with the buckets that cover it: one bucket for the whole event, or the part of each.
type eventRow struct {
	bun.BaseModel `bun:"table:usage_events,alias:e"`

	UsedAt  time.Time
	LineID  string
	Bucket  string `bun:",nullzero"`
	Amount  int64
	Charged int64  `bun:",nullzero"`
	Kind    string `bun:",nullzero"` // stored as its first letter
	Type    allowance.Type
	EventID string
	Parts   json.RawMessage `bun:",nullzero"`
	Party   []byte          `bun:",nullzero"` // sealed
}

// partsOf returns the amount that each bucket gave.
func (r eventRow) partsOf() (parts map[string]int64, err error) {
	if r.Bucket != "" {
		return map[string]int64{r.Bucket: r.Amount}, nil
	}
	if len(r.Parts) > 0 {
		err = json.Unmarshal(r.Parts, &parts)
	}
	return parts, err
}

// cover notes the parts on the row.
func (r *eventRow) cover(parts []usage.Part) error {
	r.Bucket, r.Parts = "", nil
	if len(parts) == 1 && parts[0].Amount == r.Amount {
		r.Bucket = parts[0].BucketID
		return nil
	}
	if len(parts) == 0 {
		return nil
	}
	amounts := make(map[string]int64, len(parts))
	for _, p := range parts {
		amounts[p.BucketID] = p.Amount
	}
	var err error
	r.Parts, err = json.Marshal(amounts)
	return err
}

// event returns the event of a row, for the rules.
func (r eventRow) event() usage.Event {
	return usage.Event{ID: r.EventID, Type: r.Type, Amount: r.Amount, UsedAt: r.UsedAt}
}

// partyContext is the seal context of the other party of an event.
func partyContext(lineID, eventID string) string { return "usage_events/" + lineID + "/" + eventID }
