package verification

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"strconv"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/ratelimit"
)

// Codes sends and checks one-time codes.
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

// NoticeSender sends messages that belong to no order.
type NoticeSender interface {
	Send(ctx context.Context, notice contract.Notice, within time.Duration) error
}

const codeFor = 10 * time.Minute

// CodeKind is the purpose of a one-time code. A code of one kind does not work for another.
type CodeKind struct {
	Purpose        string
	Wrong, Expired contract.Code
	Bound          string            // a further binding, such as one order
	Owner          string            // the order whose session owns the code, if no device session does
	Limit          ratelimit.Name    // limit for sending it
	Says           map[string]string // further values of the message
}

// PinFor is the kind of code for a purpose.
func PinFor(purpose string) CodeKind {
	return CodeKind{Purpose: purpose, Wrong: contract.FailPinWrong, Expired: contract.FailPinExpired, Limit: ratelimit.Code}
}

// SendOwnCode sends a code about the caller's line to that line.
func (s *LineAccess) SendOwnCode(ctx context.Context, codes *Codes, kind CodeKind) (gen.CodeUnderwayJSONResponse, error) {
	own := middleware.RequestOf(ctx).Line.MSISDN
	to, err := s.OwnAddress(ctx, own)
	if err != nil {
		return gen.CodeUnderwayJSONResponse{}, err
	}
	sent, err := codes.SendCode(ctx, kind, own, to)
	return gen.CodeUnderwayJSONResponse{Data: sent}, err
}

// SendCode sends a fresh code about a number or e-mail to its address; the former code of this kind and session is
// void. Without an address nothing is sent, after the same work.
func (s *Codes) SendCode(ctx context.Context, kind CodeKind, about string, to Address) (sent gen.CodeSent, err error) {
	counted := ratelimit.About{
		ratelimit.Purpose: kind.Purpose, ratelimit.Order: cmp.Or(kind.Bound, kind.Owner),
		ratelimit.Mobile: cmp.Or(to.Mobile, to.Email, about), // the phone that gets the message, for every subject
	}
	if err := s.Permit(ctx, kind.Limit, counted); err != nil {
		return sent, err
	}
	code, err := newCode()
	if err != nil {
		return sent, err
	}
	current := middleware.RequestOf(ctx)
	slot := kind.slot(current)
	if err := s.Cache.PutCode(ctx, slot, s.codeMAC(kind, slot, about, code), ratelimit.CodeTries, codeFor); err != nil {
		s.LogFailure(ctx, "keep a code", err)
		return sent, contract.Refuse(contract.FailUnavailable)
	}
	err = s.Notices.Send(ctx, contract.Notice{
		OrderID: uuid.NewString(), Key: "code", Template: "code-" + kind.Purpose, Language: current.Language, Mobile: to.Mobile, Email: to.Email,
		Params: kind.params(code),
	}, codeFor)
	if err != nil {
		s.LogFailure(ctx, "drop a code", s.Cache.DropCode(ctx, slot))
		return sent, fmt.Errorf("send code: %w", err)
	}
	s.Figures.CodeSent(kind.Purpose)
	now := s.Now().UTC()
	return gen.CodeSent{
		ExpiresAt: now.Add(codeFor), ResendAt: now.Add(ratelimit.ResendAfter), TriesLeft: ratelimit.CodeTries, ServerTime: now,
		SentTo: sentTo(kind, about, to),
	}, nil
}

func (k CodeKind) params(code string) map[string]string {
	params := map[string]string{"code": code, "minutes": strconv.Itoa(int(codeFor.Minutes()))}
	maps.Copy(params, k.Says)
	return params
}

// sentTo masks the recipients of a code. A caller who adds an account has proven nothing about that line, and sees
// only the number that they named. Without a message the answer is the same.
func sentTo(kind CodeKind, about string, to Address) []string {
	stranger := kind.Purpose == string(gen.OtpSourceAddAccount)
	told := []string{}
	if to == (Address{}) && (!stranger || !number.IsDataSIM(about)) { // a data SIM has another recipient
		return []string{notice.Masked(about)}
	}
	for _, address := range []string{to.Mobile, to.Email} {
		if address != "" && (address == about || !stranger) {
			told = append(told, notice.Masked(address))
		}
	}
	return told
}

// UseCode takes a code of this kind about a number or e-mail, sent to this session. It can be used once.
func (s *Codes) UseCode(ctx context.Context, kind CodeKind, about, typed string) error {
	current := middleware.RequestOf(ctx)
	if err := s.Permit(ctx, kind.guessing(), nil); err != nil {
		return err
	}
	slot := kind.slot(current)
	mac, left, err := s.Cache.TryCode(ctx, slot)
	switch {
	case errors.Is(err, cache.ErrNoCode):
		return s.allowRepeat(ctx, kind)
	case err != nil:
		s.LogFailure(ctx, "try a code", err)
		return contract.Refuse(contract.FailUnavailable)
	case left < 0:
		return contract.Refuse(contract.FailPinTries)
	case subtle.ConstantTimeCompare(mac, s.codeMAC(kind, slot, about, number.Digits(typed))) != 1:
		return wrongCode(kind, left)
	}
	taken, err := s.Cache.TakeCode(ctx, slot, mac)
	if err != nil {
		s.LogFailure(ctx, "take a code", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	if !taken {
		return s.allowRepeat(ctx, kind)
	}
	if current.Fingerprint != "" {
		s.LogFailure(ctx, "note the use of a code", s.Notes.Note(ctx, codeUsed+current.Fingerprint, kind.Purpose, codeFor))
	}
	return nil
}

// wrongCode announces the end of the tries after the last one: "0 tries left" would invite one more.
func wrongCode(kind CodeKind, left int) error {
	if left == 0 {
		return &middleware.WrongCode{Code: contract.FailPinTries}
	}
	return &middleware.WrongCode{Code: kind.Wrong, Left: left}
}

// guessing limits by the order if that owns the code: a mobile network shows many orders under one address.
func (k CodeKind) guessing() ratelimit.Name {
	if k.Owner != "" {
		return ratelimit.OrderCodeGuess
	}
	return ratelimit.CodeGuess
}

const codeUsed = "code-used:"

// allowRepeat lets the repeat of the very request that used the code pass: only its answer got lost.
func (s *Codes) allowRepeat(ctx context.Context, kind CodeKind) error {
	request := middleware.RequestOf(ctx).Fingerprint
	if request == "" {
		return contract.Refuse(kind.Expired)
	}
	purpose, err := s.Notes.ReadNote(ctx, codeUsed+request)
	s.LogFailure(ctx, "look for the use of a code", err)
	if purpose != kind.Purpose {
		return contract.Refuse(kind.Expired)
	}
	return nil
}

// slot binds a code to its kind and to the session that asked for it.
func (k CodeKind) slot(current *middleware.Request) string {
	if k.Owner != "" {
		return k.Purpose + ":order:" + k.Owner
	}
	return k.Purpose + ":" + hex.EncodeToString(current.Token)
}

// codeMAC is the stored form of a code: without the pepper, a plain hash of six digits could be reversed at once.
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
