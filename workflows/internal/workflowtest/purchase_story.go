package workflowtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// Payment of the purchases of stories.
const (
	PurchaseNumber  = "PU12345678"
	PurchasePayment = "p1"
	PurchaseTotal   = 5750
)

// NewPurchase is a purchase of a kind with a payment method.
func NewPurchase(kind contract.PurchaseKind, way contract.PaymentMethod) contract.PurchaseInput {
	p := contract.Purchase{
		ID: "01900000-0000-7000-8000-000000000002", Number: PurchaseNumber, Kind: kind, Way: way, Language: "ar", UserID: "u1",
		PayerLineID: "l1", LineID: "l1", Amount: 5000, Total: PurchaseTotal, VAT: 750, CreatedAt: Begin,
	}
	if kind == contract.PurchaseSwitch {
		p.Switch = &contract.PlanSwitch{PlanID: "hawakom-130", FromPlanID: "hawakom-90", FromCycle: 1, Items: []contract.PlanCharge{
			{Item: "plan", Amount: PurchaseTotal, VAT: 750},
		}}
	}
	if purchase.Definitions[kind].Transfer {
		p.LineID, p.Total, p.VAT = "l2", p.Amount, 0
	}
	if kind == contract.TransferData {
		p.Amount, p.Total, p.Data = 0, 0, &contract.DataBought{WalletID: "w1", Megabytes: 500}
	}
	if kind == contract.TransferInternational {
		p.International = &contract.TopUpTransfer{
			Mobile: "+919876543210", Country: "IN", OperatorID: "2151", Operator: "Airtel India", ServiceID: "1", ProductID: "21511",
			Gets: contract.ForeignAmount{Amount: "1000.00", Currency: "INR"}, Rate: "22", Cost: PurchaseTotal - 250, Fee: 250,
		}
	}
	if kind == contract.PurchaseService {
		p.Amount, p.VAT = 0, 0
		p.Service = &contract.ServiceBought{ServiceID: "daily-news", Name: "Daily news", PartnerCode: "DAILY-NEWS", Cost: 2500, CycleDays: 1}
	}
	if kind == contract.PurchaseGame {
		p.Amount = 0
		p.Game = &contract.GameBought{
			BrandID: "play", DenominationID: "play-50", Name: "Play 50", PartnerCode: "PLAY-50", Cost: 4500, Refundable: true,
			Email: "gamer@selfcare.example", Mobile: "0550000001",
		}
	}
	if kind == contract.PurchaseBundle || kind == contract.PurchaseGift {
		p.Amount, p.Bundles = 0, []contract.BundleBought{{
			BundleID: "net-saver-5", NameEn: "Net Saver 5 GB", NameAr: "موفر الإنترنت 5 جيجابايت", ValidityDays: 30, Price: 5000,
			Items: []contract.BundleItem{{Type: "data", Unit: "MB", Amount: 5120}},
		}}
	}
	if kind == contract.PurchaseInvoice {
		p.VAT, p.Bill = 0, &contract.BillPaid{InvoiceID: "i1", Number: "INV2026-00000001"}
	}
	if purchase.Charges(way) {
		p.Payment = &contract.Payment{ID: PurchasePayment, Status: contract.PaymentProcessing, Amount: PurchaseTotal, At: Begin}
	}
	return contract.PurchaseInput{Purchase: p, PaymentTTL: Settings().PaymentTTL}
}

// PurchaseStory is one purchase under the virtual clock.
type PurchaseStory struct {
	*testsuite.TestWorkflowEnvironment
	*Journal
	T       *testing.T
	Books   *PurchaseBooks
	Outside *Outside
	Input   contract.PurchaseInput
	Pay     contract.OpenPurchase
	Answer  contract.Purchase // of the update that opened it
	Refusal error
	opened  bool
}

// NewPurchaseStory opens a purchase at once.
func NewPurchaseStory(t *testing.T, kind contract.PurchaseKind, way contract.PaymentMethod) *PurchaseStory {
	env := NewEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.PurchaseWorkflowID(PurchaseNumber)})
	j := NewJournal()
	s := &PurchaseStory{
		TestWorkflowEnvironment: env, Journal: j, T: t, Books: NewPurchaseBooks(j), Outside: NewOutside(j, env.Now), Input: NewPurchase(kind, way),
		Pay: contract.OpenPurchase{CardToken: "tok_1", ReturnURL: "https://selfcare.example"},
	}
	Register(env, s.Books, s.Outside)
	s.At(0, func() {
		if !s.opened {
			s.Opens("open-1")
		}
	})
	return s
}

// NewOpenedStory goes on with a purchase that another process has opened.
func NewOpenedStory(t *testing.T, way contract.PaymentMethod) *PurchaseStory {
	s := NewPurchaseStory(t, contract.PurchaseSwitch, way)
	s.opened = true
	s.Input.Purchase.Seq, s.Input.Purchase.Stage = 1, contract.PurchaseDelivering
	s.Books.Has(s.Input.Purchase)
	return s
}

// At runs do at a moment of the virtual clock.
func (s *PurchaseStory) At(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

// Opens sends the update that opens the purchase.
func (s *PurchaseStory) Opens(key string) {
	s.update(contract.UpdateOpenPurchase, key, s.Pay, func(answer contract.Purchase, err error) { s.Answer, s.Refusal = answer, err })
}

// Decides sends a decision of support and answers with its refusal.
func (s *PurchaseStory) Decides(when time.Duration, action string) (refusal *error) {
	refusal = new(error)
	s.At(when, func() {
		decision := contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"}
		s.update(contract.UpdateResolve, "", decision, func(_ contract.Purchase, err error) { *refusal = err })
	})
	return refusal
}

// Moves changes the day of a purchase that waits, and answers with its refusal.
func (s *PurchaseStory) Moves(when time.Duration, to time.Time) (refusal *error) {
	return s.asks(when, contract.UpdateMoveActivation, contract.ActivationMove{EffectiveAt: to})
}

// CallsOff cancels a purchase that waits for its day.
func (s *PurchaseStory) CallsOff(when time.Duration) (refusal *error) {
	return s.asks(when, contract.UpdateCancelActivation, contract.At{})
}

// EntersCode hands in the code of a wallet, and answers with its refusal.
func (s *PurchaseStory) EntersCode(when time.Duration, paymentID string) (refusal *error) {
	return s.asks(when, contract.UpdateEnterWalletCode, contract.WalletCode{PaymentID: paymentID, Code: "123456"})
}

func (s *PurchaseStory) asks(when time.Duration, update string, in any) (refusal *error) {
	refusal = new(error)
	s.At(when, func() { s.update(update, "", in, func(_ contract.Purchase, err error) { *refusal = err }) })
	return refusal
}

func (s *PurchaseStory) update(name, key string, arg any, answered func(contract.Purchase, error)) {
	s.UpdateWorkflow(name, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: func(err error) { answered(contract.Purchase{}, asReceived(err)) },
		OnComplete: func(answer any, err error) {
			p, _ := answer.(contract.Purchase)
			if err != nil {
				err = asReceived(err)
			}
			answered(p, err)
		},
	}, arg)
}

// Reports sends a report of the payment.
func (s *PurchaseStory) Reports(when time.Duration) {
	s.At(when, func() {
		s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_1", PaymentID: PurchasePayment})
	})
}

// Runs takes the purchase to its end.
func (s *PurchaseStory) Runs() contract.Purchase {
	s.ExecuteWorkflow(contract.WorkflowPurchase, s.Input)
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}
