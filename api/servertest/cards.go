package servertest

import (
	"github.com/stretchr/testify/require"

	cardstore "selfcare/internal/store/card"
)

func (r *Rig) SaveCard(userID, last4 string, year int) cardstore.Card {
	r.T.Helper()
	card, err := r.Store.Cards.Add(r.T.Context(), userID, cardstore.Card{
		Token: "card_" + last4, Fingerprint: "fp_" + last4, Holder: "NOURA ALHARBI", Brand: cardstore.BrandMada, Last4: last4, ExpiryMonth: 12, ExpiryYear: year,
	})
	require.NoError(r.T, err)
	return card
}
