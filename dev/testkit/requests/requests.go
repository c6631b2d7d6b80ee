// Package requests makes up requests from the contract: good ones, ones at the edges, and broken ones. Only tests import it.
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

// Known answers with values that mean something to the server: the things that a name stands for in an operation.
type Known func(operation, name string) []any

// Request is one that was made up. Its body is set where it has one.
type Request struct {
	What    string // is the matter with it
	Broken  bool   // the contract refuses it by the way it was made, whatever a validator says
	Path    string // escaped, with its query
	Values  map[string]string
	Headers http.Header
	Body    []byte
}

// Maker makes up requests of one operation. The same seed makes the same ones, but for what the server itself has drawn.
type Maker struct {
	id, path   string
	described  *openapi3.Operation
	parameters openapi3.Parameters
	rand       *rand.Rand
	known      Known
	texts      map[string]*rapid.Generator[string]
}

// For makes requests of an operation, by the seed and the operation's name alone.
func For(path string, item *openapi3.PathItem, method, id string, seed uint64, known Known) *Maker {
	name := fnv.New64a()
	_, _ = name.Write([]byte(id)) // never fails
	described := item.GetOperation(method)
	return &Maker{
		id: id, path: path, described: described, parameters: append(slices.Clone(item.Parameters), described.Parameters...),
		rand: rand.New(rand.NewPCG(seed, name.Sum64())), known: known, texts: map[string]*rapid.Generator[string]{},
	}
}

// draft is a request before it is put together: what is wrong with one may be changed in any of its parts.
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

// Good keeps the contract.
func (m *Maker) Good() Request { return m.finished(m.good()) }

// Sampled is a good one with a body that somebody wrote.
func (m *Maker) Sampled(body string) Request {
	d := m.good()
	if body != "" {
		d.raw = []byte(body)
	}
	return m.finished(d)
}

// Any is a good one, or one with something the matter with it.
func (m *Maker) Any() Request {
	d := m.good()
	if m.rand.IntN(3) > 0 {
		m.spoil(&d)
	}
	return m.finished(d)
}

// credentials are what a caller shows, so they are not made up; one that is spoilt is.
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

// set gives a parameter a value. A text that fits into no header is left out, and an empty one is none.
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
