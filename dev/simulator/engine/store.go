package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// openStore opens the state file. Writes are not forced to the disk: they survive the end of the process, which is
// enough for simulators, and cost microseconds.
func openStore(dir string) (*bbolt.DB, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("make simulator state folder: %w", err)
	}
	db, err := bbolt.Open(filepath.Join(dir, "simulator.db"), 0o600,
		&bbolt.Options{Timeout: 2 * time.Second, NoSync: true, NoGrowSync: true, FreelistType: bbolt.FreelistMapType})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("simulator state in %s is in use by another process: %w", dir, err)
	}
	if err != nil {
		return nil, fmt.Errorf("open simulator state: %w", err)
	}
	return db, nil
}

// Tx is one change of state: either all of it happens, call-backs and timers included, or nothing.
// The first error is kept and undoes the transaction, so callers need not check each write.
type Tx struct {
	engine *Engine
	bolt   *bbolt.Tx
	err    error
	woken  bool // a timer or call-back was scheduled: wake the loops after the commit
}

func (tx *Tx) fail(err error) {
	if tx.err == nil && err != nil {
		tx.err = err
	}
}

// Table is a kind of record, kept under string keys in their order.
type Table[T any] struct{ Name string }

// Get returns the record of a key, and whether it exists.
func (t Table[T]) Get(tx *Tx, key string) (T, bool) {
	var record T
	bucket := tx.bolt.Bucket([]byte(t.Name))
	if bucket == nil {
		return record, false
	}
	raw := bucket.Get([]byte(key))
	if raw == nil {
		return record, false
	}
	tx.fail(json.Unmarshal(raw, &record))
	return record, true
}

// Put writes the record of a key.
func (t Table[T]) Put(tx *Tx, key string, record T) {
	raw, err := json.Marshal(record)
	tx.fail(err)
	bucket, err := tx.bolt.CreateBucketIfNotExists([]byte(t.Name))
	tx.fail(err)
	if tx.err == nil {
		tx.fail(bucket.Put([]byte(key), raw))
	}
}

// Delete removes a key; a missing one is fine.
func (t Table[T]) Delete(tx *Tx, key string) {
	if bucket := tx.bolt.Bucket([]byte(t.Name)); bucket != nil {
		tx.fail(bucket.Delete([]byte(key)))
	}
}

// Each visits the records in the order of their keys until visit returns false. It must not write to the table.
func (t Table[T]) Each(tx *Tx, visit func(key string, record T) bool) {
	bucket := tx.bolt.Bucket([]byte(t.Name))
	if bucket == nil {
		return
	}
	cursor := bucket.Cursor()
	for k, raw := cursor.First(); k != nil; k, raw = cursor.Next() {
		if !t.visit(tx, k, raw, visit) {
			return
		}
	}
}

// Newest lists up to limit records that pass keep, the last key first.
func (t Table[T]) Newest(tx *Tx, limit int, keep func(T) bool) []T {
	found := []T{}
	bucket := tx.bolt.Bucket([]byte(t.Name))
	if bucket == nil {
		return found
	}
	cursor := bucket.Cursor()
	for k, raw := cursor.Last(); k != nil && len(found) < limit; k, raw = cursor.Prev() {
		t.visit(tx, k, raw, func(_ string, record T) bool {
			if keep == nil || keep(record) {
				found = append(found, record)
			}
			return true
		})
	}
	return found
}

// Len counts the records.
func (t Table[T]) Len(tx *Tx) int {
	if bucket := tx.bolt.Bucket([]byte(t.Name)); bucket != nil {
		return bucket.Stats().KeyN
	}
	return 0
}

// Next returns a number that grows by one with each call, also over restarts.
func (t Table[T]) Next(tx *Tx) uint64 {
	bucket, err := tx.bolt.CreateBucketIfNotExists([]byte(t.Name))
	if err != nil {
		tx.fail(err)
		return 0
	}
	next, err := bucket.NextSequence()
	tx.fail(err)
	return next
}

func (t Table[T]) visit(tx *Tx, k, raw []byte, visit func(string, T) bool) bool {
	var record T
	if err := json.Unmarshal(raw, &record); err != nil {
		tx.fail(fmt.Errorf("read %s %s: %w", t.Name, k, err))
		return false
	}
	return visit(string(k), record)
}
