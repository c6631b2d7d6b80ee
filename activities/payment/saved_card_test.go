package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/payment"
	cardstore "selfcare/internal/store/card"
	storeerrors "selfcare/internal/store/errors"
)

// wallet holds the cards of users, by user and id.
type wallet struct {
	cards map[string]cardstore.Card
	added []cardstore.Card
	err   error

	within time.Duration // of the last call
}

func (w *wallet) Get(ctx context.Context, userID, id string) (cardstore.Card, error) {
	if deadline, ends := ctx.Deadline(); ends {
		w.within = time.Until(deadline)
	}
	card, ok := w.cards[userID+"/"+id]
	if !ok && w.err == nil {
		return card, storeerrors.ErrNotFound
	}
	return card, w.err
}

func (w *wallet) Add(_ context.Context, _ string, c cardstore.Card) (cardstore.Card, error) {
	w.added = append(w.added, c)
	return c, w.err
}

func paysWith(kept contract.SavedCard) contract.PaymentInput {
	in := toPay
	in.CardToken, in.Kept = "", &kept
	return in
}

func TestChargeCard_SavedCard_UsesProvidersToken(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{Status: contract.PaymentPaid}}
	cards := &wallet{cards: map[string]cardstore.Card{"her/c1": {Token: "card_1"}}}
	answer, err := paymentacts.New(provider, cards, stated{}).ChargeCard(ctx, paysWith(contract.SavedCard{UserID: "her", CardID: "c1"}))
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, answer.Status)
	require.Equal(t, []payment.Charge{{PaymentID: "p1", Card: "card_1", Amount: 14500, ReturnURL: "https://app.example/back"}}, provider.charges)
}

func TestChargeCard_CardGone_DeclinedUncharged(t *testing.T) {
	provider := &cardProvider{}
	cards := &wallet{cards: map[string]cardstore.Card{"her/c1": {Token: "card_1"}}}
	answer, err := paymentacts.New(provider, cards, stated{}).ChargeCard(ctx, paysWith(contract.SavedCard{UserID: "him", CardID: "c1"}))
	require.NoError(t, err)
	require.Equal(t, contract.PaymentDeclined, answer.Status)
	require.Equal(t, "token_invalid", answer.DeclineCode)
	require.Empty(t, provider.charges)
}

func TestChargeCard_DatabaseAway_ChargesNothing(t *testing.T) {
	provider := &cardProvider{}
	_, err := paymentacts.New(provider, &wallet{err: errors.New("away")}, stated{}).ChargeCard(ctx, paysWith(contract.SavedCard{UserID: "her", CardID: "c1"}))
	requireOurDatabase(t, err)
	require.Empty(t, provider.charges)
}

// requireOurDatabase requires an error that a workflow can tell from a provider without an answer.
func requireOurDatabase(t *testing.T, err error) {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, string(contract.FailUnavailable), failed.Type())
}

func TestChargeCard_DatabaseSlow_HasLessTime(t *testing.T) {
	cards := &wallet{cards: map[string]cardstore.Card{"her/c1": {Token: "card_1"}}}
	_, err := paymentacts.New(&cardProvider{}, cards, stated{}).ChargeCard(ctx, paysWith(contract.SavedCard{UserID: "her", CardID: "c1"}))
	require.NoError(t, err)
	require.Positive(t, cards.within)
	require.LessOrEqual(t, cards.within, 5*time.Second)
}

func TestKeepCard_Kept_SavesProvidersToken(t *testing.T) {
	provider := &cardProvider{saved: &payment.Card{
		Token: "card_1", Fingerprint: "fp_1", Holder: "SARA ALI", Brand: "MADA", Last4: "0015", ExpiryMonth: 12, ExpiryYear: 2030,
	}}
	cards := &wallet{}
	require.NoError(t, paymentacts.New(provider, cards, stated{}).KeepCard(ctx, paysWith(contract.SavedCard{UserID: "her", Keep: true})))
	require.Equal(t, []cardstore.Card{{
		Token: "card_1", Fingerprint: "fp_1", Holder: "SARA ALI", Brand: "MADA", Last4: "0015", ExpiryMonth: 12, ExpiryYear: 2030,
	}}, cards.added)
}

func TestKeepCard_ProviderKeepsNone_DoesNothing(t *testing.T) {
	cards := &wallet{}
	provider := &cardProvider{inquiry: payment.Result{Status: contract.PaymentPaid}}
	require.NoError(t, paymentacts.New(provider, cards, stated{}).KeepCard(ctx, paysWith(contract.SavedCard{UserID: "her", Keep: true})))
	require.Empty(t, cards.added)
}

// fromWallet is a payment with an STC Pay wallet, by a customer who has saved cards.
func fromWallet() contract.PaymentInput {
	in := paysWith(contract.SavedCard{UserID: "her", CardID: "c1", Keep: true})
	in.Wallet = "0551234567"
	return in
}

func TestChargeCard_Wallet_ReplacesCard(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{
		Status: contract.PaymentChallenge, Brand: "STCPAY", Last4: "4567", ChallengeURL: "https://wallet.example/code",
	}}
	answer, err := paymentacts.New(provider, &wallet{err: errors.New("never asked")}, stated{}).ChargeCard(ctx, fromWallet())
	require.NoError(t, err)
	require.Equal(t, contract.Payment{
		ID: "p1", Status: contract.PaymentChallenge, Amount: 14500, Brand: "STCPAY", Last4: "4567", ChallengeURL: "https://wallet.example/code",
	}, answer)
	require.Equal(t, []payment.Charge{{
		PaymentID: "p1", Wallet: "0551234567", Amount: 14500, ReturnURL: "https://app.example/back",
	}}, provider.charges)
}

func TestKeepCard_Wallet_IsNeverSaved(t *testing.T) {
	provider := &cardProvider{inquiryErr: errors.New("never asked")}
	cards := &wallet{}
	require.NoError(t, paymentacts.New(provider, cards, stated{}).KeepCard(ctx, fromWallet()))
	require.Empty(t, cards.added)
	require.Empty(t, provider.inquired)
}
