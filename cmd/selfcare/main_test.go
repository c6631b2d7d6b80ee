package main

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"selfcare/internal/app"
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

func TestCommands_AreTheOnesOperatorsKnow(t *testing.T) {
	for _, word := range []string{"serve", "api", "worker", "migrate", "doctor", "env"} {
		_, parsed := parse(t, word)
		require.Equal(t, word, parsed.Command())
	}
}

func TestPasswords_IsTheCommandThatTheAPIStarts(t *testing.T) {
	command := app.PasswordCommand()
	require.FileExists(t, command[0])
	_, parsed := parse(t, command[1:]...)
	require.Equal(t, command[1], parsed.Command())
}

func TestReplay_LooksAtTheRecordedHistoriesUnlessTold(t *testing.T) {
	c, _ := parse(t, "replay")
	require.Equal(t, "workflows/testdata/histories", c.Replay.Histories)
	c, _ = parse(t, "replay", "elsewhere")
	require.Equal(t, "elsewhere", c.Replay.Histories)
}
