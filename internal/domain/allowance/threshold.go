package allowance

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Level is the used share of a bucket in per cent, as the customer is told.
type Level int

// Levels.
const (
	Plenty Level = 0
	Low    Level = 80
	UsedUp Level = 100
)

// Level returns the current level of the bucket. An unlimited or empty bucket has none.
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

// News tells whether the customer must be told about the bucket's level: once for each level, only the highest of several, and
// only while the bucket is valid.
func (b Bucket) News(now time.Time) bool { return b.Level() > b.Told && b.InForce(now) }

// Messages about a level.
const (
	MessageLow    = "allowance-low"
	MessageUsedUp = "allowance-used-up"
)

// LevelNotice builds the message about a bucket's level to the customer of its line.
func LevelNotice(lineID, msisdn string, b Bucket) contract.Notice {
	template := MessageLow
	if b.Level() == UsedUp {
		template = MessageUsedUp
	}
	return contract.Notice{
		OrderID: lineID, Key: fmt.Sprintf("allowance:%s:%d", b.ID, b.Level()), Template: template,
		Params: map[string]string{"allowance": string(b.Type), "msisdn": msisdn},
	}
}
