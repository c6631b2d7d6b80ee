package allowance

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Level is how much of a bucket is used, as far as its customer is told, in per cent.
type Level int

// Levels.
const (
	Plenty Level = 0
	Low    Level = 80
	UsedUp Level = 100
)

// Level is that of the bucket now. An unlimited one, and one with nothing in it, has none.
func (b Bucket) Level() Level {
	switch {
	case b.Total == nil || *b.Total == 0:
		return Plenty
	case b.Used >= *b.Total:
		return UsedUp
	case b.Used >= *b.Total-*b.Total/5:
		return Low
	default:
		return Plenty
	}
}

// News tells whether the customer has to hear of the bucket's level: once each, only the highest where several are reached at once,
// and not of a bucket that does not count any more.
func (b Bucket) News(now time.Time) bool { return b.Level() > b.Told && b.InForce(now) }

// Messages about a level.
const (
	MessageLow    = "allowance-low"
	MessageUsedUp = "allowance-used-up"
)

// Told is the message about a bucket's level to the customer of its line.
func Told(lineID, msisdn string, b Bucket) contract.Notice {
	template := MessageLow
	if b.Level() == UsedUp {
		template = MessageUsedUp
	}
	return contract.Notice{
		OrderID: lineID, Key: fmt.Sprintf("allowance:%s:%d", b.ID, b.Level()), Template: template,
		Params: map[string]string{"allowance": string(b.Type), "msisdn": msisdn},
	}
}
