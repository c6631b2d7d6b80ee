package coverage

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Verdict is what a run says of an entry.
type Verdict struct {
	Entry
	// Lacks is what is not proven: none for an entry that is, or that needs no proof.
	Lacks []string
}

// Judge says of each entry what it lacks. A proof that no report knows is an error: a name was mistyped or changed.
func Judge(entries []Entry, outcomes Outcomes) ([]Verdict, error) {
	var verdicts []Verdict
	var found []error
	for _, e := range entries {
		for _, proof := range e.proofs() {
			if outcomes.of(proof) == unknown {
				found = append(found, fmt.Errorf("%s: no report knows the test %q", e.ID, proof))
			}
		}
		verdicts = append(verdicts, Verdict{e, e.lacks(outcomes)})
	}
	return verdicts, errors.Join(found...)
}

func (e Entry) lacks(outcomes Outcomes) (lacks []string) {
	if e.NA != "" {
		return nil
	}
	if !e.holds(outcomes) {
		lacks = append(lacks, "proof")
	}
	if e.isMessage() && e.Request == "" && !slices.Contains(browserSays, e.ID) {
		lacks = append(lacks, "request")
	}
	if !e.isScreen() {
		return lacks
	}
	for _, state := range e.Page.parts() {
		if state.NA == "" && !state.holds(outcomes) {
			lacks = append(lacks, state.name)
		}
	}
	return lacks
}

// holds: there are proofs, and all of them passed.
func (e Evidence) holds(outcomes Outcomes) bool {
	for _, proof := range e.Proof {
		if outcomes.of(proof) != passed {
			return false
		}
	}
	return len(e.Proof) > 0
}

// proofs are all that an entry names.
func (e Entry) proofs() []Proof {
	all := slices.Clone(e.Proof)
	for _, state := range e.Page.parts() {
		all = append(all, state.Proof...)
	}
	return all
}

func (o Outcomes) of(proof Proof) outcome {
	named, _ := proof.test()
	return o[named]
}

// test is the one test that a proof names.
func (p Proof) test() (test, bool) {
	switch (Proof{}) {
	case Proof{Web: p.Web, E2E: p.E2E}:
		place, name, found := strings.Cut(p.Go, " ")
		return test{runnerGo, place, name}, found
	case Proof{Go: p.Go, E2E: p.E2E}:
		place, name, found := strings.Cut(p.Web, " > ")
		return test{runnerWeb, place, name}, found
	case Proof{Go: p.Go, Web: p.Web}:
		place, name, found := strings.Cut(p.E2E, " > ")
		return test{runnerE2E, place, name}, found
	default:
		return test{}, false
	}
}
