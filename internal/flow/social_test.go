package flow_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestSocial_Workflow_DecidesAnswer(t *testing.T) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.SocialRequest) (string, error) {
		return "https://provider.example/" + in.State, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowSocialAddress})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
		if in.Code != "good" {
			return contract.SocialIdentity{}, temporal.NewNonRetryableApplicationError("no", string(contract.FailSocial), nil)
		}
		return contract.SocialIdentity{Subject: "s-1"}, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowSocialIdentity})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	social := flow.NewSocial(engine)
	address, err := social.Address(t.Context(), contract.SocialRequest{State: "x"})
	require.NoError(t, err)
	require.Equal(t, "https://provider.example/x", address)
	identity, err := social.Identity(t.Context(), contract.SocialExchange{Code: "good"})
	require.NoError(t, err)
	require.Equal(t, "s-1", identity.Subject)
	_, err = social.Identity(t.Context(), contract.SocialExchange{Code: "bad"})
	requireRefused(t, err, contract.FailSocial)
}
