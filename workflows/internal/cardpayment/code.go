package cardpayment

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// answerWithin is how long a customer waits for the outcome after a code; the page follows the payment afterwards.
const answerWithin = 10 * time.Second

// ValidateCode refuses a code for which no wallet waits; paid is nil for a payment that is not known.
func ValidateCode(paid *contract.Payment) error {
	if paid == nil || paid.Status != contract.PaymentChallenge || paid.ChallengeURL != "" {
		return process.Refuse(contract.FailWalletCodeNotAsked)
	}
	return nil
}

// EnterCode hands in the code of a wallet, once. Unless the code is wrong, the coroutine that follows the payment then asks for the
// outcome, because a wallet that asks for no code any more has decided; isOpen tells whether the outcome is still missing. A wallet that
// was not reached is FailOutsideSystem: the customer tries again.
func EnterCode(ctx workflow.Context, in contract.WalletCode, reports *Reports, isOpen func() bool) error {
	err := workflow.ExecuteActivity(process.WithOneTryPolicy(ctx, "Hand in the wallet's code"), payments.EnterWalletCode, in).Get(ctx, nil)
	code := process.CodeOf(err)
	if code == contract.FailWalletCodeWrong {
		return process.Refuse(code)
	}
	reports.Note(in.PaymentID)
	if code == contract.FailWalletCodeNotAsked {
		return process.Refuse(code)
	}
	wait := process.Wait{For: "the outcome after a wallet's code", Limit: answerWithin, Then: "the customer's page follows the payment"}
	isKnown, waitErr := process.Await(ctx, wait, func() bool { return !isOpen() })
	switch {
	case waitErr != nil:
		return waitErr
	case err != nil && !isKnown:
		return process.Refuse(contract.FailOutsideSystem)
	default:
		return nil
	}
}
