package support

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	proposalstore "selfcare/internal/store/proposal"
	"selfcare/internal/store/setting"
)

// ProposalHandlers let two staff members change settings, promo codes and message texts together.
type ProposalHandlers struct {
	*middleware.Core
	Proposals proposals
	Figures   figures
	Entries   auditLog
}

type proposals interface {
	Find(ctx context.Context, f proposalstore.Filter) ([]proposal.Proposal, error)
	Get(ctx context.Context, id string) (c proposal.Proposal, known bool, err error)
	PlansKnown(ctx context.Context, ids []string) (bool, error)
	PromoCodes(ctx context.Context) ([]string, error)
	Value(ctx context.Context, kind proposal.Kind, key string, at time.Time) (json.RawMessage, error)
}

type figures interface {
	Figures(ctx context.Context) ([]setting.Figure, error)
	Try(ctx context.Context, key string, value json.RawMessage, at time.Time) (rule string, err error)
}

const proposalsPerPage = 25

// ListProposals returns one page of proposals.
func (s *ProposalHandlers) ListProposals(ctx context.Context, req gen.ListProposalsRequestObject) (gen.ListProposalsResponseObject, error) {
	in := req.Params
	found, err := s.Proposals.Find(ctx, proposalstore.Filter{
		Kind: proposal.Kind(optional.Value(in.Kind)), Key: optional.Value(in.Key), State: proposal.State(optional.Value(in.State)),
		Offset: (cmp.Or(optional.Value(in.Page), 1) - 1) * proposalsPerPage, Limit: proposalsPerPage + 1, // the extra one reveals another page
	})
	if err != nil {
		return nil, err
	}
	answer := gen.ListProposals200JSONResponse{More: len(found) > proposalsPerPage}
	if answer.Items, err = s.presentProposals(ctx, found[:min(len(found), proposalsPerPage)]); err != nil {
		return nil, err
	}
	return answer, nil
}

// MakeProposal records a proposal that waits for a second person. Its id derives from the idempotency key.
func (s *ProposalHandlers) MakeProposal(ctx context.Context, req gen.MakeProposalRequestObject) (gen.MakeProposalResponseObject, error) {
	in, current := req.Body, middleware.RequestOf(ctx)
	value, err := s.valueOf(ctx, in.Kind, in.Key, in.Value)
	if err != nil {
		return nil, err
	}
	shown, err := s.propose(ctx, proposal.Proposal{
		ID: s.newID(ctx), Kind: proposal.Kind(in.Kind), Key: in.Key, Value: value,
		EffectiveAt: s.from(in.EffectiveAt), Note: in.Note, ProposedBy: current.User.ID,
	})
	return gen.MakeProposal201JSONResponse{Data: shown}, err
}

// UndoProposal proposes the former value.
func (s *ProposalHandlers) UndoProposal(ctx context.Context, req gen.UndoProposalRequestObject) (gen.UndoProposalResponseObject, error) {
	c, err := s.findProposal(ctx, req.ChangeId)
	if err != nil {
		return nil, err
	}
	undo, err := c.Undo(s.newID(ctx), middleware.RequestOf(ctx).User.ID, req.Body.Note, s.Now())
	if err != nil {
		return nil, err
	}
	shown, err := s.propose(ctx, undo)
	return gen.UndoProposal201JSONResponse{Data: shown}, err
}

func (s *ProposalHandlers) newID(ctx context.Context) string {
	current := middleware.RequestOf(ctx)
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("change:"+current.User.ID+":"+current.Key)).String()
}

// from is the begin of a proposal: now by default.
func (s *ProposalHandlers) from(said *time.Time) time.Time {
	if said == nil {
		return s.Now()
	}
	return *said
}

func (s *ProposalHandlers) propose(ctx context.Context, c proposal.Proposal) (gen.Proposal, error) {
	if _, known, err := s.Proposals.Get(ctx, c.ID); err != nil || known { // a repeat after a lost answer
		return s.readProposal(ctx, c.ID, err)
	}
	c, err := s.validateProposal(ctx, c)
	if err != nil {
		return gen.Proposal{}, err
	}
	entry, err := s.entryOf(ctx, "change-proposed", c, c.ProposedBy, c.Note)
	if err != nil {
		return gen.Proposal{}, err
	}
	err = s.Entries.Change(ctx, entry, func(tx *store.Tx) error {
		opened, err := tx.Proposals.Propose(ctx, c)
		if err == nil && !opened {
			return contract.Refuse(contract.FailChangeWaits)
		}
		return err
	})
	return s.readProposal(ctx, c.ID, err)
}

// ApproveProposal approves another person's proposal. It checks the values in force at that time once more.
func (s *ProposalHandlers) ApproveProposal(ctx context.Context, req gen.ApproveProposalRequestObject) (gen.ApproveProposalResponseObject, error) {
	by := middleware.RequestOf(ctx).User.ID
	shown, err := s.decide(ctx, req.ChangeId, "change-approved", req.Body.Note, func(tx *store.Tx, c proposal.Proposal) (bool, error) {
		if err := c.ValidateApproval(by); err != nil {
			return false, err
		}
		before, err := tx.Proposals.Value(ctx, c.Kind, c.Key, later(c.EffectiveAt, s.Now()))
		if err != nil {
			return false, err
		}
		return tx.Proposals.Approve(ctx, c.ID, by, before)
	})
	return gen.ApproveProposal200JSONResponse{Data: shown}, err
}

// CancelProposal withdraws a proposal before it takes effect.
func (s *ProposalHandlers) CancelProposal(ctx context.Context, req gen.CancelProposalRequestObject) (gen.CancelProposalResponseObject, error) {
	shown, err := s.decide(ctx, req.ChangeId, "change-cancelled", req.Body.Note, func(tx *store.Tx, c proposal.Proposal) (bool, error) {
		if err := c.ValidateCancellation(); err != nil {
			return false, err
		}
		return tx.Proposals.Cancel(ctx, c.ID, middleware.RequestOf(ctx).User.ID)
	})
	return gen.CancelProposal200JSONResponse{Data: shown}, err
}

// decide makes a decision and audits it. The settings must fit each other afterwards, now and at the time of every
// scheduled proposal.
func (s *ProposalHandlers) decide(
	ctx context.Context, id, action, note string, decision func(tx *store.Tx, c proposal.Proposal) (bool, error),
) (gen.Proposal, error) {
	known, err := s.findProposal(ctx, id)
	if err != nil {
		return gen.Proposal{}, err
	}
	entry, err := s.entryOf(ctx, action, known, middleware.RequestOf(ctx).User.ID, note)
	if err != nil {
		return gen.Proposal{}, err
	}
	err = s.Entries.Change(ctx, entry, func(tx *store.Tx) error {
		if err := tx.Proposals.Lock(ctx); err != nil {
			return err
		}
		c, _, err := tx.Proposals.Get(ctx, id)
		if err != nil {
			return err
		}
		done, err := decision(tx, c)
		switch {
		case err != nil:
			return err
		case !done:
			return contract.Refuse(contract.FailChangeDecided)
		case c.Kind != proposal.Setting:
			return nil
		}
		rule, err := tx.Settings.FindBroken(ctx)
		if err == nil && rule != "" {
			return s.refuseOutOfBounds(ctx, rule)
		}
		return err
	})
	return s.readProposal(ctx, id, err)
}

func (s *ProposalHandlers) findProposal(ctx context.Context, id string) (proposal.Proposal, error) {
	c, known, err := s.Proposals.Get(ctx, id)
	if err == nil && !known {
		return c, contract.Refuse(contract.FailChangeUnknown)
	}
	return c, err
}

// entryOf is the audit entry of a decision about a proposal. For a setting that returns to its default, the entry has
// the default value.
func (s *ProposalHandlers) entryOf(ctx context.Context, action string, c proposal.Proposal, by, note string) (audit.Record, error) {
	before, after := c.Before, c.Value
	if c.Kind == proposal.Setting {
		views, err := s.values(ctx, c.Kind)
		if err != nil {
			return audit.Record{}, err
		}
		before, after = views.orUsual(c.Key, before), views.orUsual(c.Key, after)
	}
	return audit.Record{
		Area: audit.Support, Key: action + ":" + c.ID, Actor: by, Action: action, Note: note,
		Details: map[string]string{
			"change": c.ID, "kind": string(c.Kind), "key": c.Key, "before": brief(before), "after": brief(after),
			"effectiveAt": c.EffectiveAt.UTC().Format(time.RFC3339),
		},
	}, nil
}

// brief keeps long message texts out of the log: the proposal itself has them.
func brief(value json.RawMessage) string {
	const most = 300
	said := []rune(string(value))
	if len(said) > most {
		return fmt.Sprintf("%s…", string(said[:most]))
	}
	return string(said)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
