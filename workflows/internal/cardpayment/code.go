package cardpayment

import (
	"slices"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// answerWithin is how long a customer waits for the outcome after a code; the page follows the payment afterwards.
const answerWithin = 10 * time.Second

// refusals of a code; any other error may come after the wallet has taken it.
var refusals = []contract.Code{contract.FailWalletCodeWrong, contract.FailWalletCodeNotAsked}

// ValidateCode refuses a code for which no wallet waits; paid is nil for a payment that is not known.
func ValidateCode(paid *contract.Payment) error {
	if paid == nil || paid.Status != contract.PaymentChallenge || paid.ChallengeURL != "" {
		return process.Refuse(contract.FailWalletCodeNotAsked)
	}
	return nil
}

// EnterCode hands in the code of a wallet, once. Then the coroutine that follows the payment asks for the outcome; isOpen tells whether
// it is still missing. A wallet that was not reached is FailOutsideSystem: the customer tries again.
func EnterCode(ctx workflow.Context, in contract.WalletCode, reports *Reports, isOpen func() bool) error {
	err := workflow.ExecuteActivity(process.WithOneTryPolicy(ctx, "Hand in the wallet's code"), payments.EnterWalletCode, in).Get(ctx, nil)
	if code := process.CodeOf(err); slices.Contains(refusals, code) {
		return process.Refuse(code)
	}
	reports.Note(in.PaymentID)
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
