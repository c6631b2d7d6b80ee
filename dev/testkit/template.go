package testkit

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"selfcare/dev/embedded/postgres"
	"selfcare/migrations"
)

// copyTemplate fills the data folder of a server from a template below cache, which has a migrated database. The first
// process makes the template. Two may do so at once, and a killed one leaves nothing that is used.
func copyTemplate(cache, bin, data string) error {
	key, err := templateKey(bin)
	if err != nil {
		return err
	}
	template, now := filepath.Join(cache, key), time.Now()
	err = os.Chtimes(template, now, now) // see removeUnused
	if errors.Is(err, fs.ErrNotExist) {
		err = makeTemplate(template, bin)
	}
	if err != nil {
		return err
	}
	return errors.Join(os.CopyFS(data, os.DirFS(template)), os.Chmod(data, 0o700))
}

// templateKey changes with each input of a template, except the code that migrates and grants: each process runs that
// itself, on its copy.
func templateKey(bin string) (string, error) {
	program, err := os.Stat(filepath.Join(bin, "postgres"))
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	_, _ = fmt.Fprintln(hash, program.Size(), program.ModTime().UnixNano(), postgres.Application, postgres.ClusterFlags)
	err = fs.WalkDir(migrations.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := migrations.Files.ReadFile(path)
		_, _ = fmt.Fprintln(hash, path, len(content), string(content))
		return err
	})
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), err
}

func makeTemplate(template, bin string) error {
	cache := filepath.Dir(template)
	if err := errors.Join(os.MkdirAll(cache, 0o700), removeUnused(cache)); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(cache, "unfinished-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(unfinished) }()
	data := filepath.Join(unfinished, "data")
	s, err := launch(bin, data, false)
	if err != nil {
		return err
	}
	if err = prepare(s); err == nil {
		err = fillOn(s, emptyTemplate, migrate)
	}
	s.Stop()
	if err != nil {
		return err
	}
	syscall.Sync() // a crash of the machine must not leave a template with empty files
	if err := os.Rename(data, template); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

const unusedFor = 7 * 24 * time.Hour

// removeUnused removes templates without a copy for days, and leftovers of killed processes.
func removeUnused(cache string) error {
	entries, err := os.ReadDir(cache)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > unusedFor {
			_ = os.RemoveAll(filepath.Join(cache, entry.Name()))
		}
	}
	return err
}
