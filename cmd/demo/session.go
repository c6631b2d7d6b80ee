package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"selfcare/dev/customer"
	"selfcare/dev/seed"
)

// lockTries is how often a walk checks whether the earlier walk has signed in.
const lockTries = 100 * time.Millisecond

// signInSupport goes on with the session that an earlier walk kept in the folder of the stack. A code of the authenticator app works
// once, and ten refused codes lock the account for a while: walks that start together sign in once.
func signInSupport(ctx context.Context, dir string, client *customer.Client) (*customer.Support, error) {
	if _, err := os.Stat(dir); err != nil { // the stack runs elsewhere
		return newSession(ctx, client)
	}
	release, err := awaitLock(ctx, filepath.Join(dir, "demo.lock"))
	if err != nil {
		return nil, err
	}
	defer release()
	kept := filepath.Join(dir, "demo.session")
	if token, err := os.ReadFile(kept); err == nil { //nolint:gosec // the folder is the developer's own
		support, err := customer.ResumeSupport(ctx, client, string(token))
		var refused *customer.Refused
		if !errors.As(err, &refused) { // a refused session has ended, or is of another stack
			return support, err
		}
	}
	support, err := newSession(ctx, client)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(kept, []byte(support.Token), 0o600); err != nil {
		return nil, fmt.Errorf("keep the session: %w", err)
	}
	return support, nil
}

func newSession(ctx context.Context, client *customer.Client) (*customer.Support, error) {
	fmt.Println("Support signs in to read the books; a code of its authenticator app works once, so this can take half a minute.")
	return customer.SignInSupport(ctx, client, options.Login, options.Password, cmp.Or(options.Secret, seed.StaffSecret))
}

// awaitLock holds a file lock, which the system gives back even when the walk is killed.
func awaitLock(ctx context.Context, path string) (release func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the folder is the developer's own
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	for {
		err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { _ = file.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), file.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(errors.New("another walk is still signing in"), ctx.Err(), file.Close())
		case <-time.After(lockTries):
		}
	}
}
