package server

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
)

// codes sends one-time codes and takes them back.
type codes struct {
	*core
	cache   codeCache
	notes   noteCache
	notices Notices
}

type codeCache interface {
	PutCode(ctx context.Context, slot string, mac []byte, tries int, ttl time.Duration) error
	TryCode(ctx context.Context, slot string) (mac []byte, left int, err error)
	TakeCode(ctx context.Context, slot string, mac []byte) (bool, error)
	DropCode(ctx context.Context, slot string) error
}

const (
	codeTries = 5
	codeFor   = 10 * time.Minute
)

// Limits of one-time codes. The one by address to send to cannot be gone round; the others keep one sender in check.
var (
	codesByAddressNow = cache.Limit{Max: 1, Window: time.Minute} // the countdown of "send again"
	codesByAddress    = cache.Limit{Max: 5, Window: time.Hour}
	codesByDevice     = cache.Limit{Max: 20, Window: time.Hour}
	codesByClient     = cache.Limit{Max: 100, Window: time.Hour}
	guessesByClient   = cache.Limit{Max: 200, Window: time.Hour}
)

// codeKind is what a one-time code is for. A code of one kind is worth nothing for another.
type codeKind struct {
	purpose        string
	wrong, expired contract.Code
	bound          string // what else the code counts for alone, such as one order
}

func pinFor(purpose string) codeKind {
	return codeKind{purpose: purpose, wrong: contract.FailPinWrong, expired: contract.FailPinExpired}
}

// address is where a message goes: a number, an e-mail, or both.
type address struct{ mobile, email string }

// sendCode sends a fresh code for a number or e-mail to an address that belongs to it; the one of this kind and session
// sent before is void.
func (s *codes) sendCode(ctx context.Context, kind codeKind, about string, to address) (sent gen.CodeSent, err error) {
	if err := s.permitCode(ctx, kind, about); err != nil {
		return sent, err
	}
	code, err := newCode()
	if err != nil {
		return sent, err
	}
	current := requestOf(ctx)
	slot := kind.slot(current)
	if err := s.cache.PutCode(ctx, slot, s.codeMAC(kind, slot, about, code), codeTries, codeFor); err != nil {
		s.logFailure(ctx, "keep a code", err)
		return sent, contract.Refuse(contract.FailUnavailable)
	}
	err = s.notices.Send(ctx, contract.Notice{
		OrderID: uuid.NewString(), Key: "code", Template: "code-" + kind.purpose, Language: current.language, Mobile: to.mobile, Email: to.email,
		Params: map[string]string{"code": code, "minutes": strconv.Itoa(int(codeFor.Minutes()))},
	}, codeFor)
	if err != nil {
		s.logFailure(ctx, "drop a code", s.cache.DropCode(ctx, slot))
		return sent, fmt.Errorf("send code: %w", err)
	}
	now := s.now().UTC()
	return gen.CodeSent{
		ExpiresAt: now.Add(codeFor), ResendAt: now.Add(codesByAddressNow.Window), TriesLeft: codeTries, ServerTime: now,
	}, nil
}

func (s *codes) permitCode(ctx context.Context, kind codeKind, about string) error {
	current, hidden := requestOf(ctx), s.derive.token("code address", about)
	if err := s.permit(ctx, "code-client:"+current.client, codesByClient); err != nil {
		return err
	}
	if err := s.permit(ctx, "code-device:"+current.session.DeviceID, codesByDevice); err != nil {
		return err
	}
	err := s.permit(ctx, "code-now:"+kind.purpose+":"+hidden, codesByAddressNow)
	var soon *limited
	if errors.As(err, &soon) {
		soon.code = contract.FailPinTooSoon
	}
	if err != nil {
		return err
	}
	return s.permit(ctx, "code-address:"+hidden, codesByAddress)
}

// useCode takes a code that was sent about a number or e-mail, of this kind and to this session. It can be used once.
func (s *codes) useCode(ctx context.Context, kind codeKind, about, typed string) error {
	current := requestOf(ctx)
	if err := s.permit(ctx, "code-guess:"+current.client, guessesByClient); err != nil {
		return err
	}
	slot := kind.slot(current)
	mac, left, err := s.cache.TryCode(ctx, slot)
	switch {
	case errors.Is(err, cache.ErrNoCode):
		return s.usedBefore(ctx, kind)
	case err != nil:
		s.logFailure(ctx, "try a code", err)
		return contract.Refuse(contract.FailUnavailable)
	case left < 0:
		return contract.Refuse(contract.FailPinTries)
	case subtle.ConstantTimeCompare(mac, s.codeMAC(kind, slot, about, number.Digits(typed))) != 1:
		return &wrongCode{code: kind.wrong, left: left}
	}
	taken, err := s.cache.TakeCode(ctx, slot, mac)
	if err != nil {
		s.logFailure(ctx, "take a code", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	if !taken {
		return s.usedBefore(ctx, kind)
	}
	if current.fingerprint != "" {
		s.logFailure(ctx, "note the use of a code", s.notes.Note(ctx, codeUsed+current.fingerprint, kind.purpose, codeFor))
	}
	return nil
}

const codeUsed = "code-used:"

// usedBefore lets a repeat of the very request that used the code pass: its answer was lost, not its effect.
func (s *codes) usedBefore(ctx context.Context, kind codeKind) error {
	request := requestOf(ctx).fingerprint
	if request == "" {
		return contract.Refuse(kind.expired)
	}
	purpose, err := s.notes.Noted(ctx, codeUsed+request)
	s.logFailure(ctx, "look for the use of a code", err)
	if purpose != kind.purpose {
		return contract.Refuse(kind.expired)
	}
	return nil
}

// slot binds a code to its kind and to the session that asked for it.
func (k codeKind) slot(current *request) string {
	return k.purpose + ":" + hex.EncodeToString(current.token)
}

// codeMAC is what we keep of a code: without the pepper, six digits could be found from a plain hash at once.
func (s *codes) codeMAC(kind codeKind, slot, about, code string) []byte {
	return s.derive.mac("one-time code", slot, about, kind.bound, code)
}

func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return fmt.Sprintf("%06d", n), nil
}
