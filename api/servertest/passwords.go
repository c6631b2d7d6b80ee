package servertest

import (
	"context"
	"time"

	hashing "selfcare/internal/platform/password"
)

// FakePasswords compares at once; the test can make its queue full.
type FakePasswords struct{ Crowded time.Duration }

func (p *FakePasswords) Verify(_ context.Context, password, hash string) (bool, error) {
	return "hash of "+password == hash, p.crowd()
}

func (p *FakePasswords) Hash(_ context.Context, password string) (string, error) {
	return "hash of " + password, p.crowd()
}

func (p *FakePasswords) crowd() error {
	if p.Crowded > 0 {
		return &hashing.QueueFullError{RetryAfter: p.Crowded}
	}
	return nil
}
