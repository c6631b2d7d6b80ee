package server_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/testkit/requests"
	"selfcare/internal/contract"
)

// fuzzed holds the counts of one operation.
type fuzzed struct {
	ID       string      `json:"id"`
	Cases    int         `json:"cases"`
	Kept     int         `json:"kept"`    // the contract, and were sent by who may call
	Reached  int         `json:"reached"` // a handler: done, or refused by a rule of its own
	Done     int         `json:"done"`
	Statuses map[int]int `json:"statuses"`
	Faults   []string    `json:"faults,omitempty"`

	method, path string
	row          sample
	customer     actor // who sends the current request
	item         *openapi3.PathItem
	dice         *rand.Rand
	made         *requests.Maker
}

func (o fuzzed) String() string {
	return fmt.Sprintf("%-30s %4d cases, kept %4d, reached %4d, done %4d, faults %d, %v", o.ID, o.Cases, o.Kept, o.Reached, o.Done, len(o.Faults), o.Statuses)
}

// gates are the refusals that stand before every handler.
var gates = map[contract.Code]bool{
	contract.FailValidation: true, contract.FailNotJSON: true, contract.FailTooLarge: true, contract.FailUnauthenticated: true,
	contract.FailNotSignedIn: true, contract.FailForbidden: true, contract.FailOrderNotYours: true, contract.FailOrderNotFound: true,
	contract.FailIdempotencyMissing: true, contract.FailIdempotencyReused: true, contract.FailSignature: true, contract.FailVersion: true,
	contract.FailSubAccountStale: true, contract.FailMethod: true, contract.FailRateLimited: true,
	contract.FailNotFound: true,
}

func (o *fuzzed) count(got servertest.Answer, rightful, keeps bool) {
	o.Statuses[got.StatusCode]++
	if keeps && rightful {
		o.Kept++
	}
	var problem gen.Problem
	switch {
	case got.StatusCode < http.StatusBadRequest:
		o.Done++
		o.Reached++
	case json.Unmarshal(got.Body, &problem) == nil && !gates[contract.Code(problem.MessageKey)]:
		o.Reached++
	}
}

func (o *fuzzed) add(other fuzzed) {
	o.Cases, o.Kept, o.Reached, o.Done = o.Cases+other.Cases, o.Kept+other.Kept, o.Reached+other.Reached, o.Done+other.Done
}
