package workflows_test

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// journal is everything that really happened to one order, in the order it happened: in the books, at the outside
// systems, and what the customer was told.
type journal struct {
	mu      sync.Mutex
	effects []string
	begun   []string // what was tried, whatever became of it
	told    []string
	failing map[string]error  // what an effect fails with, by its first word
	during  map[string]func() // what happens while an effect is under way, once
}

func newJournal() *journal {
	return &journal{failing: map[string]error{}, during: map[string]func(){}}
}

// try answers with the error an effect is to fail with, after whatever happens while it is under way.
func (j *journal) try(effect string) error {
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
	return j.failing[word]
}

// tried lists the effects that were begun.
func (j *journal) tried() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.begun)
}

func (j *journal) write(effect string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.effects = append(j.effects, effect)
}

func (j *journal) tell(template string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told = append(j.told, template)
}

func (j *journal) fails(word string, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.failing[word] = err
	if err == nil {
		delete(j.failing, word)
	}
}

func (j *journal) happensDuring(word string, meanwhile func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.during[word] = meanwhile
}

// did lists the effects that begin with one of the words, all of them where no word is given.
func (j *journal) did(words ...string) []string {
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

// firstWords are those of effects that begin with one of the words.
func firstWords(effects, words []string) []string {
	var found []string
	for _, effect := range effects {
		if word, _, _ := strings.Cut(effect, " "); slices.Contains(words, word) {
			found = append(found, word)
		}
	}
	return found
}

// didSince lists what happened after an effect happened first.
func (j *journal) didSince(effect string) []string {
	all := j.did()
	at := slices.Index(all, effect)
	if at < 0 {
		return nil
	}
	return all[at+1:]
}

// wasTold lists the messages in alphabetical order: those sent at the same moment have none of their own.
func (j *journal) wasTold() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(slices.Values(j.told))
}

// no is a refusal as activities give it: final, with a code.
func no(code contract.Code) error {
	return temporal.NewNonRetryableApplicationError(string(code), string(code), nil)
}

// errOutage is an outside system that does not answer; the retry policy decides how long that is borne.
var errOutage = errors.New("connection refused")
