package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/imports"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

func parse(t *testing.T, words ...string) (commands, *kong.Context) {
	t.Helper()
	var c commands
	parser, err := kong.New(&c)
	require.NoError(t, err)
	parsed, err := parser.Parse(words)
	require.NoError(t, err)
	return c, parsed
}

func TestVersion_FlagAlone_IsTheCommand(t *testing.T) {
	_, parsed := parse(t, words([]string{"--version"})...)
	require.Equal(t, "version", parsed.Command())
	require.Equal(t, []string{"content", "show", "--version", "3"}, words([]string{"content", "show", "--version", "3"}))
}

func TestCommands_AreDocumented(t *testing.T) {
	for _, word := range []string{"serve", "api", "worker", "migrate", "health", "doctor", "env"} {
		_, parsed := parse(t, word)
		require.Equal(t, word, parsed.Command())
	}
}

func TestHealth_UsesOPSADDR(t *testing.T) {
	t.Setenv("OPS_ADDR", ":9090")
	c, _ := parse(t, "health", "--ready")
	require.Equal(t, ":9090", c.Health.At)
	require.True(t, c.Health.Ready)
}

func TestReplay_NoFolder_UsesRecorded(t *testing.T) {
	c, _ := parse(t, "replay")
	require.Equal(t, []string{"workflows/testdata/histories"}, c.Replay.Histories)
	c, _ = parse(t, "replay", "elsewhere", "one.json", "two.json")
	require.Equal(t, []string{"elsewhere", "one.json", "two.json"}, c.Replay.Histories)
}

func TestRollout_OperatorWords_Parsed(t *testing.T) {
	c, parsed := parse(t, "rollout", "ramp", "0123456789ab", "--percent", "5")
	require.Equal(t, "rollout ramp <build>", parsed.Command())
	require.InDelta(t, 5, c.Rollout.Ramp.Percent, 0)
	c, _ = parse(t, "rollout", "drain", "--move")
	require.Empty(t, c.Rollout.Drain.Build)
	require.True(t, c.Rollout.Drain.Move)
	c, _ = parse(t, "rollout", "promote", "0123456789ab")
	require.Equal(t, "0123456789ab", c.Rollout.Promote.Build)
}

func TestWorker_Development_PromotesItsBuild(t *testing.T) {
	for _, tt := range []struct {
		words       []string
		environment string
		want        bool
	}{
		{[]string{"worker"}, config.Production, false},
		{[]string{"worker"}, config.Development, true},
		{[]string{"worker", "--no-promote"}, config.Development, false},
		{[]string{"worker", "--promote"}, config.Production, true},
	} {
		c, _ := parse(t, tt.words...)
		require.Equal(t, tt.want, c.Worker.wanted(config.Config{Environment: tt.environment}), "%v in %s", tt.words, tt.environment)
	}
}

func TestMigrate_NoFlags_DoesBothParts(t *testing.T) {
	c, _ := parse(t, "migrate")
	require.Equal(t, migrateCommand{}, c.Migrate)
	c, _ = parse(t, "migrate", "--database-only")
	require.Equal(t, migrateCommand{DatabaseOnly: true}, c.Migrate)
	parser, err := kong.New(&commands{})
	require.NoError(t, err)
	_, err = parser.Parse([]string{"migrate", "--database-only", "--temporal-only"})
	require.Error(t, err)
}

func TestExitCode_OnlyTemporalLeft_IsItsOwn(t *testing.T) {
	require.Equal(t, 1, exitCode(errors.New("no")))
	require.Equal(t, 3, exitCode(fmt.Errorf("migrate: %w", &temporal.ElsewhereError{Namespace: "default"})))
}

func TestImport_EachKind_HasACommand(t *testing.T) {
	for _, kind := range imports.Names() {
		_, parsed := parse(t, "import", kind, "main_test.go", "--dry-run")
		require.Equal(t, kind, parsed.Selected().Name)
	}
}

// An empty head from a failed download must not count as no head: ParseHead refuses it.
func TestAuditVerify_EmptyHead_IsKept(t *testing.T) {
	c, _ := parse(t, "audit", "verify", "--head", "", "--head", "17:abc")
	require.Equal(t, []string{"", "17:abc"}, c.Audit.Verify.Head)
}

// A colleague with both roles can go from a case to the Temporal UI.
func TestStaffAdd_Roles_AreTheTwo(t *testing.T) {
	c, _ := parse(t, "staff", "add", "huda@selfcare.example", "--role", "support", "--role", "operator")
	require.Equal(t, []string{"support", "operator"}, c.Staff.Add.Role)
	for _, words := range [][]string{{"--role", "admin"}, {"--role", "support", "--role", "admin"}, nil} {
		parser, err := kong.New(&commands{})
		require.NoError(t, err)
		_, err = parser.Parse(append([]string{"staff", "add", "huda@selfcare.example"}, words...))
		require.ErrorContains(t, err, "--role")
	}
}
