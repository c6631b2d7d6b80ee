package queries_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	socialacts "selfcare/activities/social"
	"selfcare/internal/contract"
	"selfcare/workflows/queries"
)

var socialRequest = contract.SocialRequest{Provider: "google", State: "s", Nonce: "n", Verifier: "v", RedirectURL: "https://selfcare.example"}

func TestSocialAddress_Provider_GivesAddress(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var s *socialacts.Activities
	env.OnActivity(s.FindSignInAddress, mock.Anything, socialRequest).Return("https://provider.example", nil).Once()
	env.ExecuteWorkflow(queries.SocialAddress, socialRequest)
	var address string
	require.NoError(t, env.GetWorkflowResult(&address))
	require.Equal(t, "https://provider.example", address)
	env.AssertExpectations(t)
}

func TestSocialIdentity_Refusal_HasKnownCode(t *testing.T) {
	exchange := contract.SocialExchange{SocialRequest: socialRequest, Code: "c"}
	refused := temporal.NewNonRetryableApplicationError("refused", string(contract.FailSocial), nil)
	for want, answer := range map[contract.Code]error{
		contract.FailSocial: refused, contract.FailOutsideSystem: errors.New("provider is down"),
	} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		var s *socialacts.Activities
		env.OnActivity(s.ExchangeSignInCode, mock.Anything, exchange).Return(contract.SocialIdentity{}, answer)
		env.ExecuteWorkflow(queries.SocialIdentity, exchange)
		var failed *temporal.ApplicationError
		require.ErrorAs(t, env.GetWorkflowError(), &failed)
		require.Equal(t, string(want), failed.Type())
	}
}

// A code can be exchanged once, so the call must not be cut off and repeated.
func TestSocialIdentity_SlowProvider_GetsItsTime(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var s *socialacts.Activities
	exchange := contract.SocialExchange{SocialRequest: socialRequest, Code: "c"}
	env.OnActivity(s.ExchangeSignInCode, mock.Anything, exchange).Return(contract.SocialIdentity{Subject: "s-1"}, nil).Once()
	env.SetOnLocalActivityStartedListener(func(*activity.Info, context.Context, []any) {
		t.Error("two seconds are too few for a call that cannot be repeated")
	})
	env.ExecuteWorkflow(queries.SocialIdentity, exchange)
	require.NoError(t, env.GetWorkflowError())
	env.AssertExpectations(t)
}

func TestSocialIdentity_ValidCode_GivesIdentity(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var s *socialacts.Activities
	exchange := contract.SocialExchange{SocialRequest: socialRequest, Code: "c"}
	who := contract.SocialIdentity{Subject: "s-1", Email: "noura@social.example", EmailVerified: true}
	env.OnActivity(s.ExchangeSignInCode, mock.Anything, exchange).Return(who, nil).Once()
	env.ExecuteWorkflow(queries.SocialIdentity, exchange)
	var got contract.SocialIdentity
	require.NoError(t, env.GetWorkflowResult(&got))
	require.Equal(t, who, got)
	env.AssertExpectations(t)
}
