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
	"selfcare/internal/store/idempotency"
)

const (
	// attemptsPerKey bounds the tries of one key after refusals that a later try can lift.
	attemptsPerKey = 20
	recordWithin   = 5 * time.Second
	// keyLasts is the lifetime of a client's key, derivedLasts that of a request without a key.
	keyLasts     = 24 * time.Hour
	derivedLasts = time.Minute
	// unguessable is the least length of a key that counts as random: a UUID without its hyphens.
	unguessable = 32
)

// requestStore stores the request and the answer of each idempotency key.
type requestStore interface {
	Begin(ctx context.Context, subject, key string, hash []byte, lasts time.Duration) (idempotency.Replay, error)
	Drop(ctx context.Context, subject, key string) error
	Release(ctx context.Context, subject, key string) error
	Finish(ctx context.Context, subject, key string, status int, body []byte) error
	Renew(ctx context.Context, subject, key string) error
}

// idempotent answers a command with an Idempotency-Key: it stores the first answer and sends it again to each repeat.
func (s *Chain) idempotent(c fiber.Ctx) error {
	key := c.Get(headerIdempotencyKey)
	if key == "" { // the contract makes the key optional here
		return s.idempotentWithoutKey(c)
	}
	current := RequestOf(c.Context())
	subject, hash := subjectOf(current, key), requestHash(c)
	current.Subject = subject
	current.Fingerprint = s.Derive.Token("request", subject, key, string(hash))
	for attempt := 1; ; attempt++ {
		current.Key = attemptKey(key, attempt)
		replay, err := s.Requests.Begin(c.Context(), subject, current.Key, hash, keyLasts)
		if err != nil {
			return fmt.Errorf("claim the idempotency key: %w", err)
		}
		if replay.State == idempotency.ReplayNew {
			return s.answerAndStore(c, claim{subject: subject, key: current.Key})
		}
		if replay.State == idempotency.ReplayDone && attempt < attemptsPerKey && mayLift(replay) {
			continue
		}
		return answerTwin(c, replay)
	}
}

// idempotentWithoutKey treats an equal call of the same session within a minute as a repeat.
func (s *Chain) idempotentWithoutKey(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	subject, hash := subjectOf(current, ""), requestHash(c, c.Get(headerSubAccount))
	derived := claim{subject: subject, key: "derived." + hex.EncodeToString(hash), derived: true}
	replay, err := s.Requests.Begin(c.Context(), subject, derived.key, hash, derivedLasts)
	if err != nil {
		return fmt.Errorf("claim the derived idempotency key: %w", err)
	}
	if replay.State != idempotency.ReplayNew {
		return answerTwin(c, replay)
	}
	// The start time tells this request from a later equal one.
	current.Subject, current.Key = subject, fmt.Sprintf("%s.%d", derived.key, replay.BegunAt.UnixMicro())
	current.Fingerprint = s.Derive.Token("request", subject, current.Key)
	return s.answerAndStore(c, derived)
}

// answerTwin answers a request that another request has claimed before.
func answerTwin(c fiber.Ctx, replay idempotency.Replay) error {
	switch replay.State {
	case idempotency.ReplayRunning:
		return contract.Refuse(contract.FailIdempotencyInProgress)
	case idempotency.ReplayMismatch:
		return contract.Refuse(contract.FailIdempotencyReused)
	default:
		return replayAnswer(c, replay)
	}
}

// claim is the right to answer a request.
type claim struct {
	subject, key string
	derived      bool // the client sent no key
}

// subjectOf returns the owner of a key, so that no customer can see or replay the answer to another customer's key. A
// guest without a session may change networks, too: an unguessable key identifies the guest.
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

func requestHash(c fiber.Ctx, further ...string) []byte {
	hash := sha256.New()
	hash.Write([]byte(c.Method() + " " + c.Path() + "\n"))
	for _, part := range further {
		hash.Write([]byte(part + "\n"))
	}
	hash.Write(c.Body())
	return hash.Sum(nil)
}

// attemptKey numbers the tries under one key. Each is an update of its own: Temporal keeps the answer of a failed
// update for ever, even after its reason is gone.
func attemptKey(key string, attempt int) string {
	if attempt == 1 {
		return key
	}
	return fmt.Sprintf("%s.%d", key, attempt)
}

// mayLift tells whether the same request may succeed after a stored refusal.
func mayLift(replay idempotency.Replay) bool {
	if replay.Status < fiber.StatusBadRequest {
		return false
	}
	var stored gen.Problem
	if json.Unmarshal(replay.Body, &stored) != nil {
		return false
	}
	return contract.Catalogue[contract.Code(stored.MessageKey)].Retryable
}

func kindOf(replay idempotency.Replay) string {
	if replay.Status >= fiber.StatusBadRequest {
		return mimeProblem
	}
	return fiber.MIMEApplicationJSON
}

func replayAnswer(c fiber.Ctx, replay idempotency.Replay) error {
	c.Set(headerReplayed, "true")
	c.Set(fiber.HeaderContentType, kindOf(replay))
	return c.Status(replay.Status).Send(replay.Body)
}

// answerAndStore does the work and stores its answer. With an unknown outcome it gives the claim up: the repeat
// carries the same key to the workflow, which knows the outcome.
func (s *Chain) answerAndStore(c fiber.Ctx, of claim) error {
	err := s.withClaim(c, of)
	var refused *contract.Refusal
	decided := err == nil || errors.As(err, &refused)
	if err != nil {
		if answerErr := s.answerError(c, err); answerErr != nil {
			return answerErr
		}
	}
	// The customer may be gone already; the record must still be written.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), recordWithin)
	defer cancel()
	switch {
	case !decided && of.derived:
		s.LogFailure(ctx, "release the idempotency key", s.Requests.Release(ctx, of.subject, of.key))
	case !decided, of.derived && refused != nil && contract.Catalogue[refused.Code].Retryable:
		s.LogFailure(ctx, "drop the idempotency key", s.Requests.Drop(ctx, of.subject, of.key))
	default:
		err = s.Requests.Finish(ctx, of.subject, of.key, c.Response().StatusCode(), c.Response().Body())
		s.LogFailure(ctx, "store the answer", err)
	}
	return nil
}

// withClaim does the work and keeps the claim alive. A panic counts as an error.
func (s *Chain) withClaim(c fiber.Ctx, of claim) (err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("panic: %v", failed)
		}
	}()
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context()))
	defer cancel()
	go s.renewClaim(ctx, of)
	return c.Next()
}

// renewClaim tells the other servers that this one still works, until ctx ends.
func (s *Chain) renewClaim(ctx context.Context, of claim) {
	beat := time.NewTicker(s.ClaimBeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if err := s.Requests.Renew(ctx, of.subject, of.key); ctx.Err() == nil {
				s.LogFailure(ctx, "renew the idempotency key", err)
			}
		}
	}
}
