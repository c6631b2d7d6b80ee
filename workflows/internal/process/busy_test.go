package process_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// busyPartner is a partner that this process already calls too often at once: only its queue takes more.
type busyPartner struct{ tries, calls int }

func (p *busyPartner) Answer(ctx context.Context, _ contract.IdentityQuery) (contract.IdentityStatus, error) {
	if activity.GetInfo(ctx).IsLocalActivity {
		p.tries++
		return "", temporal.NewApplicationError("busy", contract.ErrorPartnerBusy)
	}
	p.calls++
	return contract.IdentityCompleted, nil
}

func TestFirstTry_PartnerBusy_UsesItsQueue(t *testing.T) {
	var query contract.IdentityQuery
	ways := map[string]func(ctx workflow.Context, answer any) (contract.IdentityStatus, error){
		"a step": func(ctx workflow.Context, partner any) (status contract.IdentityStatus, err error) {
			err = process.Ask(ctx, "Ask", &status, partner, query)
			return status, err
		},
		"a call": func(ctx workflow.Context, partner any) (status contract.IdentityStatus, err error) {
			err = process.DoPromptly(process.WithGatewayPolicy(ctx, "Ask"), &status, partner, query)
			return status, err
		},
		"the identity app": func(ctx workflow.Context, partner any) (contract.IdentityStatus, error) {
			return process.AskIdentity(ctx, partner, query), nil
		},
	}
	for name, ask := range ways {
		t.Run(name, func(t *testing.T) {
			partner := &busyPartner{}
			env := new(testsuite.WorkflowTestSuite).NewTestWorkflowEnvironment()
			env.RegisterActivity(partner)
			env.ExecuteWorkflow(func(ctx workflow.Context) (contract.IdentityStatus, error) { return ask(ctx, partner.Answer) })
			require.NoError(t, env.GetWorkflowError())
			var status contract.IdentityStatus
			require.NoError(t, env.GetWorkflowResult(&status))
			require.Equal(t, contract.IdentityCompleted, status)
			require.Equal(t, busyPartner{tries: 1, calls: 1}, *partner)
		})
	}
}
