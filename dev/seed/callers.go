package seed

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
)

// busy are the lines of customers who look at their usage.
var busy = []string{"0570000063", "0570000064"}

// habits are the repeated usage of a busy line.
var habits = []usage.Event{
	{Type: allowance.LocalMinutes, Unit: allowance.Minute, Amount: 4, Party: "0501234567"},
	{Type: allowance.Data, Unit: allowance.Megabyte, Amount: 96},
	{Type: allowance.LocalMinutes, Unit: allowance.Minute, Amount: 2, Party: "0552345678"},
	{Type: allowance.Messages, Unit: allowance.SMS, Amount: 1, Charged: 25, Party: "0501234567"},
	{Type: allowance.SocialMedia, Unit: allowance.Megabyte, Amount: 40},
	{Type: allowance.AbroadMinutes, Unit: allowance.Minute, Amount: 3, Charged: 345, Party: "+201001234567"},
	{Type: allowance.LocalMinutes, Unit: allowance.Minute, Amount: 7, Party: "920012345"},
	{Type: allowance.RoamingMinutes, Unit: allowance.Minute, Amount: 2, Charged: 1_150, Party: "0501234567"},
}

const (
	timesUsed = 480 // three of eight are calls: more than a page of each kind
	eachHours = 5
)

// seedCallers creates the usage of the busy lines for the last hundred days, as the network reports it.
func seedCallers(ctx context.Context, s *store.Store) error {
	now := time.Now().UTC().Truncate(time.Second)
	for _, msisdn := range busy {
		events := make([]usage.Event, timesUsed)
		for n := range events {
			e := habits[n%len(habits)]
			e.ID, e.MSISDN = fmt.Sprintf("seed-%s-%04d", msisdn, n), msisdn
			e.UsedAt = now.Add(-time.Duration(n*eachHours) * time.Hour)
			events[n] = e
		}
		if _, err := s.Allowances.Count(ctx, events); err != nil {
			return fmt.Errorf("use %s: %w", msisdn, err)
		}
	}
	return nil
}
