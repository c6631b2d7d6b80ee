// Package gatewaytest simulates an outside system in the tests of its adapter.
package gatewaytest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// Request is a request that an adapter sent.
type Request struct {
	Line   string // "POST /charges?x=1"
	Header http.Header
	Body   string
}

// System gives one answer to every caller and remembers the calls.
type System struct {
	URL string

	mu     sync.Mutex
	status int
	answer string
	next   []string
	all    []Request
}

// Start serves until the test ends.
func Start(t *testing.T, status int, answer string) *System {
	t.Helper()
	s := &System{status: status, answer: answer}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Answer changes the answer from now on.
func (s *System) Answer(status int, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status, s.answer = status, answer
}

// AnswerNext answers the next calls in turn, before the standing answer.
func (s *System) AnswerNext(answers ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = answers
}

// Latest returns the latest call.
func (s *System) Latest() Request {
	all := s.All()
	if len(all) == 0 {
		return Request{}
	}
	return all[len(all)-1]
}

// All returns the calls, the latest last.
func (s *System) All() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// ServeHTTP makes a System an http.Handler.
func (s *System) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "request cut short", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, Request{Line: r.Method + " " + r.URL.String(), Header: r.Header, Body: string(body)})
	w.WriteHeader(s.status)
	answer := s.answer
	if len(s.next) > 0 {
		answer, s.next = s.next[0], s.next[1:]
	}
	_, _ = io.WriteString(w, answer)
}
