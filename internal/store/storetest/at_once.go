package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const callers = 8

// ErrLost is the error of a call that answers false because another caller was first.
var ErrLost = errors.New("another caller was first")

// Win is the error of a call that answers whether it was first.
func Win(won bool, err error) error {
	if err == nil && !won {
		return ErrLost
	}
	return err
}

// RequireOneWins lets several callers act at the same time, and returns the number of the only one that succeeds. This error refuses
// the others.
func RequireOneWins(t *testing.T, refused error, act func(caller int) error) (winner int) {
	t.Helper()
	winners := RequireWins(t, 1, refused, act)
	return winners[0]
}

// RequireWins is RequireOneWins with another number of winners.
func RequireWins(t *testing.T, wins int, refused error, act func(caller int) error) (winners []int) {
	t.Helper()
	answers := make([]error, callers)
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() { answers[caller] = act(caller) })
	}
	all.Wait()
	for caller, err := range answers {
		if err == nil {
			winners = append(winners, caller)
			continue
		}
		require.ErrorIs(t, err, refused)
	}
	require.Len(t, winners, wins)
	return winners
}
