package subscribers

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/platform/password"
	userstore "selfcare/internal/store/user"
)

// Plan is the target of a switch.
type Plan struct{ ID, ExternalID string }

// Switched are the two plans that a line switches between; the first is not its present one.
var Switched = [2]Plan{{"hawakom-90", "HAWAKOM-90"}, {"hawakom-130", "HAWAKOM-130"}}

// Switcher is a customer who may switch the plan of a line: signed in, with the line's code shown.
type Switcher struct {
	customer.Buyer
	UserID, LineID string
}

// OpenSwitcher creates a line with a plan and a balance, and signs c in as its owner.
func (s Stack) OpenSwitcher(ctx context.Context, c *customer.Customer, balances int) (*Switcher, error) {
	ids, err := s.lines(ctx, 1, func(ctx context.Context, lineID string) error {
		for range balances {
			if err := s.topUp(ctx, lineID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.start(ctx, ids, time.Now().AddDate(0, 0, 20)); err != nil {
		return nil, fmt.Errorf("start the plan: %w", err)
	}
	line, err := s.Store.Lines.Get(ctx, ids[0])
	if err != nil {
		return nil, err
	}
	user, err := s.signIn(ctx, c, line.ID)
	if err != nil {
		return nil, err
	}
	c.Order.Msisdn = &line.MSISDN
	opened := &Switcher{Buyer: customer.Buyer{Customer: c}, UserID: user, LineID: line.ID}
	return opened, opened.ShowSwitchCode(ctx)
}

// signIn signs c in to a new account that owns a line.
func (s Stack) signIn(ctx context.Context, c *customer.Customer, lineID string) (userID string, err error) {
	email := uuid.NewString() + "@selfcare.example"
	user, err := s.Store.Users.Register(ctx, userstore.User{
		Email: email, EmailConfirmed: true, PasswordHash: password.Hash(dashboardPassword),
	}, lineID)
	if err != nil {
		return "", err
	}
	signedIn, err := customer.SignIn(ctx, c.Client, email, dashboardPassword)
	if err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	c.Token = signedIn.Token
	return user.ID, nil
}

// CostNow is the price of a plan now from the balance, whose VAT is already paid, in halalas.
func (s *Switcher) CostNow(ctx context.Context, to Plan) (int64, error) {
	terms, err := s.MayHave(ctx, to.ExternalID)
	if err != nil {
		return 0, err
	}
	if terms.Now == nil || terms.Now.FromBalance == nil {
		return 0, fmt.Errorf("%s cannot be had now: %+v", to.ID, terms)
	}
	return *terms.Now.FromBalance, nil
}

// BeginNow begins a switch now, paid from the balance.
func (s *Switcher) BeginNow(ctx context.Context, to Plan, total int64) (gen.Purchase, error) {
	return s.BeginSwitch(ctx, to.ID, total, gen.PurchasePay{Way: gen.PaymentMethodBalance})
}
