package smsa

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"strings"
	"time"

	"selfcare/internal/gateway/callback"
)

// secretHeader has the secret that we have agreed with SMSA.
const secretHeader = "X-Webhook-Secret"

// longestType is the longest scan type in an id; known ones have two to four letters.
const longestType = 16

// Receiver reads call-backs: a list of parcels with their scans.
type Receiver struct{ Secret string }

var _ callback.Receiver = Receiver{}

// Receive returns each scan. Reported scans may come again with each later one.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	if v.Secret == "" || subtle.ConstantTimeCompare([]byte(r.Header(secretHeader)), []byte(v.Secret)) != 1 {
		return nil, callback.ErrForged
	}
	var parcels []tracked
	if json.Unmarshal(r.Body, &parcels) != nil {
		return nil, callback.ErrUnreadable
	}
	var events []callback.Event
	for _, p := range parcels {
		for _, s := range p.Scans {
			status, text := statuses[s.Type], ""
			if status == "" {
				text = s.words()
			}
			at, ok := s.moment()
			id := p.AWB + "-" + inID(s.Type) + "-" + at.UTC().Format(time.RFC3339)
			switch {
			case status == "" && text == "":
				continue
			case p.AWB == "":
				return nil, &callback.Invalid{Field: "AWB"}
			case !ok || !callback.IsID(id):
				return nil, &callback.Invalid{Field: "Scans.ScanDateTime"}
			}
			events = append(events, callback.Event{ID: id, OccurredAt: at, News: callback.Parcel{
				AirwayBill: p.AWB, Reference: p.Reference, Status: status, Text: text, At: at,
			}})
		}
	}
	return events, nil
}

// inID keeps of a scan type only the signs that an event's id may have.
func inID(scanType string) string {
	return strings.Map(func(r rune) rune {
		if r < '!' || r > '~' {
			return -1
		}
		return r
	}, cut(scanType, longestType))
}
