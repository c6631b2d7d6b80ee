// Package allowances builds the allowance buckets of tests.
package allowances

import (
	"time"

	"selfcare/internal/domain/allowance"
)

// Start is the day 0 of the buckets.
var Start = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// Day returns the begin of a day after Start.
func Day(n int) time.Time { return Start.AddDate(0, 0, n) }

// Bucket returns a bucket with 100 units of a type, valid from one day to another; -1 means no end.
func Bucket(id string, kind allowance.Type, from, until int) allowance.Bucket {
	total := int64(100)
	b := allowance.Bucket{ID: id, Type: kind, Total: &total, From: Day(from)}
	if until >= 0 {
		end := Day(until)
		b.Until = &end
	}
	return b
}

// Unlimited returns a bucket without a total.
func Unlimited(b allowance.Bucket) allowance.Bucket {
	b.Total = nil
	return b
}

// Used returns a bucket of which an amount is used.
func Used(amount int64, b allowance.Bucket) allowance.Bucket {
	b.Used = amount
	return b
}
