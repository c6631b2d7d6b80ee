// Package settlement compares our books with what the payment provider settled.
package settlement

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	settlementstore "selfcare/internal/store/settlement"
)

// Activities read the provider's batches.
type Activities struct {
	store    *store.Store
	provider provider
}

// Days knows which days are still to be read; it asks our database alone.
type Days struct{ store *store.Store }

// provider lists the batches of a day. A list that is not written yet is an error that a retry mends.
type provider interface {
	ListSettlements(ctx context.Context, day string) (settlement.Listing, error)
	ReadSettlement(ctx context.Context, id string) (settlement.Batch, error)
}

// New needs our books and the provider's port.
func New(s *store.Store, p provider) *Activities { return &Activities{store: s, provider: p} }

// NewDays needs our books.
func NewDays(s *store.Store) *Days { return &Days{s} }

// mostDays are made up in one night; those of a longer outage follow in the next ones.
const mostDays = 31

// DueSettlements are the days up to yesterday whose batches are still to be read, the newest first: one that was missed stays due.
func (a *Days) DueSettlements(ctx context.Context, at contract.At) ([]string, error) {
	days, err := a.store.Settlements.Expect(ctx, settlement.DayOf(at.Now.AddDate(0, 0, -1)), mostDays)
	return days, failure.Map("list days to compare", err)
}

// ReconcileDay compares our books with the batches of a day. A day that was read before changes nothing, and neither does a batch that was
// read before, or a broken one that is still the same.
func (a *Activities) ReconcileDay(ctx context.Context, day string) (done contract.Reconciled, err error) {
	listed, err := a.provider.ListSettlements(ctx, day)
	if err != nil {
		return done, failure.Map("list settlements", err)
	}
	fresh, err := a.store.Settlements.SkipRead(ctx, listed.IDs)
	if err != nil {
		return done, failure.Map("list settlements", err)
	}
	batches := make([]settlement.Batch, len(fresh))
	for i, id := range fresh {
		if batches[i], err = a.provider.ReadSettlement(ctx, id); err != nil {
			return done, failure.Map("read settlement", err)
		}
	}
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		done, err = reconcile(ctx, q, day, batches, listed.Within)
		return err
	})
	return done, failure.Map("compare settlements", err)
}

func reconcile(ctx context.Context, q *store.Tx, day string, batches []settlement.Batch, within int) (contract.Reconciled, error) {
	unchanged := contract.Reconciled{Day: day}
	hash := sha256.New()
	for _, b := range batches {
		hash.Write(b.SHA256)
	}
	known, err := q.Settlements.Lock(ctx, day)
	if err != nil || known.State == settlementstore.Read || bytes.Equal(known.SHA256, hash.Sum(nil)) {
		return unchanged, err
	}
	known.SHA256, known.ReadAt = hash.Sum(nil), time.Now()
	if slices.ContainsFunc(batches, isBroken) {
		return holdBroken(ctx, q, known, slices.DeleteFunc(batches, func(b settlement.Batch) bool { return !isBroken(b) }))
	}
	return compare(ctx, q, known, batches, within)
}

func isBroken(b settlement.Batch) bool { return b.Broken != "" }

// holdBroken holds a day with broken batches. Nothing of the day is booked: the provider is asked again each night.
func holdBroken(ctx context.Context, q *store.Tx, f settlementstore.File, broken []settlement.Batch) (contract.Reconciled, error) {
	if err := q.Settlements.Break(ctx, f.Day, f.SHA256, f.ReadAt); err != nil {
		return contract.Reconciled{}, err
	}
	differences := make([]settlement.Difference, len(broken))
	for i, b := range broken {
		differences[i] = settlement.Difference{Kind: settlement.BrokenFile, Batch: b.ID, Reason: b.Broken}
	}
	held, err := q.Settlements.Hold(ctx, f.Day, differences)
	return contract.Reconciled{Day: f.Day, Held: held, Changed: true}, err
}

// compare books what agrees and holds what does not.
func compare(ctx context.Context, q *store.Tx, f settlementstore.File, batches []settlement.Batch, within int) (done contract.Reconciled, err error) {
	done = contract.Reconciled{Day: f.Day, Changed: true}
	var booked []settlement.Line
	for _, b := range batches {
		agreed, err := compareBatch(ctx, q, &done, f.Day, b)
		if err != nil {
			return done, err
		}
		booked = append(booked, agreed...)
		f.Sums = f.Plus(b.Sums)
	}
	f.Lines, f.Agreed = f.Count, len(booked)
	done.Lines, done.Agreed = f.Lines, f.Agreed
	if err := book(ctx, q, f, booked); err != nil {
		return done, err
	}
	if err := q.Settlements.Finish(ctx, f); err != nil {
		return done, err
	}
	return done, holdUntold(ctx, q, &done, f.Day, within)
}

// compareBatch stores the lines of a batch, and holds its differences. It returns the lines that agree with our books.
func compareBatch(
	ctx context.Context, q *store.Tx, done *contract.Reconciled, day string, b settlement.Batch,
) (agreed []settlement.Line, err error) {
	known, err := readKnown(ctx, q, b)
	if err != nil {
		return nil, err
	}
	agreed, differences := settlement.Compare(b, known)
	for _, write := range []func() error{
		func() error { return q.Settlements.Tell(ctx, day, b.ID, agreed, true) },
		func() error { return q.Settlements.Tell(ctx, day, b.ID, settlement.FirstReported(differences), false) },
		func() error { return q.Settlements.NoteRead(ctx, day, b.ID) },
		func() error { return hold(ctx, q, done, day, differences) },
	} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return agreed, nil
}

func readKnown(ctx context.Context, q *store.Tx, read settlement.Batch) (k settlement.Known, err error) {
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

// book moves what agrees in one posting of the day.
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

// holdUntold looks at the days that the batches of a day may be the last word about: its own, and those within which the provider settles.
func holdUntold(ctx context.Context, q *store.Tx, done *contract.Reconciled, day string, within int) error {
	for back := within; back >= 0; back-- {
		of, err := settlement.Moved(day, -back)
		if err != nil {
			return err
		}
		untold, err := q.Settlements.ListUntold(ctx, of, within)
		if err != nil {
			return err
		}
		if err := hold(ctx, q, done, of, settlement.MissingInFile(untold)); err != nil {
			return err
		}
	}
	return nil
}
