package engine

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	deliverers     = 16
	deliverTimeout = 10 * time.Second
	maxAttempts    = 20
	longestAnswer  = 1 << 16 // bytes
)

// Retries follow simulated time, yet a receiver that restarts must not miss them when time runs fast.
const (
	retryRealGap = 500 * time.Millisecond
	retryRealMin = 5 * time.Minute // no call-back is given up earlier
)

// retryAfter holds the pauses between attempts; the last one repeats.
var retryAfter = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, time.Minute}

var deliveryClient = &http.Client{
	Timeout:       deliverTimeout,
	Transport:     &http.Transport{MaxIdleConnsPerHost: deliverers},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// flight has the subjects with a call-back in progress, so that two reports on one subject never overtake each other
// by accident.
type flight struct {
	mu       sync.Mutex
	subjects map[string]bool
}

func (f *flight) board(subject string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.subjects[subject] {
		return false
	}
	if f.subjects == nil {
		f.subjects = map[string]bool{}
	}
	f.subjects[subject] = true
	return true
}

func (f *flight) land(subject string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.subjects, subject)
}

// delivery is one attempt in progress.
type delivery struct {
	key      string
	dispatch dispatch
	callback Callback
}

func (e *Engine) deliverCallbacks(ctx context.Context) error {
	var group errgroup.Group
	group.SetLimit(deliverers)
	err := e.loop(ctx, e.wakeCallbacks, func(ctx context.Context) (time.Time, error) {
		due, next, err := e.claimDue()
		for _, d := range due {
			group.Go(func() error { e.attempt(ctx, d); return nil })
		}
		return next, err
	})
	if waitErr := group.Wait(); err == nil {
		err = waitErr
	}
	return err
}

// claimDue takes the first due call-back of each free subject; the others wait for its landing, even if that happens
// during the read. A claim is only in memory: after a crash the call-back is sent again.
func (e *Engine) claimDue() (due []delivery, next time.Time, err error) {
	now, met := e.Clock.Now(), map[string]bool{}
	err = e.View(func(tx *Tx) {
		dispatches.Each(tx, func(key string, d dispatch) bool {
			if at := dueTime(key); at.After(now) {
				next = at
				return false
			}
			if !met[d.Subject] && e.flight.board(d.Subject) {
				due = append(due, delivery{key: key, dispatch: d})
			}
			met[d.Subject] = true
			return len(due) < deliverers
		})
	})
	if err != nil {
		return nil, next, err
	}
	due, err = e.confirm(due)
	return due, next, err
}

// confirm drops claims that were settled during the read: a subject is claimed as soon as its last call-back has
// landed, and only a read after the claim shows the remaining work.
func (e *Engine) confirm(claimed []delivery) (due []delivery, err error) {
	err = e.View(func(tx *Tx) {
		for _, d := range claimed {
			if _, still := dispatches.Get(tx, d.key); !still {
				e.flight.land(d.dispatch.Subject)
				wake(e.wakeCallbacks)
				continue
			}
			d.callback, _ = callbacks.Get(tx, d.dispatch.Callback)
			due = append(due, d)
		}
	})
	return due, err
}

// attempt sends one call-back and records the result.
func (e *Engine) attempt(ctx context.Context, d delivery) {
	status, answer, err := e.send(ctx, d.callback)
	if ctx.Err() != nil { // shutting down: the dispatch stays for the next start
		return
	}
	if (err != nil || status >= 300) && d.dispatch.Attempt == 0 { // the console shows later attempts
		e.cfg.Log.Warn("call-back not taken, will be repeated", "system", d.callback.System, "type", d.callback.Type,
			"event", d.callback.EventID, "status", status, "error", err)
	}
	if err := e.Update(func(tx *Tx) { tx.settle(d, status, answer) }); err != nil {
		e.cfg.Log.Error("call-back outcome not kept", "event", d.callback.EventID, "error", err)
	}
	e.flight.land(d.dispatch.Subject)
	wake(e.wakeCallbacks)
}

func (tx *Tx) settle(d delivery, status int, answer json.RawMessage) {
	if _, still := dispatches.Get(tx, d.key); !still { // a reset may come in between
		return
	}
	dispatches.Delete(tx, d.key)
	cb, _ := callbacks.Get(tx, d.dispatch.Callback)
	cb.Attempts++
	cb.LastStatus, cb.LastAnswer = status, answer
	cb.Planned--
	d.dispatch.Attempt++
	switch {
	case status >= 200 && status < 300:
		cb.State = CallbackDelivered
	case cb.hopeless(d.dispatch.Attempt):
		cb.State = CallbackGivenUp
	default:
		cb.Planned++
		tx.dispatch(d.dispatch, tx.retryPause(d.dispatch.Attempt))
	}
	callbacks.Put(tx, d.dispatch.Callback, cb)
}

// hopeless tells whether a call-back is given up after some attempts.
func (c Callback) hopeless(attempts int) bool {
	return c.Once || !c.Insistent && attempts >= maxAttempts && time.Since(c.CreatedAt) > retryRealMin
}

func (tx *Tx) retryPause(attempts int) time.Duration {
	pause := retryAfter[min(attempts, len(retryAfter))-1]
	shortest := time.Duration(float64(retryRealGap) * tx.engine.Clock.Face().Speed)
	return max(pause, shortest)
}

// send posts one call-back with its proof.
func (e *Engine) send(ctx context.Context, cb Callback) (status int, answer json.RawMessage, err error) {
	s, known := e.System(cb.System)
	url, client := strings.TrimSuffix(e.cfg.CallbackBase, "/")+"/"+cmp.Or(cb.Path, cb.System+"/generic"), deliveryClient
	if known && s.receiver != nil {
		url, client = s.receiver.url+"/"+cb.Path, cmp.Or(s.receiver.client, deliveryClient)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(cb.Body))
	if err != nil {
		return 0, nil, fmt.Errorf("build call-back: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	if known && s.CallsBack() {
		s.prove(req.Header, cb)
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("post call-back: %w", err)
	}
	defer func() { _ = res.Body.Close() }() // the body is only shown
	body, err := io.ReadAll(io.LimitReader(res.Body, longestAnswer))
	if err != nil || !json.Valid(body) {
		return res.StatusCode, nil, nil //nolint:nilerr // only the status counts
	}
	return res.StatusCode, body, nil
}

// SignWith signs with the real time: receivers refuse old signatures.
func SignWith(secret string) Prove {
	return func(header http.Header, cb Callback) {
		used := secret
		if cb.Forged {
			used = "not " + secret
		}
		header.Set("X-Signature", Sign(used, time.Now(), cb.Body))
	}
}

// Sign makes the X-Signature header of a call-back.
func Sign(secret string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "%d.%s", at.Unix(), body) // a hash never fails to write
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(mac.Sum(nil)))
}
