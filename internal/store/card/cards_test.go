package card_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/store"
	cardstore "selfcare/internal/store/card"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func cardOf(token, last4 string) cardstore.Card {
	return cardstore.Card{Token: token, Fingerprint: "fp_" + last4, Holder: "NOURA ALHARBI", Brand: cardstore.BrandMada, Last4: last4, ExpiryMonth: 9, ExpiryYear: 2029}
}

func addedCard(t *testing.T, s *store.Store, user, token, last4 string) cardstore.Card {
	t.Helper()
	card, err := s.Cards.Add(ctx, user, cardOf(token, last4))
	require.NoError(t, err)
	return card
}

func lastFours(t *testing.T, s *store.Store, user string) (lasts []string) {
	t.Helper()
	cards, err := s.Cards.Of(ctx, user)
	require.NoError(t, err)
	for i, card := range cards {
		require.Equal(t, i == 0, card.Default, "exactly the first one is the default")
		lasts = append(lasts, card.Last4)
	}
	return lasts
}

func TestCards_First_IsTheDefault(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	first, second := addedCard(t, s, her.ID, "card_1", "1111"), addedCard(t, s, her.ID, "card_2", "2222")
	addedCard(t, s, her.ID, "card_3", "3333")
	require.Equal(t, "NOURA ALHARBI", first.Holder)
	require.Equal(t, first, addedCard(t, s, her.ID, "card_1", "1111"), "kept once")
	require.Equal(t, []string{"1111", "3333", "2222"}, lastFours(t, s, her.ID))

	for range 2 {
		require.NoError(t, s.Cards.MakeDefault(ctx, her.ID, second.ID))
	}
	require.Equal(t, []string{"2222", "3333", "1111"}, lastFours(t, s, her.ID))
	for range 2 {
		require.NoError(t, s.Cards.Remove(ctx, her.ID, second.ID))
	}
	require.Equal(t, []string{"3333", "1111"}, lastFours(t, s, her.ID))
	require.NoError(t, s.Cards.Remove(ctx, her.ID, first.ID))
	require.Equal(t, []string{"3333"}, lastFours(t, s, her.ID))
}

func TestCards_SameCard_GetsNewerToken(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	first := addedCard(t, s, her.ID, "card_1", "1111")
	addedCard(t, s, her.ID, "card_2", "2222")
	renewed := cardOf("card_3", "1111")
	renewed.ExpiryYear = 2033
	again, err := s.Cards.Add(ctx, her.ID, renewed)
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, "card_3", again.Token)
	require.Equal(t, 2033, again.ExpiryYear)
	require.True(t, again.Default, "still the default")
	require.Equal(t, []string{"1111", "2222"}, lastFours(t, s, her.ID))
}

func TestCards_OtherUser_IsNotFound(t *testing.T) {
	_, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	card := addedCard(t, s, her.ID, "card_1", "1111")
	_, err := s.Cards.Get(ctx, him.ID, card.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.ErrorIs(t, s.Cards.MakeDefault(ctx, him.ID, card.ID), storeerrors.ErrNotFound)
	require.NoError(t, s.Cards.Remove(ctx, him.ID, card.ID))
	got, err := s.Cards.Get(ctx, her.ID, card.ID)
	require.NoError(t, err)
	require.Equal(t, card, got)
	addedCard(t, s, him.ID, "card_1", "1111")
	require.Len(t, lastFours(t, s, him.ID), 1, "two users may save the same card")
}

func TestCards_Secrets_AreEncrypted(t *testing.T) {
	db, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	addedCard(t, s, her.ID, "card_secret", "1111")
	var row string
	require.NoError(t, db.NewRaw("SELECT c::text || encode(personal, 'escape') FROM cards AS c").Scan(ctx, &row))
	require.NotContains(t, row, "card_secret")
	require.NotContains(t, row, "NOURA")
	for name, wrong := range map[string]func(*cardstore.Card){
		"brand": func(c *cardstore.Card) { c.Brand = "AMEX" }, "last four": func(c *cardstore.Card) { c.Last4 = "4111" + "1111" },
		"month": func(c *cardstore.Card) { c.ExpiryMonth = 13 }, "year": func(c *cardstore.Card) { c.ExpiryYear = 29 },
	} {
		card := cardOf("card_2", "2222")
		wrong(&card)
		_, err := s.Cards.Add(ctx, her.ID, card)
		require.ErrorIs(t, err, storeerrors.ErrConflict, name)
	}
	_, err := s.Cards.Add(ctx, storetest.NewID(), cardOf("card_3", "3333"))
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestCards_Concurrent_HaveOneDefault(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	var all errgroup.Group
	for n := range 20 {
		all.Go(func() error {
			card, err := s.Cards.Add(ctx, her.ID, cardOf(fmt.Sprint("card_", n%10), fmt.Sprintf("%04d", n%10)))
			if err != nil {
				return err
			}
			return s.Cards.MakeDefault(ctx, her.ID, card.ID)
		})
	}
	require.NoError(t, all.Wait())
	require.Len(t, lastFours(t, s, her.ID), 10)
}

func removedTokens(t *testing.T, s *store.Store) (tokens []string) {
	t.Helper()
	removed, err := s.Cards.ListRemoved(ctx, 10)
	require.NoError(t, err)
	for _, r := range removed {
		tokens = append(tokens, r.Token)
	}
	return tokens
}

func TestCards_RemovedOrReplaced_TokenWaits(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	removed := addedCard(t, s, her.ID, "card_1", "1111")
	addedCard(t, s, her.ID, "card_2", "2222")
	addedCard(t, s, her.ID, "card_2", "2222")
	require.Empty(t, removedTokens(t, s), "the same token again replaces nothing")
	for range 2 {
		require.NoError(t, s.Cards.Remove(ctx, her.ID, removed.ID))
	}
	require.Equal(t, []string{"card_1"}, removedTokens(t, s))
	require.ErrorIs(t, s.Cards.Remove(ctx, storetest.NewID(), addedCard(t, s, her.ID, "card_3", "2222").ID), storeerrors.ErrNotFound)
	require.ElementsMatch(t, []string{"card_1", "card_2"}, removedTokens(t, s), "a newer token replaces the former one")
	require.Equal(t, []string{"2222"}, lastFours(t, s, her.ID))
}

func TestCards_FailedRemoval_ComesLast(t *testing.T) {
	db, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	addedCard(t, s, her.ID, "card_1", "1111")
	addedCard(t, s, her.ID, "card_2", "2222")
	for range 2 {
		require.NoError(t, cardstore.RemoveAll(ctx, db, her.ID))
	}
	require.Empty(t, lastFours(t, s, her.ID))
	waiting, err := s.Cards.ListRemoved(ctx, 10)
	require.NoError(t, err)
	require.Len(t, waiting, 2)
	require.NoError(t, s.Cards.PutOffRemoved(ctx, waiting[0].ID, time.Now()))
	again, err := s.Cards.ListRemoved(ctx, 10)
	require.NoError(t, err)
	require.Equal(t, []cardstore.Removed{waiting[1], waiting[0]}, again)
	first, err := s.Cards.ListRemoved(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, again[:1], first)
	for range 2 {
		require.NoError(t, s.Cards.ForgetRemoved(ctx, waiting[0].ID))
	}
	require.Equal(t, []string{waiting[1].Token}, removedTokens(t, s))
}
