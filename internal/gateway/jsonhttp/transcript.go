package jsonhttp

import (
	"context"
	"io"
	"net/http"
)

// Exchange is a call with its answer. It has no headers: they hold our credentials.
type Exchange struct {
	Call   string // method and address
	Sent   string // body
	Status int    // zero without an answer
	Said   string // body of the answer
}

type transcriptKey struct{}

// WithTranscript returns a context whose calls are written down. The address and the bodies can hold secrets and personal data.
func WithTranscript(ctx context.Context, write func(Exchange)) context.Context {
	return context.WithValue(ctx, transcriptKey{}, write)
}

// writeDown hands a call to the transcript of its context, if it has one.
func writeDown(ctx context.Context, req *http.Request, status int, said []byte) {
	if write, is := ctx.Value(transcriptKey{}).(func(Exchange)); is {
		write(Exchange{Call: req.Method + " " + req.URL.String(), Sent: bodyOf(req), Status: status, Said: string(said)})
	}
}

// bodyOf returns the body of a request, sent or not.
func bodyOf(req *http.Request) string {
	if req.GetBody == nil {
		return ""
	}
	again, err := req.GetBody()
	if err != nil {
		return ""
	}
	body, _ := io.ReadAll(again) // a reader of memory never fails
	return string(body)
}
