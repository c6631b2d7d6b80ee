// Package audit says how the audit log is sealed, so that a change of it shows.
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

// Size is that of a hash.
const Size = sha256.Size

// Names of what is hashed, each with its version: what is hashed as one thing can never be taken for another.
const (
	entryDomain = "selfcare audit entry 1"
	sealDomain  = "selfcare audit seal 1"
)

// Entry is one row of the log, as it is sealed.
type Entry struct {
	ID      int64
	Key     *string
	OrderID *string
	Actor   string
	Action  string
	Note    string
	Details string // JSON, as the database writes it
	Area    string
	At      int64 // microseconds since 1970, which is all the database keeps
}

// Digest stands for the entry: another one has another digest.
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

// Seal closes a segment of the log: its entries, and through the hash before it all seals and entries before.
type Seal struct {
	Number   int64
	Previous []byte
	IDs      []int64 // ascending
	Digests  []byte  // of the entries, one after the other
	Settled  int64   // all entries up to this id are in seals: no other can come any more
	BeforeTx string  // who may still commit a smaller id than these is a transaction before this one
	SealedAt time.Time
}

// First is what the first seal has before it.
func First() []byte { return make([]byte, Size) }

// Add takes an entry into the segment.
func (s *Seal) Add(e Entry) {
	s.IDs = append(s.IDs, e.ID)
	s.Digests = append(s.Digests, e.Digest()...)
}

// Whole tells whether there is a digest for each entry.
func (s *Seal) Whole() bool { return len(s.Digests) == Size*len(s.IDs) }

// Digest is that of the entry at a place.
func (s *Seal) Digest(place int) []byte { return s.Digests[Size*place : Size*(place+1)] }

// Upto is the greatest id of the segment, or the one given where that is greater: of all seals so far.
func (s *Seal) Upto(before int64) int64 {
	for _, id := range s.IDs {
		before = max(before, id)
	}
	return before
}

// Hash is the seal's own, which the next one is chained to.
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

// text has its length before it: so no two lists of texts are hashed alike.
func text(h hash.Hash, value string) {
	number(h, int64(len(value)))
	h.Write([]byte(value))
}

func number(h hash.Hash, value int64) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(value))) //nolint:gosec // as bits, whatever its sign
}

// Head is the end of the chain at one moment. Kept elsewhere, it shows that the chain was not written anew since.
type Head struct {
	Number int64
	Hash   []byte
}

// String is how a head is kept: the seal's number and its hash.
func (h Head) String() string {
	return strconv.FormatInt(h.Number, 10) + ":" + base64.RawURLEncoding.EncodeToString(h.Hash)
}

// ParseHead reads one that was kept.
func ParseHead(kept string) (h Head, err error) {
	before, after, _ := strings.Cut(kept, ":")
	var errs [2]error
	h.Number, errs[0] = strconv.ParseInt(before, 10, 64)
	h.Hash, errs[1] = base64.RawURLEncoding.DecodeString(after)
	if errors.Join(errs[:]...) != nil || h.Number < 1 || len(h.Hash) != Size {
		return h, fmt.Errorf("%q is no head of the audit log: it looks like 17:…, with 43 characters after the colon", kept)
	}
	return h, nil
}
