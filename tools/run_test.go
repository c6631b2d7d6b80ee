package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkout is a folder with the files that `make run` reads before it builds anything.
func checkout(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, path := range []string{
		"Makefile", "tools/step.sh", "tools/temporal/go.mod", "tools/temporal/go.sum", "web/package.json", "web/package-lock.json",
	} {
		content, err := os.ReadFile(filepath.Join("..", path))
		require.NoError(t, err)
		write(t, filepath.Join(folder, path), string(content))
	}
	return folder
}

func write(t *testing.T, path, content string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o755))
}

// run returns the whole output of a command, and whether it succeeded.
func run(t *testing.T, folder, name string, arguments ...string) (printed string, ok bool) {
	t.Helper()
	command := exec.Command(name, arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=", "PART=")
	output, err := command.CombinedOutput()
	return string(output), err == nil
}

func TestRun_OtherTemporalVersion_IsRebuilt(t *testing.T) {
	folder := checkout(t)
	write(t, filepath.Join(folder, "bin/temporal"), "#!/bin/sh\necho temporal version 0.1.0\n")
	printed, ok := run(t, folder, "make", "--dry-run", "bin/temporal")
	require.True(t, ok, printed)
	require.Contains(t, printed, "go -C tools/temporal build")
}

func TestRun_HalfNodeModules_AreReinstalled(t *testing.T) {
	folder := checkout(t)
	write(t, filepath.Join(folder, "web/node_modules/react/package.json"), "{")
	printed, ok := run(t, folder, "make", "--dry-run", "web/node_modules/.installed")
	require.True(t, ok, printed)
	require.Contains(t, printed, "npm --prefix web ci")
}

func TestStep_FailedCommand_NamesCauseAndFix(t *testing.T) {
	printed, ok := run(t, ".", "./step.sh", "Web packages", "Check the network.", "sh", "-c", "echo ENOTFOUND; exit 7")
	require.False(t, ok)
	require.Equal(t, "Web packages ...\nENOTFOUND\nWeb packages: failed. Check the network.\n", printed)
}

func TestStep_Success_PrintsTheSecondsAlone(t *testing.T) {
	printed, ok := run(t, ".", "./step.sh", "Web packages", "Check the network.", "echo", "added 900 packages")
	require.True(t, ok, printed)
	require.Regexp(t, `^Web packages \.\.\.\nWeb packages: \d+ s\n$`, printed)
}

func TestChromium_NotInstallable_NamesTheFix(t *testing.T) {
	folder := t.TempDir()
	content, err := os.ReadFile("chromium.sh")
	require.NoError(t, err)
	write(t, filepath.Join(folder, "tools/chromium.sh"), string(content))
	write(t, filepath.Join(folder, "web/package.json"), "{}")
	programs := filepath.Join(folder, "programs") // a machine without Chromium, whose npm is offline
	for _, name := range []string{"bash", "dirname"} {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(programs, 0o755))
		require.NoError(t, os.Symlink(path, filepath.Join(programs, name)))
	}
	write(t, filepath.Join(programs, "id"), "#!"+filepath.Join(programs, "bash")+"\necho 1000\n")
	write(t, filepath.Join(programs, "node"), "#!"+filepath.Join(programs, "bash")+"\nexit 1\n")
	write(t, filepath.Join(programs, "npx"), "#!"+filepath.Join(programs, "bash")+"\necho ENOTFOUND; exit 1\n")
	t.Setenv("PATH", programs)
	printed, ok := run(t, folder, filepath.Join(programs, "bash"), "tools/chromium.sh")
	require.False(t, ok)
	require.Equal(t, "No Chromium here; installing one.\nENOTFOUND\nChromium could not be installed: install it yourself and run again.\n", printed)
}

func TestMake_Tiers_NameTargets(t *testing.T) {
	for tier, last := range map[string]string{"check": "size", "test": "e2e", "test-all": "all-browser-serial"} {
		printed, ok := run(t, "..", "make", "--dry-run", tier)
		require.True(t, ok, printed)
		_, stages, found := strings.Cut(printed, `"make `+tier+`" `)
		require.True(t, found, printed)
		names := strings.Fields(stages)
		require.Equal(t, last, names[len(names)-1])
		printed, ok = run(t, "..", "make", append([]string{"--dry-run"}, names...)...)
		require.True(t, ok, printed)
	}
}
