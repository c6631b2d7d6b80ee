// Package portouts shows port-out requests, and lets the holders of the numbers object.
package portouts

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/casework"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/flow"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/portin"
	"selfcare/internal/store/subaccount"
)

// shownFor is how long an ended request is still shown, and refusedFor how long the last refused one of a line: its holder may
// ask the other operator again.
const (
	shownFor   = 7 * 24 * time.Hour
	refusedFor = 30 * 24 * time.Hour
)

// PortOutHandlers show port-out requests and take objections.
type PortOutHandlers struct {
	*middleware.Core
	Flow      Flow
	Decisions *casework.Decisions
	PortOuts  reader
	Names     operators
	Lines     lineNumbers
}

// Flow reaches the workflows of requests.
type Flow interface {
	StartPortOut(ctx context.Context, in contract.PortOutInput) error
	Object(ctx context.Context, reference, key string) (contract.PortOut, error)
	Resolve(ctx context.Context, reference, key string, in contract.Resolution) (contract.PortOut, error)
}

type reader interface {
	Get(ctx context.Context, reference string) (contract.PortOut, error)
	OfLines(ctx context.Context, lineIDs []string, endedSince, refusedSince time.Time) ([]contract.PortOut, error)
	ForSupport(ctx context.Context, reference string, page int) ([]contract.PortOut, error)
}

type operators interface {
	Donors(ctx context.Context) ([]portin.Operator, error)
}

type lineNumbers interface {
	MSISDN(ctx context.Context, id string) (string, error)
}

// ListPortOuts shows the pending and recent port-out requests of the account, and the last refused one of each line.
func (s *PortOutHandlers) ListPortOuts(ctx context.Context, _ gen.ListPortOutsRequestObject) (gen.ListPortOutsResponseObject, error) {
	var lineIDs []string
	for _, own := range middleware.RequestOf(ctx).Lines {
		lineIDs = append(lineIDs, own.LineID)
	}
	now := s.Now()
	found, err := s.PortOuts.OfLines(ctx, lineIDs, now.Add(-shownFor), now.Add(-refusedFor))
	if err != nil {
		return nil, fmt.Errorf("read port-outs: %w", err)
	}
	items, err := s.views(ctx, found, func(msisdn string) string { return msisdn })
	return gen.ListPortOuts200JSONResponse{Items: items}, err
}

// ObjectToPortOut takes the objection of a signed-in holder. It may be repeated.
func (s *PortOutHandlers) ObjectToPortOut(ctx context.Context, req gen.ObjectToPortOutRequestObject) (gen.ObjectToPortOutResponseObject, error) {
	p, err := s.findPortOut(ctx, req.Reference)
	if err != nil {
		return nil, err
	}
	own := func(l subaccount.Subscription) bool { return l.LineID == p.LineID }
	if p.LineID == "" || !slices.ContainsFunc(middleware.RequestOf(ctx).Lines, own) {
		return nil, contract.Refuse(contract.FailPortOutUnknown)
	}
	said, err := s.object(ctx, p)
	return gen.ObjectToPortOut200JSONResponse{ObjectionJSONResponse: said}, err
}

// ObjectByLink takes an objection by the secret of a message. A missing request and a forged link answer the same.
func (s *PortOutHandlers) ObjectByLink(ctx context.Context, req gen.ObjectByLinkRequestObject) (gen.ObjectByLinkResponseObject, error) {
	secret := s.Derive.Token(contract.PurposePortOutLink, req.Reference)
	if subtle.ConstantTimeCompare([]byte(req.Body.Token), []byte(secret)) != 1 {
		return nil, contract.Refuse(contract.FailDisputeLink)
	}
	p, err := s.findPortOut(ctx, req.Reference)
	if err != nil {
		return nil, err
	}
	said, err := s.object(ctx, p)
	return gen.ObjectByLink200JSONResponse{ObjectionJSONResponse: said}, err
}

func (s *PortOutHandlers) findPortOut(ctx context.Context, reference string) (contract.PortOut, error) {
	p, err := s.PortOuts.Get(ctx, reference)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return p, contract.Refuse(contract.FailPortOutUnknown)
	}
	if err != nil {
		return p, fmt.Errorf("read port-out: %w", err)
	}
	return p, nil
}

// object passes an objection on. A number that already stays is a success; a request that ended long ago is not.
func (s *PortOutHandlers) object(ctx context.Context, p contract.PortOut) (gen.ObjectionJSONResponse, error) {
	current := middleware.RequestOf(ctx)
	if !p.Stage.Stays() {
		after, err := flow.SendFromRow(ctx, p.Seq, func() (contract.PortOut, error) { return s.Flow.Object(ctx, p.Reference, current.Key) })
		var refused *contract.Refusal
		if errors.As(err, &refused) && refused.Code == contract.FailPortOutOver {
			after, err = s.findPortOut(ctx, p.Reference)
			if err == nil && !after.Stage.Stays() {
				return gen.ObjectionJSONResponse{}, contract.Refuse(contract.FailPortOutOver)
			}
		}
		if err != nil {
			return gen.ObjectionJSONResponse{}, err
		}
		p = after
	}
	outcome, words := gen.ObjectionOutcomeWithSupport, contract.FailPortOutTooLate
	switch {
	case p.Stage.Stays():
		outcome, words = gen.ObjectionOutcomeStopped, "port-out.stopped"
	case p.Stage == contract.PortOutAgreed:
		outcome, words = gen.ObjectionOutcomeStopping, "port-out.stopping"
	}
	return gen.ObjectionJSONResponse{Reference: p.Reference, Outcome: outcome, Message: texts.Text(current.Language, words, nil)}, nil
}

// views show requests with the names of the operators and their numbers.
func (s *PortOutHandlers) views(ctx context.Context, found []contract.PortOut, shown func(msisdn string) string) ([]gen.PortOut, error) {
	items := make([]gen.PortOut, len(found))
	names, err := s.Names.Donors(ctx)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}
	for i, p := range found {
		msisdn := ""
		if p.LineID != "" {
			if msisdn, err = s.Lines.MSISDN(ctx, p.LineID); err != nil {
				return nil, fmt.Errorf("read number of port-out: %w", err)
			}
		}
		items[i] = viewOf(p, middleware.RequestOf(ctx).Language, names)
		items[i].Msisdn = shown(msisdn)
	}
	return items, nil
}

func viewOf(p contract.PortOut, language string, names []portin.Operator) gen.PortOut {
	view := gen.PortOut{
		Reference: p.Reference, Operator: nameOf(p.Recipient, language, names), Status: gen.PortOutStatus(p.Stage),
		AskedAt: p.AskedAt.UTC(), CutOverAt: p.CutOverAt.UTC(), EndedAt: optional.Time(p.EndedAt), ObjectedAt: optional.Time(p.ObjectedAt),
		BalanceLost: int64(p.Bill.Lost), Owed: int64(p.Bill.Owed), LeavingCosts: int64(p.Bill.Commitment),
		CanObject: p.ObjectedAt.IsZero() && (p.Stage == contract.PortOutAgreed || p.Stage == contract.PortOutMoving),
	}
	if p.Reason != "" {
		view.Reason = optional.Text(texts.Text(language, p.Reason, nil))
	}
	return view
}

func nameOf(key, language string, names []portin.Operator) string {
	for _, o := range names {
		switch {
		case o.Key != key:
		case language == texts.English:
			return o.NameEn
		default:
			return o.NameAr
		}
	}
	return key
}
