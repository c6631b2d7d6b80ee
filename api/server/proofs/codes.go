package proofs

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
	"selfcare/api/server/middleware"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
)

// Codes sends one-time codes and takes them back.
type Codes struct {
	*middleware.Core
	Cache   codeCache
	Notes   NoteCache
	Notices NoticeSender
}

type codeCache interface {
	PutCode(ctx context.Context, slot string, mac []byte, tries int, ttl time.Duration) error
	TryCode(ctx context.Context, slot string) (mac []byte, left int, err error)
	TakeCode(ctx context.Context, slot string, mac []byte) (bool, error)
	DropCode(ctx context.Context, slot string) error
}

// NoticeSender has messages sent that belong to no order.
type NoticeSender interface {
	Send(ctx context.Context, notice contract.Notice, within time.Duration) error
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
	CodesByClient     = cache.Limit{Max: 100, Window: time.Hour}
	guessesByClient   = cache.Limit{Max: 200, Window: time.Hour}
)

// CodeKind is what a one-time code is for. A code of one kind is worth nothing for another.
type CodeKind struct {
	Purpose        string
	Wrong, Expired contract.Code
	Bound          string // what else the code counts for alone, such as one order
}

// PinFor is the kind of code that is sent for a purpose.
func PinFor(purpose string) CodeKind {
	return CodeKind{Purpose: purpose, Wrong: contract.FailPinWrong, Expired: contract.FailPinExpired}
}

// SendCode sends a fresh code for a number or e-mail to an address that belongs to it; the one of this kind and session
// sent before is void.
func (s *Codes) SendCode(ctx context.Context, kind CodeKind, about string, to Address) (sent gen.CodeSent, err error) {
	if err := s.permitCode(ctx, kind, about); err != nil {
		return sent, err
	}
	code, err := newCode()
	if err != nil {
		return sent, err
	}
	current := middleware.RequestOf(ctx)
	slot := kind.slot(current)
	if err := s.Cache.PutCode(ctx, slot, s.codeMAC(kind, slot, about, code), codeTries, codeFor); err != nil {
		s.LogFailure(ctx, "keep a code", err)
		return sent, contract.Refuse(contract.FailUnavailable)
	}
	err = s.Notices.Send(ctx, contract.Notice{
		OrderID: uuid.NewString(), Key: "code", Template: "code-" + kind.Purpose, Language: current.Language, Mobile: to.Mobile, Email: to.Email,
		Params: map[string]string{"code": code, "minutes": strconv.Itoa(int(codeFor.Minutes()))},
	}, codeFor)
	if err != nil {
		s.LogFailure(ctx, "drop a code", s.Cache.DropCode(ctx, slot))
		return sent, fmt.Errorf("send code: %w", err)
	}
	now := s.Now().UTC()
	return gen.CodeSent{
		ExpiresAt: now.Add(codeFor), ResendAt: now.Add(codesByAddressNow.Window), TriesLeft: codeTries, ServerTime: now,
	}, nil
}

func (s *Codes) permitCode(ctx context.Context, kind CodeKind, about string) error {
	current, hidden := middleware.RequestOf(ctx), s.Derive.Token("code address", about)
	if err := s.Permit(ctx, "code-client:"+current.Client, CodesByClient); err != nil {
		return err
	}
	if err := s.Permit(ctx, "code-device:"+current.Session.DeviceID, codesByDevice); err != nil {
		return err
	}
	err := s.Permit(ctx, "code-now:"+kind.Purpose+":"+hidden, codesByAddressNow)
	var soon *middleware.Limited
	if errors.As(err, &soon) {
		soon.Code = contract.FailPinTooSoon
	}
	if err != nil {
		return err
	}
	return s.Permit(ctx, "code-address:"+hidden, codesByAddress)
}

// UseCode takes a code that was sent about a number or e-mail, of this kind and to this session. It can be used once.
func (s *Codes) UseCode(ctx context.Context, kind CodeKind, about, typed string) error {
	current := middleware.RequestOf(ctx)
	if err := s.Permit(ctx, "code-guess:"+current.Client, guessesByClient); err != nil {
		return err
	}
	slot := kind.slot(current)
	mac, left, err := s.Cache.TryCode(ctx, slot)
	switch {
	case errors.Is(err, cache.ErrNoCode):
		return s.usedBefore(ctx, kind)
	case err != nil:
		s.LogFailure(ctx, "try a code", err)
		return contract.Refuse(contract.FailUnavailable)
	case left < 0:
		return contract.Refuse(contract.FailPinTries)
	case subtle.ConstantTimeCompare(mac, s.codeMAC(kind, slot, about, number.Digits(typed))) != 1:
		return &middleware.WrongCode{Code: kind.Wrong, Left: left}
	}
	taken, err := s.Cache.TakeCode(ctx, slot, mac)
	if err != nil {
		s.LogFailure(ctx, "take a code", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	if !taken {
		return s.usedBefore(ctx, kind)
	}
	if current.Fingerprint != "" {
		s.LogFailure(ctx, "note the use of a code", s.Notes.Note(ctx, codeUsed+current.Fingerprint, kind.Purpose, codeFor))
	}
	return nil
}

const codeUsed = "code-used:"

// usedBefore lets a repeat of the very request that used the code pass: its answer was lost, not its effect.
func (s *Codes) usedBefore(ctx context.Context, kind CodeKind) error {
	request := middleware.RequestOf(ctx).Fingerprint
	if request == "" {
		return contract.Refuse(kind.Expired)
	}
	purpose, err := s.Notes.Noted(ctx, codeUsed+request)
	s.LogFailure(ctx, "look for the use of a code", err)
	if purpose != kind.Purpose {
		return contract.Refuse(kind.Expired)
	}
	return nil
}

// slot binds a code to its kind and to the session that asked for it.
func (k CodeKind) slot(current *middleware.Request) string {
	return k.Purpose + ":" + hex.EncodeToString(current.Token)
}

// codeMAC is what we keep of a code: without the pepper, six digits could be found from a plain hash at once.
func (s *Codes) codeMAC(kind CodeKind, slot, about, code string) []byte {
	return s.Derive.MAC("one-time code", slot, about, kind.Bound, code)
}

func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return fmt.Sprintf("%06d", n), nil
}
