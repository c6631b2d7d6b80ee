package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const recordedIn = "workflows/testdata/histories"

// repository is one of a test's own, with two unreleased histories in it.
type repository struct {
	t      *testing.T
	folder string
	script string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	script, err := filepath.Abs("histories.sh")
	require.NoError(t, err)
	r := repository{t, t.TempDir(), script}
	r.git("init", "-q")
	r.write("unreleased/order.json", `{"events":[1]}`)
	r.write("unreleased/refund.json", `{"events":[2]}`)
	r.commit()
	return r
}

func (r repository) path(name string) string { return filepath.Join(r.folder, recordedIn, name) }

func (r repository) write(name, text string) {
	r.t.Helper()
	require.NoError(r.t, os.MkdirAll(filepath.Dir(r.path(name)), 0o755))
	require.NoError(r.t, os.WriteFile(r.path(name), []byte(text), 0o600))
}

func (r repository) git(args ...string) {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	command.Dir = r.folder
	out, err := command.CombinedOutput()
	require.NoError(r.t, err, string(out))
}

func (r repository) commit() {
	r.t.Helper()
	_, err := r.run("seal")
	require.NoError(r.t, err)
	r.git("add", "-A")
	r.git("commit", "-qm", "recorded")
}

// released makes the unreleased histories those of v0.1.0, as a maintainer does.
func (r repository) released() {
	r.t.Helper()
	_, err := r.run("release", "v0.1.0")
	require.NoError(r.t, err)
	r.git("commit", "-qm", "released")
	r.git("tag", "v0.1.0")
}

func (r repository) run(args ...string) (string, error) {
	command := exec.CommandContext(r.t.Context(), "bash", append([]string{r.script}, args...)...)
	command.Env = append(os.Environ(), "HISTORIES_ROOT="+r.folder)
	out, err := command.CombinedOutput()
	return string(out), err
}

// resealed makes the checksums fit again, which hides nothing of a release.
func (r repository) resealed(release string) {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), "bash", "-c", "LC_ALL=C; sha256sum -- *.json >SHA256SUMS")
	command.Dir = r.path(release)
	require.NoError(r.t, command.Run())
}

func TestHistories_PassAsRecordedAndAfterARelease(t *testing.T) {
	r := newRepository(t)
	out, err := r.run("check")
	require.NoError(t, err, out)
	r.released()
	r.write("unreleased/order.json", `{"events":[1,2]}`)
	r.commit()
	out, err = r.run("check")
	require.NoError(t, err, out)
	require.Contains(t, out, "(1 released, 0 of them without a tag here)")
	_, err = r.run("release", "v0.1.0")
	require.Error(t, err, "a release happens once")
}

func TestHistories_ACloneWithoutTagsGoesByTheChecksumsAndSaysSo(t *testing.T) {
	r := newRepository(t)
	r.released()
	r.git("tag", "-d", "v0.1.0")
	out, err := r.run("check")
	require.NoError(t, err, out)
	require.Contains(t, out, "No tag here of: v0.1.0.")
	require.Contains(t, out, "git fetch --tags")
	require.Contains(t, out, "(1 released, 1 of them without a tag here)")
}

func TestHistories_WhatIsNotAsRecordedIsNotReleased(t *testing.T) {
	r := newRepository(t)
	r.write("unreleased/order.json", `{"events":[7]}`)
	out, err := r.run("release", "v0.1.0")
	require.Error(t, err)
	require.Contains(t, out, "recorded, not edited")
	require.DirExists(t, r.path("unreleased"))
}

func TestHistories_AreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(repository)
		want  string
	}{
		"edited by hand": {func(r repository) {
			r.write("unreleased/order.json", `{"events":[7]}`)
		}, "order.json"},
		"added without being recorded": {func(r repository) {
			r.write("unreleased/other.json", `{}`)
		}, "other.json"},
		"an empty release": {func(r repository) {
			require.NoError(r.t, os.MkdirAll(r.path("v0.2.0"), 0o755))
		}, "v0.2.0: no histories"},
		"beside the folders": {func(r repository) {
			r.write("stray.json", `{}`)
		}, "in the folder of its release"},
		"a folder that is no release": {func(r repository) {
			r.write("next/order.json", `{}`)
		}, "a folder is a release"},
		"released, then changed": {func(r repository) {
			r.released()
			r.write("v0.1.0/order.json", `{"events":[7]}`)
			r.resealed("v0.1.0")
		}, "v0.1.0/order.json was released with v0.1.0 and has been changed"},
		"released, then removed": {func(r repository) {
			r.released()
			require.NoError(r.t, os.Remove(r.path("v0.1.0/refund.json")))
			r.resealed("v0.1.0")
		}, "v0.1.0/refund.json was released with v0.1.0 and is missing"},
		"released, then changed, in a clone without tags": {func(r repository) {
			r.released()
			r.git("tag", "-d", "v0.1.0")
			r.write("v0.1.0/order.json", `{"events":[7]}`)
			r.resealed("v0.1.0")
		}, "v0.1.0/SHA256SUMS is not what was released"},
		"released, then taken away, in a clone without tags": {func(r repository) {
			r.released()
			r.git("tag", "-d", "v0.1.0")
			r.write("unreleased/order.json", `{"events":[1]}`)
			r.commit()
			require.NoError(r.t, os.RemoveAll(r.path("v0.1.0")))
		}, "v0.1.0 was released (workflows/testdata/released.sha256) and is missing"},
		"a release made by hand": {func(r repository) {
			r.write("v0.1.0/order.json", `{"events":[1]}`)
			r.resealed("v0.1.0")
		}, "v0.1.0 has no line in workflows/testdata/released.sha256"},
		"tagged while unreleased, then recorded anew": {func(r repository) {
			r.git("tag", "v0.1.0")
			r.write("unreleased/order.json", `{"events":[7]}`)
			r.commit()
		}, "v0.1.0/order.json was released with v0.1.0 and is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepository(t)
			tt.spoil(r)
			out, err := r.run("check")
			require.Error(t, err)
			require.Contains(t, out, tt.want)
		})
	}
}
