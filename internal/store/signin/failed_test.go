package signin_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/audit"
	"selfcare/internal/store/signin"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestFailedSignIns_SameHour_ShareARow(t *testing.T) {
	db, s := storetest.Database(t)
	guess := func(account, network, trace string) {
		require.NoError(t, s.FailedSignIns.Count(ctx, signin.FailedSignIn{Account: account, Provider: "password", Network: network, TraceID: trace}))
	}
	require.NoError(t, s.Audit.Write(ctx, audit.Record{Area: audit.Account, Actor: "u0", Action: "signed-in"}))
	for range 3 {
		guess("u1", "198.51.100.0/24", "t1")
	}
	guess("u1", "203.0.113.0/24", "t2")
	guess("unknown", "198.51.100.0/24", "t3")
	_, err := db.NewRaw("UPDATE failed_sign_ins SET hour = hour - interval '1 hour' WHERE account = 'unknown'").Exec(ctx)
	require.NoError(t, err)
	guess("unknown", "198.51.100.0/24", "t4")

	entries, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, strings.Join([]string{e.Actor, e.Action, e.Details["client"], e.Details["attempts"], e.Details["traceId"]}, " "))
	}
	require.Equal(t, []string{
		"unknown sign-in-failed 198.51.100.0/24 1 t4", "unknown sign-in-failed 198.51.100.0/24 1 t3",
		"u1 sign-in-failed 203.0.113.0/24 1 t2", "u1 sign-in-failed 198.51.100.0/24 3 t1", "u0 signed-in   ",
	}, got)
}
