package middleware

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

const (
	// attemptsPerKey bounds how often one key may be tried again after a refusal that a later try can lift.
	attemptsPerKey = 20
	recordWithin   = 5 * time.Second
	// unguessable is the length from which on a key counts as random: that of a UUID without its hyphens.
	unguessable = 32
)

// requestStore keeps which request has which repeat key, and what it was answered with.
type requestStore interface {
	Begin(ctx context.Context, subject, key string, hash []byte) (store.Replay, error)
	Drop(ctx context.Context, subject, key string) error
	Finish(ctx context.Context, subject, key string, status int, body []byte) error
	Renew(ctx context.Context, subject, key string) error
}

// idempotent answers a command with an Idempotency-Key: the first answer is stored and sent again to whoever repeats it.
func (s *Chain) idempotent(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	subject, hash := subjectOf(current, c.Get(headerIdempotencyKey)), requestHash(c)
	current.Subject = subject
	current.Fingerprint = s.Derive.Token("request", subject, c.Get(headerIdempotencyKey), string(hash))
	for attempt := 1; ; attempt++ {
		current.Key = attemptKey(c.Get(headerIdempotencyKey), attempt)
		replay, err := s.Requests.Begin(c.Context(), subject, current.Key, hash)
		if err != nil {
			return fmt.Errorf("claim the repeat key: %w", err)
		}
		switch replay.State {
		case store.ReplayNew:
			return s.answerAndStore(c, subject, current.Key)
		case store.ReplayRunning:
			return contract.Refuse(contract.FailIdempotencyInProgress)
		case store.ReplayMismatch:
			return contract.Refuse(contract.FailIdempotencyReused)
		case store.ReplayDone:
		}
		if attempt < attemptsPerKey && mayLift(replay) {
			continue
		}
		return replayAnswer(c, replay)
	}
}

// subjectOf is whose keys they are: nobody can find out or replay what somebody else's key was answered with.
// A guest without a session may change the network, too: a key that cannot be guessed belongs to whoever knows it.
func subjectOf(current *Request, key string) string {
	switch {
	case current.User.ID != "":
		return "user:" + current.User.ID
	case current.OrderSession != nil:
		return "session:" + hex.EncodeToString(current.OrderSession)
	case current.Token != nil: // a guest's phone may change its network before the repeat
		return "device:" + hex.EncodeToString(current.Token)
	case len(key) >= unguessable:
		return "guest"
	default:
		return "client:" + current.Client
	}
}

func requestHash(c fiber.Ctx) []byte {
	hash := sha256.New()
	hash.Write([]byte(c.Method() + " " + c.Path() + "\n"))
	hash.Write(c.Body())
	return hash.Sum(nil)
}

// attemptKey numbers the tries under one key. Each is an update of its own: Temporal keeps a failed update's answer for
// ever, also where the reason has gone since.
func attemptKey(key string, attempt int) string {
	if attempt == 1 {
		return key
	}
	return fmt.Sprintf("%s.%d", key, attempt)
}

// mayLift tells whether a stored refusal says that the same request may succeed later.
func mayLift(replay store.Replay) bool {
	if replay.Status < fiber.StatusBadRequest {
		return false
	}
	var stored gen.Problem
	if json.Unmarshal(replay.Body, &stored) != nil {
		return false
	}
	return contract.Catalogue[contract.Code(stored.MessageKey)].Retryable
}

func kindOf(replay store.Replay) string {
	if replay.Status >= fiber.StatusBadRequest {
		return mimeProblem
	}
	return fiber.MIMEApplicationJSON
}

func replayAnswer(c fiber.Ctx, replay store.Replay) error {
	c.Set(headerReplayed, "true")
	c.Set(fiber.HeaderContentType, kindOf(replay))
	return c.Status(replay.Status).Send(replay.Body)
}

// answerAndStore does the work and stores its answer. Where it is not known what happened the claim is dropped: the repeat
// carries the same key to the workflow, which knows.
func (s *Chain) answerAndStore(c fiber.Ctx, subject, key string) error {
	err := s.withClaim(c, subject, key)
	var refused *contract.Refusal
	decided := err == nil || errors.As(err, &refused)
	if err != nil {
		if answerErr := s.answerError(c, err); answerErr != nil {
			return answerErr
		}
	}
	// the customer may be gone by now; the record is still owed
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), recordWithin)
	defer cancel()
	if !decided {
		s.LogFailure(ctx, "drop the repeat key", s.Requests.Drop(ctx, subject, key))
		return nil
	}
	err = s.Requests.Finish(ctx, subject, key, c.Response().StatusCode(), c.Response().Body())
	s.LogFailure(ctx, "store the answer", err)
	return nil
}

// withClaim does the work and keeps the claim meanwhile. A panic is an error of ours like any other.
func (s *Chain) withClaim(c fiber.Ctx, subject, key string) (err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("panic: %v", failed)
		}
	}()
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context()))
	defer cancel()
	go s.renewClaim(ctx, subject, key)
	return c.Next()
}

// renewClaim tells the other servers that this one is still at work, until ctx ends.
func (s *Chain) renewClaim(ctx context.Context, subject, key string) {
	beat := time.NewTicker(s.ClaimBeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if err := s.Requests.Renew(ctx, subject, key); ctx.Err() == nil {
				s.LogFailure(ctx, "keep the repeat key", err)
			}
		}
	}
}
