package middleware

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A generator that sorts addresses puts those with a parameter first: they would swallow those with a name (S12).
func TestParametersLast_Name_ComesFirst(t *testing.T) {
	paths := []string{"/plans/:planId", "/plans/category/:key", "/plans/categories", "/webhooks/:system", "/webhooks/network", "/plans/category/:key/items", "/plans"}
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(parametersLast(a), parametersLast(b)) })
	require.Equal(t, []string{
		"/plans", "/plans/categories", "/plans/category/:key", "/plans/category/:key/items", "/plans/:planId", "/webhooks/network", "/webhooks/:system",
	}, paths)
}
