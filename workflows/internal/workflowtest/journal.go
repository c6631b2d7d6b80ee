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

// Journal lists all effects of one order in the order in which they happened: in the books, at outside systems, and messages to the
// customer.
type Journal struct {
	mu      sync.Mutex
	effects []string
	begun   []string // effects that were tried, with any outcome
	sent    []string
	failing map[string]error  // errors of effects, by the effect's first word
	during  map[string]func() // run once while an effect is under way
	fired   map[string]int    // faults that happened, by the effect's first word
	losing  map[string]bool   // effects whose next answer is lost
}

func NewJournal() *Journal {
	return &Journal{failing: map[string]error{}, during: map[string]func(){}, fired: map[string]int{}, losing: map[string]bool{}}
}

// try runs what happens during an effect, and then answers with the error that the effect fails with, if any.
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

// Loses has the next answer to an effect lost after the effect happened.
func (j *Journal) Loses(word string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.losing[word] = true
}

// lost is the error in place of a lost answer.
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

// Happened counts the faults of an effect that fired.
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

// HappensDuring runs do when an effect is tried next, after what was set for that moment before.
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

// Did lists the effects that begin with one of the words; all effects if no word is given.
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

// FirstWords lists the first words of the effects that begin with one of the words.
func FirstWords(effects, words []string) []string {
	var found []string
	for _, effect := range effects {
		if word, _, _ := strings.Cut(effect, " "); slices.Contains(words, word) {
			found = append(found, word)
		}
	}
	return found
}

// DidSince lists the effects after the first occurrence of an effect.
func (j *Journal) DidSince(effect string) []string {
	all := j.Did()
	at := slices.Index(all, effect)
	if at < 0 {
		return nil
	}
	return all[at+1:]
}

// MessagesSent lists the messages in alphabetical order: messages of the same moment have no order of their own.
func (j *Journal) MessagesSent() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(slices.Values(j.sent))
}

// No is a final refusal with a code, as activities answer it.
func No(code contract.Code) error {
	return temporal.NewNonRetryableApplicationError(string(code), string(code), nil)
}

// ErrOutage is an outside system that does not answer. The retry policy decides for how long it is asked.
var ErrOutage = errors.New("connection refused")

// ErrOurDatabase is our own database that does not answer an activity which also calls a partner.
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
