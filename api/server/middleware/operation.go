package middleware

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// Operation is one operation of the contract, with the parameters that control access and handling.
type Operation struct {
	id         string
	method     string
	path       string // Fiber's spelling
	parameters []*openapi3.Parameter
	body       *openapi3.Schema
	bodyLimit  int  // bytes
	asItCame   bool // body and query are in a partner's format

	idempotent  bool            // takes an Idempotency-Key
	Rule        permission.Rule // allowed callers
	versions    []string        // of X-Api-Version; the first is the default
	streams     bool            // the answer is an endless stream
	catalogue   bool            // the answer is the same for every caller
	revalidated bool
	personal    bool // shows or changes personal data
}

// Contract is the embedded contract. Reading it takes a tenth of a second, so it is read once and never changed.
var Contract = sync.OnceValues(func() (*openapi3.T, error) {
	document, err := gen.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("read the embedded contract: %w", err)
	}
	return document, nil
})

// Operations are those of the contract, keyed "METHOD /path". They are never changed, either.
var Operations = sync.OnceValues(operations)

func operations() (map[string]*Operation, error) {
	document, err := Contract()
	if err != nil {
		return nil, err
	}
	all := map[string]*Operation{}
	for path, item := range document.Paths.Map() {
		for method, described := range item.Operations() {
			op, err := newOperation(method, path, described)
			if err != nil {
				return nil, err
			}
			all[op.method+" "+op.path] = op
		}
	}
	return all, nil
}

// asContracted returns an id as the contract spells it: the generator capitalises.
func asContracted(id string) string {
	if id == "" {
		return ""
	}
	return strings.ToLower(id[:1]) + id[1:]
}

func newOperation(method, path string, described *openapi3.Operation) (*Operation, error) {
	op := &Operation{
		id:          described.OperationID,
		method:      method,
		path:        strings.NewReplacer("{", ":", "}", "").Replace(path),
		catalogue:   slices.Contains(described.Tags, tagCatalogue),
		revalidated: described.Extensions[revalidatedExtension] == true,
		personal:    described.Extensions[personalDataExtension] != noPersonalData,
		versions:    []string{defaultVersion},
	}
	var listed bool
	if op.Rule, listed = permission.Of(op.named()); !listed {
		return nil, fmt.Errorf("operation %s has no row in the table of permissions", op.named())
	}
	for _, ref := range described.Parameters {
		op.addParameter(ref.Value)
	}
	if described.RequestBody != nil {
		op.body = described.RequestBody.Value.Content.Get(fiber.MIMEApplicationJSON).Schema.Value // or that of */*
		op.bodyLimit = bodyLimitOf(described.RequestBody)
		op.asItCame = op.body.Format == "binary"
	}
	answer := described.Responses.Status(fiber.StatusOK)
	op.streams = answer != nil && answer.Value.Content.Get("text/event-stream") != nil
	return op, nil
}

// named returns the operation's id as the contract spells it.
func (op *Operation) named() string { return asContracted(op.id) }

// bodyLimitOf returns the contract's limit for a larger body.
func bodyLimitOf(body *openapi3.RequestBodyRef) int {
	if limit, said := body.Value.Extensions["x-body-limit"].(float64); said {
		return int(limit)
	}
	return contractBodyLimit
}

// addParameter notes a parameter.
func (op *Operation) addParameter(parameter *openapi3.Parameter) {
	if parameter.Name == headerLanguage { // read for each request, and never refused
		return
	}
	op.parameters = append(op.parameters, parameter)
	switch parameter.Name {
	case headerIdempotencyKey:
		op.idempotent = true
	case headerVersion:
		op.versions = nil
		for _, version := range parameter.Schema.Value.Enum {
			op.versions = append(op.versions, fmt.Sprint(version))
		}
	}
}

// validateVersion refuses an unknown version of the call; the default is v2.
func (op *Operation) validateVersion(c fiber.Ctx) error {
	version := c.Get(headerVersion)
	if version == "" {
		version = defaultVersion
	}
	if !slices.Contains(op.versions, version) {
		return contract.Refuse(contract.FailVersion)
	}
	return nil
}

// Headers of the contract.
const (
	headerIdempotencyKey = "Idempotency-Key"
	headerOrderSession   = "X-Order-Session"
	headerSignature      = "X-Signature"
	headerReplayed       = "Idempotent-Replayed"
	headerVersion        = "X-Api-Version"
	headerSubAccount     = "x-sub-account"
	headerLanguage       = "accept-language"
)

const defaultVersion = "v2"
