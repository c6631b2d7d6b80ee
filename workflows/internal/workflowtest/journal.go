package workflowtest

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Journal is everything that really happened to one order, in the order it happened: in the books, at the outside
// systems, and what the customer was told.
type Journal struct {
	mu      sync.Mutex
	effects []string
	begun   []string // what was tried, whatever became of it
	sent    []string
	failing map[string]error  // what an effect fails with, by its first word
	during  map[string]func() // what happens while an effect is under way, once
	fired   map[string]int    // faults that happened, by the effect's first word
	losing  map[string]bool   // effects whose next answer gets lost
}

func NewJournal() *Journal {
	return &Journal{failing: map[string]error{}, during: map[string]func(){}, fired: map[string]int{}, losing: map[string]bool{}}
}

// try answers with the error an effect is to fail with, after whatever happens while it is under way.
func (j *Journal) try(effect string) error {
	word, _, _ := strings.Cut(effect, " ")
	j.mu.Lock()
	j.begun = append(j.begun, effect)
	meanwhile := j.during[word]
	delete(j.during, word)
	j.mu.Unlock()
	if meanwhile != nil {
		meanwhile()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.failing[word]; err != nil {
		j.fired[word]++
		return err
	}
	return nil
}

// Loses makes the next answer to an effect get lost after it was had.
func (j *Journal) Loses(word string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.losing[word] = true
}

// lost is the error instead of an answer that gets lost.
func (j *Journal) lost(effect string) error {
	word, _, _ := strings.Cut(effect, " ")
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.losing[word] {
		return nil
	}
	delete(j.losing, word)
	j.fired[word]++
	return errLost
}

// Happened is how often a fault of an effect fired.
func (j *Journal) Happened(word string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.fired[word]
}

// Tried lists the effects that were begun.
func (j *Journal) Tried() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.begun)
}

func (j *Journal) write(effect string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.effects = append(j.effects, effect)
}

func (j *Journal) tell(template string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sent = append(j.sent, template)
}

func (j *Journal) Fails(word string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.failing[word] = err
	if err == nil {
		delete(j.failing, word)
	}
}

// HappensDuring has something happen when an effect is tried next, after whatever was to happen then already.
func (j *Journal) HappensDuring(word string, meanwhile func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	before := j.during[word]
	j.during[word] = func() {
		if before != nil {
			before()
		}
		meanwhile()
	}
}

// Did lists the effects that begin with one of the words, all of them where no word is given.
func (j *Journal) Did(words ...string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var found []string
	for _, effect := range j.effects {
		word, _, _ := strings.Cut(effect, " ")
		if len(words) == 0 || slices.Contains(words, word) {
			found = append(found, effect)
		}
	}
	return found
}

// FirstWords are those of effects that begin with one of the words.
func FirstWords(effects, words []string) []string {
	var found []string
	for _, effect := range effects {
		if word, _, _ := strings.Cut(effect, " "); slices.Contains(words, word) {
			found = append(found, word)
		}
	}
	return found
}

// DidSince lists what happened after an effect happened first.
func (j *Journal) DidSince(effect string) []string {
	all := j.Did()
	at := slices.Index(all, effect)
	if at < 0 {
		return nil
	}
	return all[at+1:]
}

// MessagesSent lists the messages in alphabetical order: those sent at the same moment have none of their own.
func (j *Journal) MessagesSent() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(slices.Values(j.sent))
}

// No is a refusal as activities give it: final, with a code.
func No(code contract.Code) error {
	return temporal.NewNonRetryableApplicationError(string(code), string(code), nil)
}

// ErrOutage is an outside system that does not answer; the retry policy decides how long that is borne.
var ErrOutage = errors.New("connection refused")

// ErrOurDatabase is our own database that an activity at a partner reads or writes too, and that gives no answer.
var ErrOurDatabase = temporal.NewApplicationError("read card", string(contract.FailUnavailable))

// errReadOnly is our own database after a failover that left us on a standby; errLost its answer that never came.
var (
	errReadOnly = errors.New("ERROR: cannot execute UPDATE in a read-only transaction (SQLSTATE 25006)")
	errLost     = errors.New("unexpected EOF")
)

func RequireCode(t *testing.T, want contract.Code, err error) {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, string(want), failed.Type())
}
