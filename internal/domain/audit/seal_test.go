package audit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/audit"
)

func entry() audit.Entry {
	key := "read/1"
	return audit.Entry{ID: 7, Key: &key, Actor: "a", Action: "retry", Note: "n", Details: `{"a": "b"}`, Area: "support", At: 1_000_001}
}

func TestDigest_AnyDifference_Changes(t *testing.T) {
	empty, other := "", "o"
	digests := map[string]string{string(entry().Digest()): "as it is"}
	for name, change := range map[string]func(*audit.Entry){
		"id":                     func(e *audit.Entry) { e.ID++ },
		"no key":                 func(e *audit.Entry) { e.Key = nil },
		"an empty key":           func(e *audit.Entry) { e.Key = &empty },
		"an order":               func(e *audit.Entry) { e.OrderID = &other },
		"actor":                  func(e *audit.Entry) { e.Actor = "b" },
		"action":                 func(e *audit.Entry) { e.Action = "skip" },
		"note":                   func(e *audit.Entry) { e.Note = "" },
		"details":                func(e *audit.Entry) { e.Details = `{}` },
		"area":                   func(e *audit.Entry) { e.Area = "account" },
		"a microsecond":          func(e *audit.Entry) { e.At++ },
		"a letter that moves on": func(e *audit.Entry) { e.Actor, e.Action = "ar", "etry" },
	} {
		changed := entry()
		change(&changed)
		digest := string(changed.Digest())
		require.Empty(t, digests[digest], name)
		digests[digest] = name
	}
}

func TestHash_AnyDifference_Changes(t *testing.T) {
	seal := func() audit.Seal {
		s := audit.Seal{Number: 3, Previous: audit.First(), BeforeTx: "812", SealedAt: time.UnixMicro(5)}
		s.Add(entry())
		return s
	}
	same := seal()
	hashes := map[string]string{string(same.Hash()): "as it is"}
	for name, change := range map[string]func(*audit.Seal){
		"number":         func(s *audit.Seal) { s.Number++ },
		"the one before": func(s *audit.Seal) { s.Previous[0]++ },
		"an id":          func(s *audit.Seal) { s.IDs[0]++ },
		"a digest":       func(s *audit.Seal) { s.Digests[31]++ },
		"one more entry": func(s *audit.Seal) { s.Add(entry()) },
		"settled":        func(s *audit.Seal) { s.Settled++ },
		"transaction":    func(s *audit.Seal) { s.BeforeTx = "813" },
		"time":           func(s *audit.Seal) { s.SealedAt = time.UnixMicro(6) },
	} {
		changed := seal()
		change(&changed)
		hash := string(changed.Hash())
		require.Empty(t, hashes[hash], name)
		hashes[hash] = name
	}
}

func TestParseHead_OtherText_IsRefused(t *testing.T) {
	head := audit.Head{Number: 17, Hash: entry().Digest()}
	read, err := audit.ParseHead(head.String())
	require.NoError(t, err)
	require.Equal(t, head, read)
	for _, wrong := range []string{"", "17", "17:", "0:" + head.String()[3:], "x:" + head.String()[3:], head.String() + "A", "17:" + head.String()[4:]} {
		_, err := audit.ParseHead(wrong)
		require.ErrorContains(t, err, "is not a head of the audit log", wrong)
	}
}

func TestFault_String_NamesItsSubject(t *testing.T) {
	require.Equal(t, "entry 17 was changed", audit.Fault{What: audit.EntryChanged, ID: 17}.String())
	require.Equal(t, "trigger audit_log_append_only is missing or switched off",
		audit.Fault{What: audit.TriggerOff, Name: "audit_log_append_only"}.String())
}
