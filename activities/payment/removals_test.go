package payment_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	paymentacts "selfcare/activities/payment"
	"selfcare/internal/gateway"
	cardstore "selfcare/internal/store/card"
)

// removed are cards that the provider has to delete, in the order of the store.
type removed struct {
	cards  []cardstore.Removed
	tokens map[string]error // what the provider answers; a token is deleted if it answers nil
	asked  []string
}

func (r *removed) ListRemoved(context.Context, int64) ([]cardstore.Removed, error) {
	return slices.Clone(r.cards), nil
}

func (r *removed) ForgetRemoved(_ context.Context, id string) error {
	r.cards = slices.DeleteFunc(r.cards, func(c cardstore.Removed) bool { return c.ID == id })
	return nil
}

func (r *removed) PutOffRemoved(_ context.Context, id string, _ time.Time) error {
	n := slices.IndexFunc(r.cards, func(c cardstore.Removed) bool { return c.ID == id })
	put := r.cards[n]
	r.cards = append(slices.Delete(r.cards, n, n+1), put)
	return nil
}

func (r *removed) ForgetCard(_ context.Context, token string) error {
	r.asked = append(r.asked, token)
	return r.tokens[token]
}

func waiting() *removed {
	return &removed{cards: []cardstore.Removed{{ID: "1", Token: "t-1"}, {ID: "2", Token: "t-2"}, {ID: "3", Token: "t-3"}}, tokens: map[string]error{}}
}

func TestForgetDue_Deleted_IsForgotten(t *testing.T) {
	r := waiting()
	acts := paymentacts.NewRemovals(r, r, time.Minute)
	for range 2 {
		require.NoError(t, acts.ForgetDue(t.Context()))
	}
	require.Equal(t, []string{"t-1", "t-2", "t-3"}, r.asked, "each once")
	require.Empty(t, r.cards)
}

func TestForgetDue_Refused_DoesNotBlock(t *testing.T) {
	r := waiting()
	r.tokens["t-1"] = gateway.ErrFinal
	acts := paymentacts.NewRemovals(r, r, time.Minute)
	require.ErrorIs(t, acts.ForgetDue(t.Context()), gateway.ErrFinal)
	require.Equal(t, []cardstore.Removed{{ID: "1", Token: "t-1"}}, r.cards, "it is never lost")
	delete(r.tokens, "t-1")
	require.NoError(t, acts.ForgetDue(t.Context()))
	require.Empty(t, r.cards)
}

func TestForgetDue_ProviderAway_RestWaits(t *testing.T) {
	r := waiting()
	r.tokens["t-1"] = gateway.ErrRetry
	acts := paymentacts.NewRemovals(r, r, time.Minute)
	require.ErrorIs(t, acts.ForgetDue(t.Context()), gateway.ErrRetry)
	require.Equal(t, []string{"t-1"}, r.asked)
	require.Len(t, r.cards, 3)
	require.ErrorIs(t, acts.ForgetDue(t.Context()), gateway.ErrRetry)
	require.Equal(t, []string{"t-1", "t-2", "t-3", "t-1"}, r.asked, "the others come first")
	require.Len(t, r.cards, 1)
}
