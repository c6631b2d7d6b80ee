package engine

import (
	"encoding/json"
	"net/http"
	"time"
)

// Answer is the answer of an operation.
type Answer struct {
	Status int
	Body   any
	Text   string            // replaces Body: a file, as CSV
	Header map[string]string // besides the usual ones
	Hold   bool              // keep the client waiting until it gives up

	Wait  time.Duration       // real time until Later returns the answer
	Later func(tx *Tx) Answer // replaces Status and Body, for slow work

	cut   bool // send half of it
	page  bool // send a page of HTML instead of the body
	delay time.Duration
}

// problem is the error shape of a system without one of its own.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// OK answers 200 with a body.
func OK(body any) Answer { return Answer{Status: http.StatusOK, Body: body} }

// Refuse answers with an error.
func Refuse(status int, code, message string) Answer {
	return Answer{Status: status, Body: problem{code, message}}
}

func unavailable() Answer {
	return Refuse(http.StatusServiceUnavailable, "unavailable", "try again later")
}

func broken() Answer {
	return Refuse(http.StatusInternalServerError, "internal", "the simulator itself failed, see its log")
}

// WriteJSON sends a body outside of an operation.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	Answer{Status: status, Body: body}.write(w)
}

func (a Answer) write(w http.ResponseWriter) {
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	if a.Body == nil && a.Text == "" && !a.page {
		w.WriteHeader(a.Status)
		return
	}
	raw, kind, err := a.written()
	if err != nil {
		http.Error(w, "unprintable answer", http.StatusInternalServerError)
		return
	}
	if a.cut {
		raw = raw[:len(raw)/2]
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(a.Status)
	_, _ = w.Write(raw) // the client has closed the connection
}

// written returns the bytes of an answer, and their type.
func (a Answer) written() (raw []byte, kind string, err error) {
	if a.page {
		return []byte("<!doctype html><title>Gateway</title><p>Please sign in.</p>"), "text/html; charset=utf-8", nil
	}
	if a.Text != "" {
		return []byte(a.Text), "text/csv; charset=utf-8", nil
	}
	raw, err = json.Marshal(a.Body)
	return raw, "application/json", err
}
