package devstack

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	cardstore "selfcare/internal/store/card"
	"selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

func TestLeapAutoRecharge_WeekBack_MovesSchedule(t *testing.T) {
	ctx := t.Context()
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	now := time.Now().UTC().Truncate(time.Millisecond)
	lineID, err := s.Lines.Add(ctx, line.Line{
		MSISDN: "0570000001", Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"},
	}, now)
	require.NoError(t, err)
	require.ErrorContains(t, leapAutoRecharge(ctx, db, lineID), "no auto-recharge")

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
	calls, err := s.AutoRecharges.Calls(ctx, 10)
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.NoError(t, s.AutoRecharges.DropCall(ctx, calls[0].Seq))

	require.NoError(t, leapAutoRecharge(ctx, db, lineID))
	calls, err = s.AutoRecharges.Calls(ctx, 10)
	require.NoError(t, err)
	require.Len(t, calls, 1)
	require.Equal(t, now.AddDate(0, 0, -7), calls[0].Rule.Since)
}
