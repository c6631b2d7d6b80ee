// Package queries holds short workflows that ask a partner and change nothing: a sign-in provider, the courier, and the partner for top-ups
// abroad.
package queries

import (
	"go.temporal.io/sdk/workflow"

	socialacts "selfcare/activities/social"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var socials *socialacts.Activities // only the method names are used; the workflow never calls these

// SocialAddress asks a provider for the page on which a sign-in starts.
func SocialAddress(ctx workflow.Context, in contract.SocialRequest) (string, error) {
	var address string
	err := process.DoPromptly(process.WithInteractivePolicy(ctx, "Find the provider's page"), &address, socials.FindSignInAddress, in)
	return address, process.Unavailable(err)
}

// SocialIdentity exchanges the code of a sign-in for the identity at the provider.
func SocialIdentity(ctx workflow.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	var identity contract.SocialIdentity
	err := workflow.ExecuteActivity(process.WithInteractivePolicy(ctx, "Exchange the code"), socials.ExchangeSignInCode, in).Get(ctx, &identity)
	return identity, process.Unavailable(err)
}
