package audit

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/audit"
)

// pageOf is the number of seals that are read at once, with their entries.
const pageOf = 50

// Report is the result of verifying the log.
type Report struct {
	Standing
	Seals   int64
	Entries int64 // in seals
	Waiting int64 // for the next seal
	Faults  int
}

// Verify reads the whole log and all seals, reports each fault, and checks that the heads from other places are in the chain.
func (q Seals) Verify(ctx context.Context, kept []audit.Head, tell func(audit.Fault)) (Report, error) {
	return q.follow(ctx, place{Hash: audit.First()}, kept, tell)
}

// VerifySince is Verify for the seals after a kept head, and their entries. Without this head in the chain it reads the whole log.
func (q Seals) VerifySince(ctx context.Context, kept audit.Head, tell func(audit.Fault)) (Report, error) {
	from, err := find(ctx, q.DB, "WHERE number = ?", kept.Number)
	if err != nil || !bytes.Equal(from.Hash, kept.Hash) {
		return q.Verify(ctx, []audit.Head{kept}, tell)
	}
	return q.follow(ctx, from, nil, tell)
}

// follow verifies the chain after a place.
func (q Seals) follow(ctx context.Context, from place, kept []audit.Head, tell func(audit.Fault)) (r Report, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify the audit log: %w", err)
		}
	}()
	w := &walk{number: from.Number, hash: from.Hash, upto: from.Upto, unsealed: map[int64]bool{}, kept: map[int64][][]byte{}}
	w.tell = func(f audit.Fault) { w.Faults++; tell(f) }
	for _, head := range kept {
		w.kept[head.Number] = append(w.kept[head.Number], head.Hash)
	}
	last, err := find(ctx, q.DB, "") // first, so that later entries do not count as faults
	if err != nil {
		return r, err
	}
	if err := w.walkSeals(ctx, q.DB); err != nil {
		return r, err
	}
	w.end(last.Settled)
	if err := checkTriggers(ctx, q.DB, w.tell); err != nil {
		return r, err
	}
	w.Standing, err = q.Standing(ctx)
	if err != nil {
		return r, err
	}
	err = q.DB.NewSelect().Table("audit_log").ColumnExpr("count(*)").Where("id > ?", w.Standing.Upto).Scan(ctx, &w.Waiting)
	return w.Report, err
}

// walk follows the chain.
type walk struct {
	Report
	tell     func(audit.Fault)
	kept     map[int64][][]byte // hashes of heads, by number
	number   int64              // of the last checked seal
	hash     []byte             // of it
	upto     int64              // the greatest id so far
	unsealed map[int64]bool     // entries below upto that are in no seal so far: a later seal may contain them
}

// link is a stored seal.
type link struct {
	Number   int64
	Previous []byte
	Stored   []byte
	IDs      []int64 `bun:"ids,array"`
	Digests  []byte
	Upto     int64
	Settled  int64
	BeforeTx string
	SealedAt time.Time
}

func (w *walk) walkSeals(ctx context.Context, db bun.IDB) error {
	for {
		var page []link
		err := db.NewSelect().Table("audit_seals").Column("number", "previous", "ids", "digests", "upto", "settled", "sealed_at").
			ColumnExpr("hash AS stored").ColumnExpr("before_tx::text").
			Where("number > ?", w.number).Order("number").Limit(pageOf).Scan(ctx, &page)
		if err != nil || len(page) == 0 {
			return err
		}
		if err := w.compare(ctx, db, page); err != nil {
			return err
		}
	}
}

// compare checks some seals against their entries.
func (w *walk) compare(ctx context.Context, db bun.IDB, page []link) error {
	from, late := w.upto, []int64{}
	seals := make([]audit.Seal, 0, len(page))
	for _, l := range page {
		s := audit.Seal{
			Number: l.Number, Previous: l.Previous, IDs: l.IDs, Digests: l.Digests,
			Settled: l.Settled, BeforeTx: l.BeforeTx, SealedAt: l.SealedAt,
		}
		w.follow(s, l)
		if s.IsComplete() {
			seals = append(seals, s)
		}
		for _, id := range s.IDs {
			if id <= from {
				late = append(late, id)
			}
		}
	}
	found, err := entries(ctx, db, "id > ? AND id <= ? OR id = ANY(?)", w.from(from), w.upto, pgdialect.Array(late))
	if err != nil {
		return err
	}
	there := make(map[int64][]byte, len(found))
	for _, e := range found {
		there[e.ID] = e.Digest()
	}
	for _, s := range seals {
		w.match(s, there)
	}
	for id := range there {
		w.unsealed[id] = true
	}
	return nil
}

// from returns the start of the range, so that no entry hides below the first possible id.
func (w *walk) from(upto int64) int64 {
	if upto == 0 {
		return -1 << 63
	}
	return upto
}

// follow checks a seal's position in the chain.
func (w *walk) follow(s audit.Seal, l link) {
	missing := s.Number - w.number - 1
	for n := range missing {
		w.tell(audit.Fault{What: audit.SealRemoved, ID: w.number + 1 + n})
	}
	if missing == 0 && !bytes.Equal(s.Previous, w.hash) {
		w.tell(audit.Fault{What: audit.SealUnchained, ID: s.Number})
	}
	w.upto = s.Upto(w.upto)
	if !bytes.Equal(s.Hash(), l.Stored) || !s.IsComplete() || l.Upto != w.upto {
		w.tell(audit.Fault{What: audit.SealChanged, ID: s.Number})
	}
	for _, hash := range w.kept[s.Number] {
		if !bytes.Equal(hash, l.Stored) {
			w.tell(audit.Fault{What: audit.HeadOther, ID: s.Number})
		}
	}
	delete(w.kept, s.Number)
	w.number, w.hash, w.Seals = s.Number, l.Stored, w.Seals+1
}

// match compares the entries of a seal with the stored ones, and removes them from there.
func (w *walk) match(s audit.Seal, there map[int64][]byte) {
	for i, id := range s.IDs {
		digest, known := there[id]
		switch {
		case !known:
			w.tell(audit.Fault{What: audit.EntryRemoved, ID: id})
		case !bytes.Equal(digest, s.Digest(i)):
			w.tell(audit.Fault{What: audit.EntryChanged, ID: id})
		}
		delete(there, id)
		delete(w.unsealed, id)
		w.Entries++
	}
}

// end reports the remains: entries that no transaction could have added any more, and heads of missing seals.
func (w *walk) end(settled int64) {
	for _, id := range slices.Sorted(maps.Keys(w.unsealed)) {
		if id <= settled {
			w.tell(audit.Fault{What: audit.EntryAdded, ID: id})
		}
	}
	for _, number := range slices.Sorted(maps.Keys(w.kept)) {
		w.tell(audit.Fault{What: audit.HeadMissing, ID: number})
	}
}
