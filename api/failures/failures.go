// Package failures reads the failure codes of each call from the contract, and names a failure as RFC 9457 does.
package failures

import (
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"selfcare/internal/contract"
)

// Page describes each failure, under its Anchor.
const Page = "/api/docs"

// Anchor is the failure's place on the page.
func Anchor(code contract.Code) string { return "failure-" + string(code) }

// Address is the type of a problem: an address for each failure, which never changes.
func Address(code contract.Code) string { return Page + "#" + Anchor(code) }

// Title is the failure in English, the same each time.
func Title(code contract.Code) string {
	words := strings.ReplaceAll(string(code), "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// Extensions of the contract: shared failures, and the further ones of an operation.
const (
	extensionShared = "x-shared-failures"
	extensionOwn    = "x-failures"
)

// Groups of shared failures that are named after no parameter and no security scheme.
const (
	groupAny  = "any"
	groupBody = "body"
)

// Own lists the failures that only this operation names.
func Own(operation *openapi3.Operation) []contract.Code {
	return codes(operation.Extensions[extensionOwn])
}

// Shared lists the failures that many calls share, by group.
func Shared(document *openapi3.T) map[string][]contract.Code {
	shared := map[string][]contract.Code{}
	groups, _ := document.Extensions[extensionShared].(map[string]any)
	for name, listed := range groups {
		shared[name] = codes(listed)
	}
	return shared
}

// Of lists every failure of an operation, in alphabetical order.
func Of(document *openapi3.T, operation *openapi3.Operation) []contract.Code {
	shared, all := Shared(document), Own(operation)
	for _, group := range groupsOf(operation) {
		all = append(all, shared[group]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func groupsOf(operation *openapi3.Operation) []string {
	groups := []string{groupAny}
	if operation.RequestBody != nil {
		groups = append(groups, groupBody)
	}
	for _, parameter := range operation.Parameters {
		groups = append(groups, parameter.Value.Name)
	}
	if operation.Security != nil {
		for _, requirement := range *operation.Security {
			for scheme := range requirement {
				groups = append(groups, scheme)
			}
		}
	}
	return groups
}

func codes(listed any) []contract.Code {
	names, _ := listed.([]any)
	found := make([]contract.Code, 0, len(names))
	for _, name := range names {
		if code, ok := name.(string); ok {
			found = append(found, contract.Code(code))
		}
	}
	return found
}
