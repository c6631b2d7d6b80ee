// Package settlement compares our books with the payment provider's settlement files.
package settlement

import (
	"bytes"
	"context"
	"crypto/sha256"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	settlementstore "selfcare/internal/store/settlement"
)

// Activities read the provider's files.
type Activities struct {
	store    *store.Store
	provider provider
}

// Days knows which files are still to be read; it asks our database alone.
type Days struct{ store *store.Store }

// provider has a file for each day. A file that is not written yet is an error that a retry mends.
type provider interface {
	Settlement(ctx context.Context, day string) ([]byte, error)
}

// New needs our books and the provider's port.
func New(s *store.Store, p provider) *Activities { return &Activities{store: s, provider: p} }

// NewDays needs our books.
func NewDays(s *store.Store) *Days { return &Days{s} }

// mostDays are made up in one night; those of a longer outage follow in the next ones.
const mostDays = 31

// DueSettlements are the days up to yesterday whose files are still to be read, the newest first: one that was missed stays due.
func (a *Days) DueSettlements(ctx context.Context, at contract.At) ([]string, error) {
	days, err := a.store.Settlements.Expect(ctx, settlement.DayOf(at.Now.AddDate(0, 0, -1)), mostDays)
	return days, failure.Map("list days to compare", err)
}

// ReconcileDay compares our books with the file of a day. A day that was read before changes nothing, and neither does a broken file
// that is still the same.
func (a *Activities) ReconcileDay(ctx context.Context, day string) (done contract.Reconciled, err error) {
	content, err := a.provider.Settlement(ctx, day)
	if err != nil {
		return done, failure.Map("fetch settlement file", err)
	}
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		done, err = reconcile(ctx, q, day, content)
		return err
	})
	return done, failure.Map("compare settlement file", err)
}

func reconcile(ctx context.Context, q *store.Tx, day string, content []byte) (contract.Reconciled, error) {
	unchanged := contract.Reconciled{Day: day}
	hash := sha256.Sum256(content)
	known, err := q.Settlements.Lock(ctx, day)
	if err != nil || known.State == settlementstore.Read || bytes.Equal(known.SHA256, hash[:]) {
		return unchanged, err
	}
	known.SHA256, known.ReadAt = hash[:], time.Now()
	file, err := settlement.ReadFile(day, content)
	if err != nil {
		return holdFile(ctx, q, known, settlement.Reason(err))
	}
	return compare(ctx, q, known, file)
}

// holdFile holds a file as a whole.
func holdFile(ctx context.Context, q *store.Tx, f settlementstore.File, reason string) (contract.Reconciled, error) {
	if err := q.Settlements.Break(ctx, f.Day, f.SHA256, f.ReadAt); err != nil {
		return contract.Reconciled{}, err
	}
	held, err := q.Settlements.Hold(ctx, f.Day, []settlement.Difference{{Kind: settlement.BrokenFile, Reason: reason}})
	return contract.Reconciled{Day: f.Day, Held: held, Changed: true}, err
}

// compare books what agrees and holds what does not.
func compare(ctx context.Context, q *store.Tx, f settlementstore.File, read settlement.File) (done contract.Reconciled, err error) {
	known, err := readKnown(ctx, q, read)
	if err != nil {
		return done, err
	}
	agreed, differences := settlement.Compare(read, known)
	f.Sums, f.Lines, f.Agreed = read.Sums, read.Sums.Count, len(agreed)
	done = contract.Reconciled{Day: f.Day, Lines: f.Lines, Agreed: f.Agreed, Changed: true}
	for _, write := range []func() error{
		func() error { return q.Settlements.Tell(ctx, f.Day, agreed, true) },
		func() error { return q.Settlements.Tell(ctx, f.Day, settlement.FirstReported(differences), false) },
		func() error { return book(ctx, q, f, agreed) },
		func() error { return q.Settlements.Finish(ctx, f) },
		func() error { return hold(ctx, q, &done, f.Day, differences) },
		func() error { return holdUntold(ctx, q, &done, f.Day) },
	} {
		if err := write(); err != nil {
			return done, err
		}
	}
	return done, nil
}

func readKnown(ctx context.Context, q *store.Tx, read settlement.File) (k settlement.Known, err error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return k, err
	}
	k.Terms = settings.SettlementTerms()
	if k.Booked, err = q.Settlements.ListBooked(ctx, read.Lines); err != nil {
		return k, err
	}
	k.Told, err = q.Settlements.ListTold(ctx, read.Lines)
	return k, err
}

// book moves what agrees in one posting of the file.
func book(ctx context.Context, q *store.Tx, f settlementstore.File, agreed []settlement.Line) error {
	p := ledger.SettlementPosting("settlement:"+f.Day, f.ID, agreed)
	if len(p.Entries) == 0 {
		return nil
	}
	return q.Ledger.Post(ctx, p)
}

func hold(ctx context.Context, q *store.Tx, done *contract.Reconciled, day string, found []settlement.Difference) error {
	held, err := q.Settlements.Hold(ctx, day, found)
	done.Held += held
	return err
}

// holdUntold looks at the two days that the file of a day may be the last word about: its own, and the one before it.
func holdUntold(ctx context.Context, q *store.Tx, done *contract.Reconciled, day string) error {
	before, err := settlement.Moved(day, -1)
	if err != nil {
		return err
	}
	for _, of := range []string{before, day} {
		untold, err := q.Settlements.ListUntold(ctx, of)
		if err != nil {
			return err
		}
		if err := hold(ctx, q, done, of, settlement.MissingInFile(untold)); err != nil {
			return err
		}
	}
	return nil
}
