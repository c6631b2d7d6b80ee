package activities_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/registry"
)

var push = contract.IdentityRequest{OrderID: "o1", Purpose: contract.PurposeOrder, Try: 1, IDNumber: citizenID, Language: "ar"}

// sendPush runs the activity as a worker does: its request id depends on which activity it is.
func sendPush(t *testing.T, app *identityApp) (contract.Identity, error) {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	worker := activities.NewIdentity(app)
	env.RegisterActivity(worker)
	var sent contract.Identity
	value, err := env.ExecuteActivity(worker.RequestIdentity, push)
	if err == nil {
		require.NoError(t, value.Get(&sent))
	}
	return sent, err
}

func TestRequestIdentity_AnswersTheNumberToPick(t *testing.T) {
	until := now.Add(3 * time.Minute)
	app := &identityApp{request: identity.Request{TransactionID: "t1", Random: "42", ExpiresAt: until}}
	sent, err := sendPush(t, app)
	require.NoError(t, err)
	require.Len(t, app.requestIDs, 1)
	require.Equal(t, contract.Identity{
		RequestID: app.requestIDs[0], TransactionID: "t1", Random: "42", Status: contract.IdentityWaiting, ExpiresAt: until,
	}, sent)
	require.Equal(t, [][]string{{citizenID, "ar"}}, app.asked)
}

func TestRequestIdentity_SortsTheErrors(t *testing.T) {
	_, err := sendPush(t, &identityApp{requestErr: []error{refusedWith("id_unknown")}})
	requireRefusal(t, err, contract.FailIdentityUnknown)
	for _, again := range []error{errRetry, errUnknown} {
		_, err := sendPush(t, &identityApp{requestErr: []error{again}})
		var failure *temporal.ApplicationError
		require.ErrorAs(t, err, &failure)
		require.False(t, failure.NonRetryable())
	}
}

// Otherwise the answer of one person could prove another: the app answers a request id it knows with what it answered before.
func TestRequestIdentity_ARetryIsTheSameRequestAndTheNextClickAnother(t *testing.T) {
	app := &identityApp{requestErr: []error{errUnknown, errRetry}}
	worker := activities.NewIdentity(app)
	twoClicks := func(ctx workflow.Context) error {
		ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Second})
		if err := workflow.ExecuteActivity(ctx, worker.RequestIdentity, push).Get(ctx, nil); err != nil {
			return err
		}
		return workflow.ExecuteActivity(ctx, worker.RequestIdentity, push).Get(ctx, nil)
	}
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	env.RegisterActivity(worker)
	env.ExecuteWorkflow(twoClicks)
	require.NoError(t, env.GetWorkflowError())

	require.Len(t, app.requestIDs, 4)
	require.Equal(t, app.requestIDs[0], app.requestIDs[1])
	require.Equal(t, app.requestIDs[0], app.requestIDs[2])
	require.NotEqual(t, app.requestIDs[0], app.requestIDs[3])
}

func TestAskIdentity_SortsTheAnswer(t *testing.T) {
	query := contract.IdentityQuery{TransactionID: "t1", IDNumber: citizenID, Random: "42"}
	app := &identityApp{status: contract.IdentityCompleted}
	ask := func() (contract.IdentityStatus, error) { return activities.NewIdentity(app).AskIdentity(ctx, query) }
	status, err := ask()
	require.NoError(t, err)
	require.Equal(t, contract.IdentityCompleted, status)
	require.Equal(t, [][]string{{"t1", citizenID, "42"}}, app.asked)

	app.status = ""
	for _, gone := range []error{errNotFound, refusedWith("forbidden")} {
		app.statusErr = gone
		status, err := ask()
		require.NoError(t, err)
		require.Equal(t, contract.IdentityExpired, status, "a request the app has forgotten has expired")
	}
	for _, silent := range []error{errRetry, errUnknown} {
		app.statusErr = silent
		_, err := ask()
		requireRetry(t, err)
	}
}

func TestLookUpPerson_JoinsTheClaimAndTheAnswer(t *testing.T) {
	claim := found(citizenID, "SA").Claim
	people := &personRegistry{person: registry.Person{FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي", SIMCount: 3, Blocked: true}}
	answer, err := activities.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: claim})
	require.NoError(t, err)
	require.Equal(t, contract.PersonFound{
		Claim: claim, FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي", SIMCount: 3, Blocked: true,
	}, answer)
	require.Equal(t, []string{citizenID, "1990-01-01"}, people.asked)
}

func TestLookUpPerson_SortsTheErrors(t *testing.T) {
	people := &personRegistry{}
	lookUp := func() error {
		_, err := activities.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: found(citizenID, "SA").Claim})
		return err
	}
	for _, no := range []error{errNotFound, refusedWith("bad_request")} {
		people.err = no
		requireRefusal(t, lookUp(), contract.FailIDMismatch, "idNumber")
	}
	for _, silent := range []error{errRetry, errUnknown} {
		people.err = silent
		requireRetry(t, lookUp())
	}
}
