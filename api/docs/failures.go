package docs

import (
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"selfcare/api/failures"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// failure is one entry of the catalogue, as clients see it.
type failure struct {
	Code, Anchor, Said, Fix string
	Status, Number          int
	Retryable               bool
}

func shownFailures(codes []contract.Code) []failure {
	shown := make([]failure, 0, len(codes))
	for _, code := range codes {
		entry := contract.Catalogue[code]
		shown = append(shown, failure{
			Code: string(code), Anchor: failures.Anchor(code), Said: texts.Text(texts.English, code, nil), Fix: entry.Fix,
			Status: entry.Status, Number: entry.Number, Retryable: entry.Retryable,
		})
	}
	return shown
}

// callers lists the ways to authenticate; one way may need two secrets.
func callers(described *openapi3.Operation) []string {
	if described.Security == nil {
		return nil
	}
	ways := make([]string, 0, len(*described.Security))
	for _, requirement := range *described.Security {
		if len(requirement) == 0 {
			ways = append(ways, "nothing")
			continue
		}
		ways = append(ways, strings.Join(slices.Sorted(maps.Keys(requirement)), " and "))
	}
	return ways
}
