package chaosshop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"selfcare/internal/contract"
)

const (
	answerWithin = 40 * time.Second
	askAgain     = 250 * time.Millisecond
)

// patience repeats unanswered requests, unchanged and with the same key, as the web app does.
type patience struct {
	next     http.RoundTripper
	repeated atomic.Int64
	claimed  atomic.Int64 // of these, because the earlier call still ran
	broken   atomic.Int64 // of these, with an internal error
	unasked  atomic.Int64 // of these, 503 without a time to come back
}

func newPatience() *patience {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.ResponseHeaderTimeout = 256, answerWithin
	return &patience{next: transport}
}

// RoundTrip ends with an answer for the customer, or with the request's time.
func (p *patience) RoundTrip(r *http.Request) (*http.Response, error) {
	for {
		again, err := asItWas(r)
		if err != nil {
			return nil, err
		}
		answer, err := p.next.RoundTrip(again)
		if err == nil && !p.unanswered(answer) {
			return answer, nil
		}
		if err == nil {
			err = fmt.Errorf("answered %d", answer.StatusCode)
			_ = answer.Body.Close() // the body is not needed
		}
		p.repeated.Add(1)
		select {
		case <-r.Context().Done():
			return nil, errors.Join(err, r.Context().Err())
		case <-time.After(pause(answer)):
		}
	}
}

// pause is the waiting time of a limit: earlier repeats may be counted, too. Other answers have none.
func pause(answer *http.Response) time.Duration {
	if answer == nil || answer.StatusCode != http.StatusTooManyRequests {
		return askAgain
	}
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil {
		return askAgain
	}
	return time.Duration(seconds) * time.Second
}

func asItWas(r *http.Request) (*http.Request, error) {
	again := r.Clone(r.Context())
	if r.GetBody == nil {
		return again, nil
	}
	body, err := r.GetBody()
	again.Body = body
	return again, err
}

// unanswered tells whether to ask again.
func (p *patience) unanswered(answer *http.Response) bool {
	switch {
	case answer.StatusCode == http.StatusServiceUnavailable:
		if answer.Header.Get("Retry-After") == "" {
			p.unasked.Add(1)
		}
		return true
	case answer.StatusCode >= http.StatusInternalServerError:
		p.broken.Add(1)
		return true
	case answer.StatusCode == http.StatusTooManyRequests:
		return true
	case answer.StatusCode == http.StatusConflict && p.isClaimed(answer):
		p.claimed.Add(1)
		return true
	}
	return false
}

func (p *patience) isClaimed(answer *http.Response) bool {
	raw, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close() // read to its end
	answer.Body = io.NopCloser(bytes.NewReader(raw))
	var problem struct{ MessageKey string }
	if err != nil || json.Unmarshal(raw, &problem) != nil {
		return false
	}
	code := contract.Code(problem.MessageKey)
	return code == contract.FailIdempotencyInProgress || code == contract.FailLineBusyNow
}
