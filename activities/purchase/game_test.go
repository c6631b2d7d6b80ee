package purchase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// play is a code for 50 riyals; the partner gets 45.
func play() *contract.GameBought {
	return &contract.GameBought{
		BrandID: "play", DenominationID: "play-50", Name: "Play 50", PartnerCode: "PLAY-50", Cost: 4500, Refundable: true,
		Email: "gamer@selfcare.example", Mobile: "0550000001",
	}
}

var playCode = &contract.GameSold{Reference: "go-1", Code: "WXYZ-9876"}

func (l *till) buysGame() contract.Purchase {
	l.t.Helper()
	done, err := l.DeliverPurchase(ctx, l.opens(l.draft(contract.PurchaseGame, contract.PayBalance)), contract.PurchaseHandedOver{At: at, Sold: playCode})
	require.NoError(l.t, err)
	return done
}

func TestGame_Delivered_CodeIsSentOnce(t *testing.T) {
	l := newTill(t)
	l.holds(20_000)
	done := l.buysGame()
	again, err := l.DeliverPurchase(ctx, done, contract.PurchaseHandedOver{At: at, Sold: &contract.GameSold{Reference: "go-2", Code: "ANOTHER"}})
	require.NoError(t, err)
	require.Equal(t, done, again, "another code that the partner delivers is no second one of the customer's")
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	sent := queued[0].Notice
	require.Equal(t, []string{"game-code", "gamer@selfcare.example", "0550000001", "WXYZ-9876", "Play 50"},
		[]string{sent.Template, sent.Email, sent.Mobile, sent.Params["code"], sent.Params["service"]})
}

func TestGame_Refunded_ToldWithoutCode(t *testing.T) {
	l := newTill(t)
	l.holds(20_000)
	l.givesBack(l.opens(l.draft(contract.PurchaseGame, contract.PayBalance)))
	require.EqualValues(t, 20_000, l.balance())
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, queued, 1)
	require.Equal(t, []string{"game-failed", "0570000001", ""}, []string{queued[0].Notice.Template, queued[0].Notice.Mobile, queued[0].Notice.Params["code"]})
}

// The partner has delivered, so a line that ended meanwhile gets no money back.
func TestGame_LineHasEnded_WrittenDown(t *testing.T) {
	l := newTill(t)
	l.holds(20_000)
	opened := l.opens(l.draft(contract.PurchaseGame, contract.PayBalance))
	l.exec("UPDATE lines SET status = 'ended'")
	done, err := l.DeliverPurchase(ctx, opened, contract.PurchaseHandedOver{At: at, Sold: playCode})
	require.NoError(t, err)
	require.Equal(t, contract.PurchaseCompleted, done.Stage)
}
