package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Social asks the providers of social sign-in through a worker.
type Social struct {
	temporal client.Client
}

// NewSocial returns Social for a client.
func NewSocial(c client.Client) *Social { return &Social{temporal: c} }

// Address returns the page to which the browser is sent.
func (s *Social) Address(ctx context.Context, in contract.SocialRequest) (address string, err error) {
	err = s.ask(ctx, contract.WorkflowSocialAddress, in, &address)
	return address, err
}

// Identity returns the identity behind the browser's code.
func (s *Social) Identity(ctx context.Context, in contract.SocialExchange) (identity contract.SocialIdentity, err error) {
	err = s.ask(ctx, contract.WorkflowSocialIdentity, in, &identity)
	return identity, err
}

func (s *Social) ask(ctx context.Context, workflow string, in, answer any) error {
	question := client.StartWorkflowOptions{ID: contract.SocialWorkflowID(uuid.NewString()), StaticSummary: "Sign-in with another account"}
	return ask(ctx, s.temporal, question, workflow, in, answer)
}

// ask runs a workflow for one request that only a worker may send.
func ask(ctx context.Context, c client.Client, question client.StartWorkflowOptions, workflow string, in, answer any) error {
	ctx, cancel := withPersonDeadline(ctx, c)
	defer cancel()
	question.TaskQueue, question.WorkflowRunTimeout = contract.QueueOf(workflow), answerWithin // the caller waits no longer
	run, err := c.ExecuteWorkflow(ctx, question, workflow, in)
	if err == nil {
		err = run.Get(ctx, answer)
	}
	return mapError(err, workflow)
}
