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
	// keyLasts is how long a key of a client names the same request, derivedLasts that of a request without a key.
	keyLasts     = 24 * time.Hour
	derivedLasts = time.Minute
	// unguessable is the length from which on a key counts as random: that of a UUID without its hyphens.
	unguessable = 32
)

// requestStore keeps which request has which repeat key, and what it was answered with.
type requestStore interface {
	Begin(ctx context.Context, subject, key string, hash []byte, lasts time.Duration) (store.Replay, error)
	Drop(ctx context.Context, subject, key string) error
	Release(ctx context.Context, subject, key string) error
	Finish(ctx context.Context, subject, key string, status int, body []byte) error
	Renew(ctx context.Context, subject, key string) error
}

// idempotent answers a command with an Idempotency-Key: the first answer is stored and sent again to each repeat.
func (s *Chain) idempotent(c fiber.Ctx) error {
	key := c.Get(headerIdempotencyKey)
	if key == "" { // the contract lets this operation go without
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
			return fmt.Errorf("claim the repeat key: %w", err)
		}
		if replay.State == store.ReplayNew {
			return s.answerAndStore(c, claim{subject: subject, key: current.Key})
		}
		if replay.State == store.ReplayDone && attempt < attemptsPerKey && mayLift(replay) {
			continue
		}
		return answerTwin(c, replay)
	}
}

// idempotentWithoutKey takes an equal call of the same session within a minute for a repeat.
func (s *Chain) idempotentWithoutKey(c fiber.Ctx) error {
	current := RequestOf(c.Context())
	subject, hash := subjectOf(current, ""), requestHash(c, c.Get(headerSubAccount))
	derived := claim{subject: subject, key: "derived." + hex.EncodeToString(hash), derived: true}
	replay, err := s.Requests.Begin(c.Context(), subject, derived.key, hash, derivedLasts)
	if err != nil {
		return fmt.Errorf("claim the derived repeat key: %w", err)
	}
	if replay.State != store.ReplayNew {
		return answerTwin(c, replay)
	}
	// The beginning tells this request from an equal one that comes later.
	current.Subject, current.Key = subject, fmt.Sprintf("%s.%d", derived.key, replay.BegunAt.UnixMicro())
	current.Fingerprint = s.Derive.Token("request", subject, current.Key)
	return s.answerAndStore(c, derived)
}

// answerTwin answers a request that another one has claimed before.
func answerTwin(c fiber.Ctx, replay store.Replay) error {
	switch replay.State {
	case store.ReplayRunning:
		return contract.Refuse(contract.FailIdempotencyInProgress)
	case store.ReplayMismatch:
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

// subjectOf is whose keys they are: no customer can find out or replay the answer to another customer's key.
// A guest without a session may change the network, too: a key that cannot be guessed identifies the guest who sends it.
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

// answerAndStore does the work and stores its answer. Where the outcome is unknown the claim is given up: the repeat carries
// the same key to the workflow, which knows.
func (s *Chain) answerAndStore(c fiber.Ctx, of claim) error {
	err := s.withClaim(c, of)
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
	switch {
	case !decided && of.derived:
		s.LogFailure(ctx, "release the repeat key", s.Requests.Release(ctx, of.subject, of.key))
	case !decided, of.derived && refused != nil && contract.Catalogue[refused.Code].Retryable:
		s.LogFailure(ctx, "drop the repeat key", s.Requests.Drop(ctx, of.subject, of.key))
	default:
		err = s.Requests.Finish(ctx, of.subject, of.key, c.Response().StatusCode(), c.Response().Body())
		s.LogFailure(ctx, "store the answer", err)
	}
	return nil
}

// withClaim does the work and keeps the claim meanwhile. A panic counts as an error.
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

// renewClaim tells the other servers that this one is still at work, until ctx ends.
func (s *Chain) renewClaim(ctx context.Context, of claim) {
	beat := time.NewTicker(s.ClaimBeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if err := s.Requests.Renew(ctx, of.subject, of.key); ctx.Err() == nil {
				s.LogFailure(ctx, "keep the repeat key", err)
			}
		}
	}
}
