package scale

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/seal"
)

// Sample has the ids of the heavy customer and of one row of each kind, which the store itself has written.
type Sample map[string]string

// heavy is a test account of the seed with four lines.
const heavy = "0570000003"

// Contact of the sample order.
const (
	sampleEmail  = "noura@example.sa"
	sampleMobile = "0501112233"
)

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// writeSample writes one row of each kind; the plan of the line is of the seed. The fill copies their states.
func writeSample(ctx context.Context, db *bun.DB, keys *seal.Keys) (Sample, error) {
	s := store.New(db, keys)
	line, err := s.Lines.ByNumber(ctx, heavy)
	if err != nil {
		return nil, err
	}
	user, err := s.Users.ByMobile(ctx, heavy)
	if err != nil {
		return nil, err
	}
	agents, err := s.Users.ByEmail(ctx, "support@selfcare.example")
	if err != nil {
		return nil, err
	}
	now := time.Now().UTC().Truncate(time.Second)
	order := sampleOrder(now)
	bought := contract.Purchase{
		ID: newID(), Number: "PU99999999", Kind: contract.PurchaseRecharge, Way: contract.PayCard, Stage: contract.PurchasePaying, Language: "ar",
		UserID: user.ID, PayerLineID: line.ID, LineID: line.ID, Amount: 5000, Total: 5750, VAT: 750, Seq: 1, CreatedAt: now,
	}
	err = s.InTx(ctx, func(tx *store.Tx) error {
		if err := tx.Orders.Open(ctx, order, []byte("session"), user.ID); err != nil {
			return err
		}
		return tx.Purchases.Open(ctx, bought, purchase.Opening{})
	})
	if err != nil {
		return nil, err
	}
	sample := Sample{"line": line.ID, "user": user.ID, "agent": agents[0].ID, "order": order.ID, "purchase": bought.ID}
	for kind, planID := range map[string]string{subscription.Prepaid: "hawakom-90", "postpaid": "postpaid-200"} {
		state, err := contract.Encode(samplePlan(planID, kind))
		if err != nil {
			return nil, err
		}
		sample[kind] = string(state)
	}
	return sample, nil
}

// samplePlan is a plan in its twelfth cycle. The fill sets its line and its times.
func samplePlan(planID, kind string) contract.PlanSubscription {
	s := contract.PlanSubscription{PlanID: planID, Type: kind, Language: "ar"}
	s = subscription.Begin(s, subscription.Plan{ID: planID, Renews: true, Period: subscription.Period{Months: 1}}, time.Time{})
	s.Cycle, s.AnchorCycle, s.Step, s.Seq = 12, 12, contract.StepRenew, 40
	return s
}

func sampleOrder(now time.Time) contract.Order {
	return contract.Order{
		ID: newID(), Number: "SC99999999", Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "ar",
		Stage: contract.StageWizard, Step: contract.StepPayment, Seq: 1, CreatedAt: now,
		Booking:  &contract.Booking{MSISDN: "0571234567", Category: "bronze", Price: 3000, HeldSince: now, HeldUntil: now.Add(time.Hour)},
		Plan:     &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, SubscriptionType: "prepaid"},
		Person:   &contract.Person{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01", FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي"},
		Contact:  &contract.Contact{FullName: "Noura Alharbi", Email: sampleEmail, Mobile: sampleMobile},
		Delivery: &contract.Delivery{Method: contract.DeliverHome, Fee: 2500, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "Tahlia", BuildingNumber: "4512"}},
		SIM:      &contract.SIM{ICCID: "8996605000000000017", PUK1: "48151623"},
	}
}
