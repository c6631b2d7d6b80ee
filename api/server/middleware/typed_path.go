package middleware

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
)

// typedPath is an address of the contract with values that people type and copy.
type typedPath struct {
	segments []string
	values   map[int]typedValue // by place
}

type typedValue struct {
	read func(string) string
	form *regexp.Regexp
}

// ReadPaths replaces typed values in the path with their read form, for the routes and their handlers.
func ReadPaths(operations map[string]*Operation) fiber.Handler {
	names, paths := map[string]bool{}, map[string]typedPath{}
	for _, op := range operations {
		names["/api"+op.path] = true
		if path := op.typedPath(); len(path.values) > 0 {
			paths[op.path] = path
		}
	}
	return func(c fiber.Ctx) error {
		address := c.Path()
		if names[address] || !strings.HasPrefix(address, "/api/") {
			return c.Next()
		}
		segments := strings.Split(address, "/")
		for _, path := range paths {
			if path.fits(segments) && path.readInto(segments) {
				c.Path(strings.Join(segments, "/"))
				break
			}
		}
		return c.Next()
	}
}

func (op *Operation) typedPath() typedPath {
	path := typedPath{strings.Split("/api"+op.path, "/"), map[int]typedValue{}}
	for _, parameter := range op.parameters {
		if parameter.In != openapi3.ParameterInPath || parameter.Schema == nil {
			continue
		}
		read, named := readerOf(parameter.Schema.Value)
		for at, segment := range path.segments {
			if named && segment == ":"+parameter.Name {
				path.values[at] = typedValue{read, regexp.MustCompile(parameter.Schema.Value.Pattern)}
			}
		}
	}
	return path
}

func (p typedPath) fits(segments []string) bool {
	if len(segments) != len(p.segments) {
		return false
	}
	for at, segment := range p.segments {
		if !strings.HasPrefix(segment, ":") && segment != segments[at] {
			return false
		}
	}
	return true
}

// readInto changes the segments with readable values; the rule of a value refuses the others.
func (p typedPath) readInto(segments []string) (changed bool) {
	for at, value := range p.values {
		given, err := url.PathUnescape(segments[at])
		if err != nil {
			continue
		}
		if read := value.read(given); read != given && value.form.MatchString(read) {
			segments[at] = url.PathEscape(read)
			changed = true
		}
	}
	return changed
}
