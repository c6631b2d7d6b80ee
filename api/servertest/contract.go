package servertest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"

	"selfcare/api/failures"
	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// requireContract checks an answer against the contract: status, media type, headers and every field. A refusal must be one
// that its operation names.
func requireContract(t testing.TB, request *http.Request, got Answer) {
	t.Helper()
	if got.StatusCode >= http.StatusBadRequest {
		requireProblem(t, got)
	}
	route, parameters, err := ContractRoutes(t).FindRoute(request)
	if errors.Is(err, routers.ErrPathNotFound) || errors.Is(err, routers.ErrMethodNotAllowed) {
		return
	}
	require.NoError(t, err)
	require.NoError(t, KeepsContract(request, route, parameters, got), "%s %s answered %d %s", request.Method, request.URL.Path, got.StatusCode, got.Body)
}

func KeepsContract(request *http.Request, route *routers.Route, parameters map[string]string, got Answer) error {
	input := &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route}
	err := openapi3filter.ValidateResponse(request.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: got.StatusCode, Header: got.Header,
		Body: io.NopCloser(bytes.NewReader(got.Body)), Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		return err
	}
	if name := unnamedHeader(route.Operation, got); name != "" {
		return fmt.Errorf("%s answered %d with %s, which the contract does not name for it", route.Operation.OperationID, got.StatusCode, name)
	}
	if got.StatusCode < http.StatusBadRequest {
		return nil
	}
	var problem gen.Problem
	if err := json.Unmarshal(got.Body, &problem); err != nil {
		return err
	}
	if !slices.Contains(failures.Of(route.Spec, route.Operation), contract.Code(problem.MessageKey)) {
		return fmt.Errorf("%s refused with what the contract does not name for it: %s", route.Operation.OperationID, problem.MessageKey)
	}
	return nil
}

// onEveryAnswer lists the headers that the contract names once for all answers, and those that any server sends.
var onEveryAnswer = []string{
	"Content-Security-Policy", "Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options", "Cross-Origin-Resource-Policy",
	"Content-Type", "Content-Length", "Content-Encoding", "Date",
	"X-Accel-Buffering", // sent with streams, for proxies only
}

// unnamedHeader returns a header of an answer that the contract does not name.
func unnamedHeader(operation *openapi3.Operation, got Answer) string {
	response := operation.Responses.Status(got.StatusCode)
	if response == nil {
		response = operation.Responses.Default()
	}
	for name := range got.Header {
		named := slices.ContainsFunc(slices.Collect(maps.Keys(response.Value.Headers)), func(listed string) bool { return strings.EqualFold(listed, name) })
		if !named && !slices.Contains(onEveryAnswer, name) {
			return name
		}
	}
	return ""
}

// requireProblem demands the fields of every refusal, including that of an unknown address.
func requireProblem(t testing.TB, got Answer) {
	t.Helper()
	kind, _, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	require.NoError(t, err)
	require.Equal(t, "application/problem+json", kind)
	problem := got.Problem(t)
	code := contract.Code(problem.MessageKey)
	require.Equal(t, failures.Address(code), *problem.Type)
	require.Equal(t, failures.Title(code), *problem.Title)
	require.Equal(t, got.StatusCode, *problem.Status)
}

var loadRoutes = sync.OnceValues(func() (routers.Router, error) {
	document, err := gen.GetSpec()
	if err != nil {
		return nil, err
	}
	return gorillamux.NewRouter(document)
})

func ContractRoutes(t testing.TB) routers.Router {
	t.Helper()
	routes, err := loadRoutes()
	require.NoError(t, err)
	return routes
}

// AsContracted returns an operation's id as the contract spells it; the generator capitalises ids.
func AsContracted(id string) string { return strings.ToLower(id[:1]) + id[1:] }
