// Package audit says how the audit log is sealed, so that a later change shows.
package audit

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"strings"
	"time"
)

// Size is the length of a hash in bytes.
const Size = sha256.Size

// Names that are hashed in front of each kind of content, with a version: an entry can never pass for a seal.
const (
	entryDomain = "selfcare audit entry 1"
	sealDomain  = "selfcare audit seal 1"
)

// Entry is one row of the log in its sealed form.
type Entry struct {
	ID      int64
	Key     *string
	OrderID *string
	Actor   string
	Action  string
	Note    string
	Details string // JSON as the database formats it
	Area    string
	At      int64 // microseconds since 1970, the precision of the database
}

// Digest returns the hash of all fields of the entry.
func (e Entry) Digest() []byte {
	h := sha256.New()
	text(h, entryDomain)
	number(h, e.ID)
	for _, value := range []*string{e.Key, e.OrderID} {
		if value == nil {
			number(h, -1)
			continue
		}
		text(h, *value)
	}
	for _, value := range []string{e.Actor, e.Action, e.Note, e.Details, e.Area} {
		text(h, value)
	}
	number(h, e.At)
	return h.Sum(nil)
}

// Seal closes a segment of the log: its entries and, through the previous hash, all seals and entries before.
type Seal struct {
	Number   int64
	Previous []byte
	IDs      []int64 // ascending
	Digests  []byte  // of the entries, one after the other
	Settled  int64   // all entries up to this id are sealed: no transaction can still add a smaller id
	BeforeTx string  // a transaction that may still commit a smaller id began before this transaction
	SealedAt time.Time
}

// First returns the previous hash of the first seal.
func First() []byte { return make([]byte, Size) }

// Add appends an entry to the segment.
func (s *Seal) Add(e Entry) {
	s.IDs = append(s.IDs, e.ID)
	s.Digests = append(s.Digests, e.Digest()...)
}

// IsComplete tells whether each entry has a digest.
func (s *Seal) IsComplete() bool { return len(s.Digests) == Size*len(s.IDs) }

// Digest returns the digest of the entry at an index.
func (s *Seal) Digest(place int) []byte { return s.Digests[Size*place : Size*(place+1)] }

// Upto returns the greatest id of all seals so far: of the segment, or the given one.
func (s *Seal) Upto(before int64) int64 {
	for _, id := range s.IDs {
		before = max(before, id)
	}
	return before
}

// Hash returns the hash of the seal, which the next seal contains.
func (s *Seal) Hash() []byte {
	h := sha256.New()
	text(h, sealDomain)
	number(h, s.Number)
	text(h, string(s.Previous))
	number(h, int64(len(s.IDs)))
	for _, id := range s.IDs {
		number(h, id)
	}
	text(h, string(s.Digests))
	number(h, s.Settled)
	text(h, s.BeforeTx)
	number(h, s.SealedAt.UnixMicro())
	return h.Sum(nil)
}

// text hashes a value after its length, so that two different lists of texts never hash alike.
func text(h hash.Hash, value string) {
	number(h, int64(len(value)))
	h.Write([]byte(value))
}

func number(h hash.Hash, value int64) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(value))) //nolint:gosec // the bits of a signed number
}

// Head is the end of the chain at one moment. A copy elsewhere proves that the chain was not rewritten since.
type Head struct {
	Number int64
	Hash   []byte
}

// String formats the head for storage: the seal's number and its hash.
func (h Head) String() string {
	return strconv.FormatInt(h.Number, 10) + ":" + base64.RawURLEncoding.EncodeToString(h.Hash)
}

// ParseHead reads a stored head.
func ParseHead(kept string) (h Head, err error) {
	before, after, _ := strings.Cut(kept, ":")
	var errs [2]error
	h.Number, errs[0] = strconv.ParseInt(before, 10, 64)
	h.Hash, errs[1] = base64.RawURLEncoding.DecodeString(after)
	if errors.Join(errs[:]...) != nil || h.Number < 1 || len(h.Hash) != Size {
		return h, fmt.Errorf("%q is not a head of the audit log: it looks like 17:…, with 43 characters after the colon", kept)
	}
	return h, nil
}
