package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Social is the way to the providers people sign in with.
type Social struct {
	temporal client.Client
}

// NewSocial returns the way behind c.
func NewSocial(c client.Client) *Social { return &Social{temporal: c} }

// Address is the page to send the browser to.
func (s *Social) Address(ctx context.Context, in contract.SocialRequest) (address string, err error) {
	err = s.ask(ctx, contract.WorkflowSocialAddress, in, &address)
	return address, err
}

// Identity is who came back with a code.
func (s *Social) Identity(ctx context.Context, in contract.SocialExchange) (identity contract.SocialIdentity, err error) {
	err = s.ask(ctx, contract.WorkflowSocialIdentity, in, &identity)
	return identity, err
}

func (s *Social) ask(ctx context.Context, workflow string, in, answer any) error {
	question := client.StartWorkflowOptions{ID: contract.SocialWorkflowID(uuid.NewString()), StaticSummary: "Sign-in with another account"}
	return ask(ctx, s.temporal, question, workflow, in, answer)
}

// ask has a workflow of its own carry one question to where it may be asked.
func ask(ctx context.Context, c client.Client, question client.StartWorkflowOptions, workflow string, in, answer any) error {
	ctx, cancel := withPersonDeadline(ctx, c)
	defer cancel()
	question.TaskQueue, question.WorkflowRunTimeout = contract.TaskQueue, answerWithin // nobody waits any longer
	run, err := c.ExecuteWorkflow(ctx, question, workflow, in)
	if err == nil {
		err = run.Get(ctx, answer)
	}
	return mapError(err, workflow)
}
