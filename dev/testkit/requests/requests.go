// Package requests makes up requests from the contract: good ones, edge cases, and broken ones. Only tests import it.
package requests

import (
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"
)

// Known returns values that the server knows: the things that a name stands for in an operation.
type Known func(operation, name string) []any

// Request is a made-up request. Its body is set if it has one.
type Request struct {
	What    string // its peculiarity
	Broken  bool   // broken by construction, even if a validator accepts it
	Path    string // escaped, with its query
	Values  map[string]string
	Headers http.Header
	Body    []byte
}

// Maker makes up requests of one operation. The same seed makes the same ones, except for the server's random values.
type Maker struct {
	id, path   string
	described  *openapi3.Operation
	parameters openapi3.Parameters
	rand       *rand.Rand
	known      Known
	texts      map[string]*rapid.Generator[string]
}

// For makes requests of an operation, from the seed and the operation's name alone.
func For(path string, item *openapi3.PathItem, method, id string, seed uint64, known Known) *Maker {
	name := fnv.New64a()
	_, _ = name.Write([]byte(id)) // never fails
	described := item.GetOperation(method)
	return &Maker{
		id: id, path: path, described: described, parameters: append(slices.Clone(item.Parameters), described.Parameters...),
		rand: rand.New(rand.NewPCG(seed, name.Sum64())), known: known, texts: map[string]*rapid.Generator[string]{},
	}
}

// draft is a request before assembly: a fault may be in any of its parts.
type draft struct {
	what   string
	broken bool
	path   map[string]string
	query  []pair
	header http.Header
	body   any
	hasOne bool   // a body
	raw    []byte // sent instead of the body
}

type pair struct{ name, value string }

// Good makes a request that keeps the contract.
func (m *Maker) Good() Request { return m.finished(m.good()) }

// Sampled is a good request with a hand-written body.
func (m *Maker) Sampled(body string) Request {
	d := m.good()
	for name, value := range d.path {
		if known := m.known(m.id, name); len(known) > 0 && !slices.Contains(known, any(value)) {
			d.path[name] = text(known[0])
		}
	}
	if body != "" {
		d.raw = []byte(body)
	}
	return m.finished(d)
}

// Any is a good request, or one with a fault.
func (m *Maker) Any() Request {
	d := m.good()
	if m.rand.IntN(3) > 0 {
		m.spoil(&d)
	}
	return m.finished(d)
}

// credentials are not made up; but they may be spoilt.
var credentials = []string{"Authorization", "X-Order-Session", "X-Signature", "x-sub-account", "X-Device-Session"}

func (m *Maker) good() draft {
	d := draft{what: "good", path: map[string]string{}, header: http.Header{}}
	for _, ref := range m.parameters {
		p := ref.Value
		if slices.Contains(credentials, p.Name) || !p.Required && p.Name != "X-Api-Version" && m.rand.IntN(2) == 0 {
			continue
		}
		if known := m.known(m.id, p.Name); p.In == openapi3.ParameterInHeader && len(known) > 0 { // more than a schema says of them
			d.set(p, text(pick(m, known)))
			continue
		}
		d.set(p, text(m.value(p.Schema.Value, p.Name)))
	}
	if m.described.RequestBody != nil {
		d.hasOne, d.body = true, m.value(m.bodySchema(), "")
		d.header.Set("Content-Type", "application/json")
	}
	return d
}

func (m *Maker) bodySchema() *openapi3.Schema {
	return m.described.RequestBody.Value.Content.Get("application/json").Schema.Value
}

// set gives a parameter a value. A text that does not fit into a header is left out, and an empty one counts as none.
func (d *draft) set(p *openapi3.Parameter, value string) {
	switch p.In {
	case openapi3.ParameterInPath:
		d.path[p.Name] = value
	case openapi3.ParameterInQuery:
		d.query = slices.DeleteFunc(d.query, func(q pair) bool { return q.name == p.Name })
		d.query = append(d.query, pair{p.Name, value})
	case openapi3.ParameterInHeader:
		d.header.Del(p.Name)
		if value = strings.TrimSpace(value); value != "" && !strings.ContainsAny(value, "\x00\r\n") {
			d.header.Set(p.Name, value)
		}
	}
}

func (m *Maker) finished(d draft) Request {
	path := m.path
	for name, value := range d.path {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	var query []string
	for _, q := range d.query {
		query = append(query, url.QueryEscape(q.name)+"="+url.QueryEscape(q.value))
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	body := d.raw
	if body == nil && d.hasOne {
		body = encoded(d.body)
	}
	return Request{What: d.what, Broken: d.broken, Path: path, Values: d.path, Headers: d.header, Body: body}
}
