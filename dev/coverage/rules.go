package coverage

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// rows is the chapter of the product's own list.
const rows = "rows"

var (
	idShape      = regexp.MustCompile(`^([2-6]\.[a-z0-9-]+\.[a-z0-9-]+|7\.(GET|POST|PUT|PATCH|DELETE) /\S+|[789]\.([a-z]+\.)?[a-zA-Z0-9_-]+|[A-Z]+-[1-9]\d*)$`)
	requestShape = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE) /\S+$`)
)

// The only reasons for which an entry, or a state of a page, needs no proof.
var (
	reasons = []string{
		"app-only",  // what only the mobile app has
		"not-shown", // the specification says so, and nobody has decided
	}
	pageReasons = []string{
		"no-list", // nothing on the page can be missing
		"no-data", // the page shows nothing that the API knows
	}
)

// browserSays are the messages that no answer of a call produces.
var browserSays = []string{
	"8.network-error", "8.request-aborted", "8.timeout", "8.chunk-missing", "8.chunk-timeout", "8.chunk-error", "8.chunk-css",
	"8.no-connection", "8.location-disabled", "8.link-copied",
}

func validate(entries []Entry) error {
	var found []error
	seen := map[string]bool{}
	for _, e := range entries {
		if seen[e.ID] {
			found = append(found, fmt.Errorf("%s: this id is there twice", e.ID))
		}
		seen[e.ID] = true
		for _, problem := range e.problems() {
			found = append(found, fmt.Errorf("%s: %s", e.ID, problem))
		}
	}
	return errors.Join(found...)
}

// problems is what is wrong with an entry; what it lacks is not, that is only missing.
func (e Entry) problems() (found []string) {
	if !idShape.MatchString(e.ID) {
		found = append(found, "an id is a chapter and names, a call, or a row such as AUTH-1")
	}
	if strings.TrimSpace(e.Says) == "" || strings.Contains(e.Says, "\n") {
		found = append(found, "says is one line")
	}
	if e.Request != "" && (!e.isMessage() || !requestShape.MatchString(e.Request)) {
		found = append(found, "a request is a method and a path, of a message only")
	}
	if e.Page != nil && !e.isScreen() {
		found = append(found, "only a screen has a page")
	}
	found = append(found, e.Evidence.problems(reasons)...)
	for _, state := range e.Page.parts() {
		found = append(found, state.problems(pageReasons)...)
	}
	return found
}

func (e Evidence) problems(allowed []string) (found []string) {
	if e.NA != "" && !slices.Contains(allowed, e.NA) {
		found = append(found, fmt.Sprintf("%q is no reason; there are %s", e.NA, strings.Join(allowed, ", ")))
	}
	if e.NA != "" && len(e.Proof) > 0 {
		found = append(found, "what is proven is not n/a")
	}
	for _, proof := range e.Proof {
		if _, ok := proof.test(); !ok {
			found = append(found, fmt.Sprintf("%q names no single test", proof))
		}
	}
	return found
}
