package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"selfcare/internal/platform/config"
)

// commit is the commit of this program, with the suffix changedTree for a changed tree; the linker writes it
// (Makefile, deploy/Dockerfile).
var commit = ""

// built is the moment of that commit; the linker writes it.
var built = ""

// Version describes this program: its commit, the commit's time, and the compiler.
func Version() string {
	name, moment := commit, built
	if name == "" {
		name = noCommit
	}
	if moment == "" {
		moment = "unknown"
	}
	return fmt.Sprintf("selfcare %s\ncommit: %s\ncommitted: %s\ncompiled with: %s, %s/%s", release(), name, moment, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// release is the version of the module if it was built from a tag.
func release() string {
	if info, known := debug.ReadBuildInfo(); known && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "(built from a commit, no release)"
}

const (
	changedTree = "-dirty"
	noCommit    = "development"
)

var errNoCommit = errors.New("this program has no commit, and the commit names the version of its workers: build it with \"make build\", or the image with --build-arg COMMIT=…")

// buildID names the version of this program's workers: its commit and, for a changed tree, a hash of the program.
// Production refuses a program without a commit.
func buildID(cfg config.Config) (string, error) {
	if commit != "" && commit != noCommit && !strings.HasSuffix(commit, changedTree) {
		return commit, nil
	}
	base := strings.TrimSuffix(commit, changedTree)
	if base == "" || base == noCommit {
		if cfg.IsProduction() {
			return "", errNoCommit
		}
		base = noCommit
	}
	sum, err := programHash()
	return base + "-" + sum, err
}

// programHash is the start of a hash of the file this process was started from.
func programHash() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read this program: %w", err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read this program: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}
