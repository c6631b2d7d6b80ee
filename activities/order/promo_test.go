package order_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	referralstore "selfcare/internal/store/referral"
	userstore "selfcare/internal/store/user"
)

func promo(code string) contract.PromoApplied { return contract.PromoApplied{At: at(now), Code: code} }

func (s *shop) applies(o contract.Order, code string) func() (contract.Order, error) {
	return func() (contract.Order, error) { return s.Orders.ApplyPromo(ctx, o, promo(code)) }
}

// offers creates a promo code that is valid since yesterday.
func (s *shop) offers(code string, amount contract.Halalas) {
	s.T.Helper()
	s.Exec("INSERT INTO promo_codes (code, amount, starts_at) VALUES (?, ?, ?)", code, amount, now.Add(-24*time.Hour))
}

// limits restricts a promo code.
func (s *shop) limits(code, column string, to any) {
	s.T.Helper()
	s.Exec("UPDATE promo_codes SET ? = ? WHERE code = ?", bun.Ident(column), to, code)
}

// used returns how often a code is in use, by the count and by the list; they must agree.
func (s *shop) used(code string) int {
	s.T.Helper()
	var counted, listed int
	require.NoError(s.T, s.DB.NewRaw("SELECT used, (SELECT count(*) FROM promo_uses WHERE code = ?0) FROM promo_codes WHERE code = ?0", code).
		Scan(ctx, &counted, &listed))
	require.Equal(s.T, listed, counted)
	return counted
}

func TestApplyPromo_Valid_LowersPrice(t *testing.T) {
	s := newShop(t)
	s.offers("SAVE10", 1000)
	o := s.Confirmed(numberA)
	applied := s.Twice(s.applies(o, "SAVE10"))
	require.Equal(t, o.Price.Total-1000, applied.Price.Total)
	require.Equal(t, contract.StepOrderConfirmation, applied.Step)
	require.Equal(t, 1, s.used("SAVE10"), "a repeat uses it once")
	require.Equal(t, []string{"promo.applied"}, s.LastEvents(o.ID, 1))
}

func TestApplyPromo_Invalid_IsRefused(t *testing.T) {
	s := newShop(t)
	for _, code := range []string{"GONE", "EARLY", "ESIMONLY"} {
		s.offers(code, 1000)
	}
	s.limits("GONE", "ends_at", now)
	s.limits("EARLY", "starts_at", now.Add(time.Hour))
	s.limits("ESIMONLY", "kinds", "{esim}")
	s.offers("ALLFREE", 100_000)
	o := s.Confirmed(numberA)
	for code, want := range map[string]contract.Code{
		"UNKNOWN": contract.FailPromoInvalid, "EARLY": contract.FailPromoInvalid, "GONE": contract.FailPromoExpired,
		"ESIMONLY": contract.FailPromoNotApplicable, "ALLFREE": contract.FailPromoNotApplicable,
	} {
		s.Refuses(s.applies(o, code), want, "code")
	}
}

func TestApplyPromo_Another_FreesFormer(t *testing.T) {
	s := newShop(t)
	s.offers("SAVE10", 1000)
	s.offers("SAVE20", 2000)
	first := s.Once(s.applies(s.Confirmed(numberA), "SAVE10")())
	second := s.Once(s.applies(first, "SAVE20")())
	require.Equal(t, contract.Halalas(2000), second.Promo.Discount)
	require.Zero(t, s.used("SAVE10"))
	require.Equal(t, 1, s.used("SAVE20"))
}

func TestApplyPromo_LastUse_OneOfTwoWins(t *testing.T) {
	s := newShop(t)
	s.offers("ONCE", 1000)
	s.limits("ONCE", "max_uses", 1)
	rivals := []contract.Order{s.Confirmed(numberA), s.Confirmed(numberB)}
	var together sync.WaitGroup
	failures := make([]error, len(rivals))
	for i, o := range rivals {
		together.Go(func() { _, failures[i] = s.applies(o, "ONCE")() })
	}
	together.Wait()
	lost := errors.Join(failures...)
	require.ErrorContains(t, lost, string(contract.FailPromoUsedUp))
	require.True(t, failures[0] == nil || failures[1] == nil, "one of them has it")
	require.Equal(t, 1, s.used("ONCE"))
}

func TestApplyPromo_LimitPerID_CountsAllOrders(t *testing.T) {
	s := newShop(t)
	s.offers("WELCOME", 1000)
	s.limits("WELCOME", "max_uses_per_id", 1)
	s.Once(s.applies(s.Confirmed(numberA), "WELCOME")())
	s.Refuses(s.applies(s.Confirmed(numberB), "WELCOME"), contract.FailPromoUsedUp, "code")
}

func TestReleasePromo_OrderEnds_CodeIsFree(t *testing.T) {
	ways := map[string]func(*shop, contract.Order) (contract.Order, error){
		"when it is removed": func(s *shop, o contract.Order) (contract.Order, error) { return s.Orders.RemovePromo(ctx, o, at(now)) },
		"when the order ends without its aim": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedNeverPaid})
		},
		"when another person takes the order": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.Orders.AcceptPerson(ctx, o, contract.PersonFound{
				At: at(now), Claim: contract.EligibilityClaim{IDNumber: residentID, Nationality: "EG", BirthDate: "1990-01-01"},
			})
		},
	}
	for name, back := range ways {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			s.offers("SAVE10", 1000)
			o := s.Once(s.applies(s.Confirmed(numberA), "SAVE10")())
			s.Twice(func() (contract.Order, error) { return back(s, o) })
			require.Zero(t, s.used("SAVE10"))
		})
	}
}

func TestConfirmPrice_CodeExpired_IsRefused(t *testing.T) {
	s := newShop(t)
	s.offers("SAVE10", 1000)
	s.limits("SAVE10", "ends_at", now.Add(time.Minute))
	o := s.Once(s.applies(s.Confirmed(numberA), "SAVE10")())
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.ConfirmPrice(ctx, o, contract.PriceConfirmed{
			At: at(now.Add(time.Minute)), Confirmation: contract.Confirmation{AcceptTerms: true, Total: o.Price.Total},
		})
	}, contract.FailPromoExpired, "code")
}

// friend is a line that invites with a code.
func (s *shop) friend(msisdn, code, subscription string) string {
	s.T.Helper()
	id, err := s.Store.Lines.Add(ctx, linestore.Line{
		MSISDN: msisdn, Kind: linestore.Voice, PlanID: "hawakom-90", Type: subscription, Person: contract.Person{IDNumber: residentID},
	}, now)
	require.NoError(s.T, err)
	referral, err := s.Store.Referrals.Of(ctx, id, code)
	require.NoError(s.T, err)
	require.Equal(s.T, code, referral.Code)
	return id
}

func (s *shop) balance(lineID string) contract.Halalas {
	s.T.Helper()
	usage, err := s.Store.Lines.Usage(ctx, lineID)
	require.NoError(s.T, err)
	return usage.Balance
}

func TestCompleteOrder_Invited_RewardsBothOnce(t *testing.T) {
	for subscription, want := range map[string]contract.Halalas{"prepaid": 2500, "postpaid": -2500} {
		t.Run(subscription, func(t *testing.T) {
			s := newShop(t)
			referrer := s.friend("0570000099", "FRIEND22", subscription)
			o := s.Delivered(numberA)
			o.Referral = "FRIEND22"
			done := s.Twice(func() (contract.Order, error) { return s.Orders.CompleteOrder(ctx, o, at(now)) })
			require.Equal(t, []string{"line.activated", "order.completed", "referral.rewarded"}, s.LastEvents(o.ID, 3))
			require.Equal(t, want, s.balance(referrer), "the debt of a postpaid line shrinks")
			line, err := s.Store.Lines.ByNumber(ctx, numberA)
			require.NoError(t, err)
			require.Equal(t, contract.Halalas(2500), s.balance(line.ID))
			s.requireBalance(done, accounts{
				"payment-provider": 14500, "customer": 0, "revenue": -12609, "vat": -1891, "marketing": 5000,
				ledger.LineAccount(referrer): -2500, ledger.LineAccount(line.ID): -2500,
			})
			known, err := s.Store.Referrals.Of(ctx, referrer, "OTHER222")
			require.NoError(t, err)
			require.Equal(t, referralstore.Referral{Code: "FRIEND22", Friends: 1, Earned: 2500}, known)
		})
	}
}

// The end of a line locks it. The reward of the same moment waits for the end, and is not given then.
func TestCompleteOrder_InviterEnds_GetsNothing(t *testing.T) {
	s := newShop(t)
	referrer := s.friend("0570000099", "FRIEND22", "prepaid")
	o := s.Delivered(numberA)
	o.Referral = "FRIEND22"
	completed := make(chan error, 1)
	require.NoError(t, s.Store.InTx(ctx, func(q *store.Tx) error {
		_, _, err := q.Endings.Lock(ctx, referrer)
		require.NoError(t, err)
		_, err = q.PlanSubscriptions.LockBalance(ctx, referrer)
		require.NoError(t, err)
		go func() {
			_, err := s.Orders.CompleteOrder(ctx, o, at(now))
			completed <- err
		}()
		testkit.RequireLockWait(t, s.DB) // the reward waits for the end
		return q.Endings.EndLine(ctx, referrer, now)
	}))
	require.NoError(t, <-completed)
	require.Zero(t, s.balance(referrer), "nothing landed on the line that has ended")
}

func TestCompleteOrder_Invited_Rewards(t *testing.T) {
	s := newShop(t)
	referrer := s.friend("0570000099", "FRIEND22", "prepaid")
	o := s.Delivered(numberA)
	o.Referral = "FRIEND22"
	unknown := func() {
		_, err := s.Store.Users.FindRewardedInviter(ctx, o.ID)
		require.ErrorIs(t, err, storeerrors.ErrNotFound)
	}
	unknown()
	s.Once(s.Orders.CompleteOrder(ctx, o, at(now)))
	unknown()
	user, err := s.Store.Users.Register(ctx, userstore.User{Mobile: "0570000099", PasswordHash: "hash"}, referrer)
	require.NoError(t, err)
	inviter, err := s.Store.Users.FindRewardedInviter(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, userstore.Inviter{UserID: user.ID, Mobile: "0570000099", Chosen: userstore.Preferences{SMS: true, Email: true}, Amount: 2500}, inviter)
	wanted := userstore.Preferences{Language: "ar", Email: true, Promotions: true}
	require.NoError(t, s.Store.Users.SetPreferences(ctx, user.ID, wanted))
	require.NoError(t, s.Store.Users.ConfirmEmail(ctx, user.ID, "inviter@example.com"))
	inviter, err = s.Store.Users.FindRewardedInviter(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, userstore.Inviter{UserID: user.ID, Mobile: "0570000099", ConfirmedEmail: "inviter@example.com", Chosen: wanted, Amount: 2500}, inviter)
}

func TestAcceptPerson_CustomerInvited_NoReward(t *testing.T) {
	s := newShop(t)
	s.friend("0570000099", "FRIEND22", "prepaid")
	o := s.Opened(numberA)
	o.Referral = "FRIEND22"
	accepted := s.Twice(func() (contract.Order, error) {
		return s.Orders.AcceptPerson(ctx, o, contract.PersonFound{
			At: at(now), Claim: contract.EligibilityClaim{IDNumber: residentID, Nationality: "EG", BirthDate: "1990-01-01"},
		})
	})
	require.Empty(t, accepted.Referral)
	require.Equal(t, []string{"eligibility.checked", "referral.not-entitled"}, s.LastEvents(o.ID, 2))
}
