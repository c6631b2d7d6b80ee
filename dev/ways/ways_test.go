package ways_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/ways"
)

const sample = `package sample

func work(ctx Context) error {
	if err := step(ctx); err != nil {
		return err
	}
	if late(ctx) {
		return give(ctx, "up")
	}
	if err := step(ctx); err != nil && !isOver(err) {
		return err
	}
	if err := step(ctx); err != nil {
		undo(ctx)
		return err
	}
	if err := step(ctx); err != nil {
		workflow.GetLogger(ctx).Warn("not told", "error", err)
	}
	return nil
}

func mayWork(ctx Context) error {
	return refuse(ctx)
}

func register(ctx Context) {
	set(ctx, func() error { return mayWork(ctx) })
}
`

func TestUnrecorded_NamesWhatNoReplayHasRun(t *testing.T) {
	tests := map[string]struct {
		unseen string // the line whose block was never run
		want   []string
	}{
		"an error that is handed on is none":    {"	if err := step(ctx); err != nil {", nil},
		"a way of its own":                      {"	if late(ctx) {", []string{`workflows/sample.go:7: on no recorded way: "sample · work · return give(ctx, \"up\")"`}},
		"one for some errors only":              {"	if err := step(ctx); err != nil && !isOver(err) {", []string{`workflows/sample.go:10: on no recorded way: "sample · work · return err"`}},
		"one that does something about it":      {"	if err := step(ctx); err != nil {\n\t\tundo(ctx)", []string{`workflows/sample.go:13: on no recorded way: "sample · work · undo(ctx)"`}},
		"an error that is only logged is none":  {"	if err := step(ctx); err != nil {\n\t\tworkflow", nil},
		"a validator leaves no history":         {"func mayWork(ctx Context) error {", nil},
		"nor does a function that asks one":     {"	set(ctx, func() error {", nil},
		"what runs is not named, even if twice": {"", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			problems, err := ways.Unrecorded(profileOf(t, test.unseen), nil)
			require.NoError(t, err)
			require.Equal(t, test.want, problems)
		})
	}
}

func TestUnrecorded_AnExceptionHasToBeOne(t *testing.T) {
	exceptions := map[string]string{`sample · work · return give(ctx, "up")`: "nobody is ever late"}
	problems, err := ways.Unrecorded(profileOf(t, "	if late(ctx) {"), exceptions)
	require.NoError(t, err)
	require.Empty(t, problems)

	problems, err = ways.Unrecorded(profileOf(t, ""), exceptions)
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.Contains(t, problems[0], "is no exception")
}

func TestUnrecorded_AProfileOfSomethingElseProvesNothing(t *testing.T) {
	profile := profileOf(t, "")
	require.NoError(t, os.WriteFile(profile, []byte("mode: set\nselfcare/internal/contract/failures.go:1.1,2.2 1 1\n"), 0o600))
	_, err := ways.Unrecorded(profile, nil)
	require.Error(t, err)
}

// profileOf says of the sample that everything ran but the block that begins with a line. Another package has run nothing.
func profileOf(t *testing.T, unseen string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("workflows", 0o700))
	require.NoError(t, os.WriteFile("workflows/sample.go", []byte(sample), 0o600))
	lines := []string{"mode: set", "selfcare/workflows/sample.go:3.30,4.37 1 1", "selfcare/workflows/sample.go:3.30,4.37 1 0"}
	if unseen != "" {
		at := strings.Index(sample, unseen)
		require.GreaterOrEqual(t, at, 0)
		line := strings.Count(sample[:at], "\n") + 1
		first, _, _ := strings.Cut(unseen, "\n")
		end := line + strings.Count(sample[at:at+strings.Index(sample[at:], "}")], "\n")
		lines = append(lines, fmt.Sprintf("selfcare/workflows/sample.go:%d.%d,%d.90 1 0", line, len(first), end))
	}
	require.NoError(t, os.WriteFile("profile", []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return "profile"
}
