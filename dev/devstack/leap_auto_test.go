package devstack

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/store"
	cardstore "selfcare/internal/store/card"
	"selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

func TestLeapAutoRecharge_WeekBack_IsDueNow(t *testing.T) {
	ctx := t.Context()
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	now := time.Now().UTC().Truncate(time.Millisecond)
	lineID, err := s.Lines.Add(ctx, line.Line{
		MSISDN: "0570000001", Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"},
	}, now)
	require.NoError(t, err)
	_, err = leapAutoRecharge(ctx, db, s, lineID)
	require.ErrorContains(t, err, "no auto-recharge")

	user, err := s.Users.Register(ctx, userstore.User{Email: "saver@selfcare.example", EmailConfirmed: true, PasswordHash: "none"}, lineID)
	require.NoError(t, err)
	card, err := s.Cards.Add(ctx, user.ID, cardstore.Card{
		Token: "card_1", Fingerprint: "fp_1", Brand: cardstore.BrandVisa, Last4: "0011", ExpiryMonth: 12, ExpiryYear: now.Year() + 3,
	})
	require.NoError(t, err)
	opened, err := s.AutoRecharges.Open(ctx, contract.AutoRecharge{
		ID: uuid.NewString(), LineID: lineID, UserID: user.ID, CardID: card.ID, Language: "en", Frequency: contract.AutoWeekly,
		Hour: 9, Amount: 5000, State: contract.AutoActive, Since: now,
	})
	require.NoError(t, err)
	require.True(t, opened)

	workflow, err := leapAutoRecharge(ctx, db, s, lineID)
	require.NoError(t, err)
	due, err := s.AutoRecharges.LockDue(ctx, time.Now(), 10, nil)
	require.NoError(t, err)
	require.Len(t, due, 1)
	require.Equal(t, now.AddDate(0, 0, -7), due[0].Since)
	first := autorecharge.Next(due[0].AutoRecharge, now.AddDate(0, 0, -7))
	require.Equal(t, contract.AutoRechargeID(lineID, autorecharge.Date(first)), workflow)
}
