package audit_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"

	auditacts "selfcare/activities/audit"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/audit"
	"selfcare/internal/store"
	auditstore "selfcare/internal/store/audit"
)

// turns counts the calls for seals and ends the activity after some.
type turns struct {
	auditacts.Sealer
	left int
	stop chan struct{}
}

func (s *turns) Seal(ctx context.Context, most int) (audit.Seal, bool, error) {
	if s.left--; s.left == 0 {
		close(s.stop)
	}
	return s.Sealer.Seal(ctx, most)
}

func TestSealAuditLog_Running_LogsEachHead(t *testing.T) {
	s := store.New(testkit.Connect(t, testkit.AsApplication(t, testkit.PostgresURL(t))), testkit.Keys(t))
	require.NoError(t, s.Audit.Write(t.Context(), auditstore.Record{Actor: "a", Action: "retry"}))
	var said bytes.Buffer
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.NewTextHandler(&said, nil))))
	env := suite.NewTestActivityEnvironment()
	stop := make(chan struct{})
	env.SetWorkerStopChannel(stop)
	env.SetTestTimeout(time.Minute)
	a := auditacts.New(&turns{s.Seals, 4, stop}, time.Millisecond)
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.SealAuditLog)
	require.NoError(t, err)

	standing, err := s.Seals.Standing(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(1), standing.Number)
	require.Contains(t, said.String(), "head="+standing.String()+" entries=1")
}

type broken struct{}

func (broken) Seal(context.Context, int) (audit.Seal, bool, error) {
	return audit.Seal{}, false, errors.New("the database is away")
}

func TestSealAuditLog_DatabaseAway_Fails(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	a := auditacts.New(broken{}, time.Millisecond)
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.SealAuditLog)
	require.ErrorContains(t, err, string(contract.FailUnavailable))
}
