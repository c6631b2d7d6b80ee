//go:build record

package workflows_test

import (
	"errors"
	"maps"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, paymentRecordings) }

// errAway is our database while it takes no writes: the step waits and keeps the order's turn meanwhile.
var errAway = errors.New("ERROR: cannot execute UPDATE in a read-only transaction (SQLSTATE 25006)")

// paymentRecordings are courses of the payment, and of the number that waits for it.
var paymentRecordings = map[string]func(*recording){
	"charge-answer-lost-then-found": func(p *recording) {
		p.outside.Fails("charge", workflowtest.ErrOutage)
		p.outside.Outcomes[p.payment("p1")] = []contract.PaymentStatus{contract.PaymentPaid}
		p.fillsWizard()
		p.pays("p1")
		p.runsToActive()
	},
	"charge-never-arrived-then-another-card": func(p *recording) {
		p.hurriesInquiries()
		p.outside.Fails("charge", workflowtest.ErrOutage)
		p.fillsWizard()
		p.pays("p1")
		p.until(func(o contract.Order) bool { return o.Payments[0].Status == contract.PaymentAbandoned })
		p.outside.Fails("charge", nil)
		p.pays("p2")
		p.runsToActive()
	},
	"outcome-unknown-for-long-then-paid": func(p *recording) {
		p.hurriesInquiries()
		p.outside.Charges[p.payment("p1")] = contract.PaymentPending
		p.outside.Outcomes[p.payment("p1")] = workflowtest.PendingFor(len(process.InquiryPauses)+1, contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.runsToActive()
	},
	"inquiry-without-an-answer-then-paid": func(p *recording) {
		p.outside.Charges[p.payment("p1")] = contract.PaymentPending
		p.outside.Outcomes[p.payment("p1")] = []contract.PaymentStatus{contract.PaymentPaid}
		p.outside.Fails("inquire", workflowtest.No(contract.FailOutsideSystem))
		p.fillsWizard()
		p.pays("p1")
		p.untilFailed("inquire")
		p.runsToActive()
	},
	"card-kept": func(p *recording) {
		p.fillsWizard()
		p.paysWith("p1", &contract.SavedCard{UserID: "user-1", Keep: true})
		p.runsToActive()
	},
	"kept-card-chosen-again-at-the-bank": func(p *recording) {
		kept := &contract.SavedCard{UserID: "user-1", CardID: "card-1"}
		p.challenged("p1", contract.PaymentPaid)
		p.fillsWizard()
		p.paysWith("p1", kept)
		p.paysWith("p2", kept)
		require.Len(p.t, p.books.Last().Payments, 1)
		p.paymentReported("p1")
		p.runsToActive()
	},
	"same-click-pays-twice": func(p *recording) {
		p.fillsWizard()
		p.books.Fails("open-payment", errAway)
		pay := contract.PayRequest{PaymentID: p.payment("p1"), CardToken: "tok_1234567890123456"}
		once, again := p.asks(contract.UpdatePay, pay), p.asks(contract.UpdatePay, pay)
		p.books.Fails("open-payment", nil)
		require.NoError(p.t, errors.Join(once(), again()))
		p.runsToActive()
	},
	"price-changed-while-paying": func(p *recording) {
		p.fillsWizard()
		p.books.Fails("promo", errAway)
		promo := p.asks(contract.UpdateApplyPromo, contract.PromoCode{Code: "SAHARA"})
		pay := p.asks(contract.UpdatePay, contract.PayRequest{PaymentID: p.payment("p1"), CardToken: "tok_1234567890123456"})
		p.books.Fails("promo", nil)
		require.NoError(p.t, promo())
		require.EqualError(p.t, pay(), string(contract.FailPriceChanged))
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"paid-after-the-end-of-the-draft": func(p *recording) {
		p.input.Settings.DraftTTL = 6 * time.Second
		p.challenged("p1", contract.PaymentPaid)
		p.fillsWizard()
		p.pays("p1")
		p.isOld(8 * time.Second)
		p.paymentReported("p1")
		p.runsToActive()
	},
	"number-kept-at-the-last-moment": func(p *recording) {
		p.input.Settings.HoldFor = 5 * time.Second
		p.opens()
		p.isOld(4 * time.Second)
		p.books.Fails("extend", errAway)
		kept := p.asks(contract.UpdateExtendHold, nil)
		p.isOld(6 * time.Second)
		p.books.Fails("extend", nil)
		require.NoError(p.t, kept())
		require.False(p.t, p.books.Last().Booking.Expired)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"database-away-for-long-then-back": func(p *recording) {
		p.opens()
		p.books.Fails("plan", errAway)
		shown := p.happened(enumspb.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES)
		chosen := p.asks(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
		p.untilHappened(shown+1, enumspb.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES)
		p.books.Fails("plan", nil)
		require.NoError(p.t, chosen())
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"step-saved-and-forgotten": func(p *recording) {
		p.opens()
		p.books.Forgets(func(o *contract.Order) { o.Language = "en" })
		p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
		require.Equal(p.t, "en", p.books.Last().Language)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"forgotten-step-taken-again": func(p *recording) {
		p.opens()
		p.books.Forgets(func(o *contract.Order) { o.Plan = &contract.Plan{ID: "hawakom-55", Price: 5500} })
		p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
		p.says(contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
		p.forgetsPush()
		p.identity("order1", contract.IdentityCompleted)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"payment-opened-and-forgotten": func(p *recording) {
		p.fillsWizard()
		p.books.Forgets(func(o *contract.Order) {
			*o = order.WithPayment(*o, contract.Payment{ID: p.payment("p1"), Status: contract.PaymentProcessing, Amount: workflowtest.Total})
		})
		p.isRefused(contract.FailPaymentPending, contract.UpdatePay, contract.PayRequest{PaymentID: p.payment("p2"), CardToken: "tok_1234567890123456"})
		p.until(func(o contract.Order) bool { return o.Payments[0].Status == contract.PaymentAbandoned })
		p.pays("p3")
		p.runsToActive()
	},
	"first-step-late": func(p *recording) {
		p.startsWithoutAStep()
		p.untilHappened(1, enumspb.EVENT_TYPE_MARKER_RECORDED) // our database was asked
		p.says(contract.UpdateOpen, nil)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"first-step-taken-twice": func(p *recording) {
		p.startsWithoutAStep()
		p.books.Fails("open", errAway)
		once, again := p.asks(contract.UpdateOpen, nil), p.asks(contract.UpdateOpen, nil)
		p.books.Fails("open", nil)
		require.NoError(p.t, once())
		require.EqualError(p.t, again(), string(contract.FailOrderClosed))
		p.says(contract.UpdateOpen, nil)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"reminder-refused-by-the-books": func(p *recording) {
		p.input.Settings.ActivationTTL = time.Second
		p.books.Fails("remind", workflowtest.No(contract.FailNumberUnknown))
		p.isDelivered()
		err := p.server.GetWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), "").Get(p.t.Context(), nil)
		require.ErrorContains(p.t, err, string(contract.FailNumberUnknown))
	},
}

// forgetsPush saves the order's first push as a worker that died would have.
func (p *recording) forgetsPush() {
	p.books.Forgets(func(o *contract.Order) {
		o.Identity = &contract.Identity{
			TransactionID: "order1", Status: contract.IdentityWaiting, Purpose: contract.PurposeOrder, Tries: 1, ExpiresAt: time.Now().Add(time.Minute),
		}
	})
}

func (p *recording) paysWith(short string, kept *contract.SavedCard) {
	p.says(contract.UpdatePay, contract.PayRequest{PaymentID: p.payment(short), CardToken: "tok_1234567890123456", Kept: kept})
}
