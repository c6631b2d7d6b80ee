// Package social holds what a sign-in with another provider asks of it.
package social

import (
	"go.temporal.io/sdk/workflow"

	socialacts "selfcare/activities/social"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var socials *socialacts.Activities // names of the activities; the methods are never called here

// SocialAddress asks a provider for the page a sign-in starts on.
func SocialAddress(ctx workflow.Context, in contract.SocialRequest) (string, error) {
	var address string
	err := process.Promptly(process.WithInteractivePolicy(ctx, "Find the provider's page"), &address, socials.FindSignInAddress, in)
	return address, process.Unavailable(err)
}

// SocialIdentity asks a provider who came back with a code.
func SocialIdentity(ctx workflow.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	var identity contract.SocialIdentity
	err := workflow.ExecuteActivity(process.WithInteractivePolicy(ctx, "Exchange the code"), socials.ExchangeSignInCode, in).Get(ctx, &identity)
	return identity, process.Unavailable(err)
}
