package purchase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store/user"
)

// bought returns the notices about a purchase that a buyer with an account makes and receives.
func (l *till) bought(buyer user.User, p contract.Purchase) []contract.Notice {
	l.t.Helper()
	p.UserID = buyer.ID
	_, err := l.DeliverPurchase(ctx, l.opens(p), contract.PurchaseHandedOver{At: at})
	require.NoError(l.t, err)
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(l.t, err)
	notices := make([]contract.Notice, len(queued))
	for i, one := range queued {
		notices[i] = one.Notice
		require.NoError(l.t, l.store.Outbox.NoteSent(ctx, one.Key))
	}
	return notices
}

func TestReceiptLetter_OwnLine_GoesToConfirmedEmail(t *testing.T) {
	l := newTill(t)
	buyer, err := l.store.Users.Register(ctx, user.User{Mobile: "0570000001", Email: "buyer@example.com", PasswordHash: "hash"}, l.lineID)
	require.NoError(t, err)
	recharge := func() contract.Purchase { return l.draft(contract.PurchaseRecharge, contract.PayCard) }
	requireLetter := func(want string, told []contract.Notice) {
		t.Helper()
		require.Len(t, told, 1)
		require.Equal(t, want, told[0].Email)
		require.Equal(t, want != "", told[0].Invoice)
	}
	requireLetter("", l.bought(buyer, recharge()))

	require.NoError(t, l.store.Users.ConfirmEmail(ctx, buyer.ID, "buyer@example.com"))
	requireLetter("buyer@example.com", l.bought(buyer, recharge()))
	l.holds(20_000)
	requireLetter("", l.bought(buyer, l.draft(contract.PurchaseData, contract.PayBalance))) // its VAT was paid with the balance
	gift := recharge()
	gift.LineID = l.otherID
	requireLetter("", l.bought(buyer, gift)) // the message is for the friend

	require.NoError(t, l.store.Users.SetPreferences(ctx, buyer.ID, user.Preferences{Language: "ar", SMS: true}))
	requireLetter("", l.bought(buyer, recharge()))
}
