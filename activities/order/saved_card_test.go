package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	cardstore "selfcare/internal/store/card"
	userstore "selfcare/internal/store/user"
)

// savedCard returns a saved card of a new user, and the user's id.
func (s *shop) savedCard(mobile string, month, year int) (userID string, card cardstore.Card) {
	s.T.Helper()
	user, err := s.Store.Users.Register(ctx, userstore.User{Mobile: mobile, Email: mobile + "@example.sa", PasswordHash: "-"}, "")
	require.NoError(s.T, err)
	card, err = s.Store.Cards.Add(ctx, user.ID, cardstore.Card{
		Token: "card_" + mobile, Fingerprint: "fp_" + mobile, Holder: "SARA ALI", Brand: cardstore.BrandMada, Last4: "0015", ExpiryMonth: month, ExpiryYear: year,
	})
	require.NoError(s.T, err)
	return user.ID, card
}

func TestOpenPayment_SavedCard_OnlyThePayers(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	her, card := s.savedCard("0570009001", 12, now.Year()+1)
	him, _ := s.savedCard("0570009002", 12, now.Year()+1)
	with := func(user, id string) func() (contract.Order, error) {
		in := fixture.Attempt(o, "p1", contract.PaymentProcessing)
		in.Kept = &contract.SavedCard{UserID: user, CardID: id}
		return func() (contract.Order, error) { return s.Orders.OpenPayment(ctx, o, in) }
	}
	s.Refuses(with(him, card.ID), contract.FailCardUnknown, "cardId")
	s.Refuses(with(her, o.ID), contract.FailCardUnknown, "cardId")
	opened := s.Once(with(her, card.ID)())
	require.Len(t, opened.Payments, 1)
}

func TestOpenPayment_ExpiredCard_IsRefused(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	her, card := s.savedCard("0570009001", 1, now.Year()-1)
	in := fixture.Attempt(o, "p1", contract.PaymentProcessing)
	in.Kept = &contract.SavedCard{UserID: her, CardID: card.ID}
	s.Refuses(func() (contract.Order, error) { return s.Orders.OpenPayment(ctx, o, in) }, contract.FailCardExpired, "cardId")
}
