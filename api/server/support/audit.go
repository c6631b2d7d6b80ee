package support

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/order"
	"selfcare/internal/store/setting"
)

type auditLog interface {
	Change(ctx context.Context, e audit.Record, change func(tx *store.Tx) error) error
	WriteReads(ctx context.Context, actor string, orderIDs []string) error
}

type auditEntries interface {
	Find(ctx context.Context, f audit.Filter) ([]audit.Entry, error)
	References(ctx context.Context, ids []string) (numbers, people map[string]string, err error)
	StaffID(ctx context.Context, email string) (string, error)
}

// noteReads audits whose orders a staff member is about to see: without the entries nothing is shown. The call itself
// is audited before, like each that shows personal data.
func (s *SupportHandlers) noteReads(ctx context.Context, records ...order.Record) error {
	ids := make([]string, len(records))
	for i, record := range records {
		ids[i] = record.Order.ID
	}
	if err := s.Entries.WriteReads(ctx, middleware.RequestOf(ctx).User.ID, ids); err != nil {
		return fmt.Errorf("audit a read of support: %w", err)
	}
	return nil
}

// entriesShown is the page size of the audit log.
const entriesShown = 50

// ListAudit shows audit entries, newest first.
func (s *SupportHandlers) ListAudit(ctx context.Context, req gen.ListAuditRequestObject) (gen.ListAuditResponseObject, error) {
	in := req.Params
	actor, known, err := s.actorOf(ctx, in)
	if err != nil {
		return nil, err
	}
	if !known {
		return gen.ListAudit200JSONResponse{Items: []gen.AuditEntry{}}, nil
	}
	found, err := s.Audit.Find(ctx, audit.Filter{
		Area: string(optional.Value(in.Area)), Actor: actor, Action: string(optional.Value(in.Action)),
		OrderID: optional.Value(in.OrderId), From: optional.Value(in.From), Until: optional.Value(in.Until),
		Before: optional.Value(in.Before), Limit: entriesShown + 1, // the extra one reveals another page
	})
	if err != nil {
		return nil, err
	}
	answer := gen.ListAudit200JSONResponse{}
	if len(found) > entriesShown {
		found = found[:entriesShown]
		answer.Next = &found[entriesShown-1].ID
	}
	words, err := s.auditWords(ctx, found)
	if err != nil {
		return nil, err
	}
	answer.Items = make([]gen.AuditEntry, len(found))
	for i, e := range found {
		answer.Items[i] = entryView(e)
		facts := words.facts(e)
		answer.Items[i].Facts, answer.Items[i].Reference = &facts, optional.Text(words.references[e.OrderID])
	}
	return answer, nil
}

// actorOf returns the actor of the filters; false for an unknown person, or two different ones.
func (s *SupportHandlers) actorOf(ctx context.Context, in gen.ListAuditParams) (actor string, known bool, err error) {
	actor = optional.Value(in.Actor)
	email := strings.TrimSpace(optional.Value(in.Staff))
	if email == "" {
		return actor, true, nil
	}
	id, err := s.Audit.StaffID(ctx, email)
	return id, id != "" && (actor == "" || actor == id), err
}

// auditWords reads the subjects of a page's entries: the numbers of their work and their settings.
func (s *SupportHandlers) auditWords(ctx context.Context, found []audit.Entry) (auditWords, error) {
	w := auditWords{words: wordsOf(ctx), figures: map[string]setting.Figure{}}
	ids := map[string]bool{}
	for _, e := range found {
		ids[e.OrderID] = true
		for _, value := range e.Details {
			ids[value] = true
		}
	}
	wanted := slices.DeleteFunc(slices.Sorted(maps.Keys(ids)), func(id string) bool { return !opaque.MatchString(id) })
	var err error
	if w.references, w.people, err = s.Audit.References(ctx, wanted); err != nil {
		return w, err
	}
	all, err := s.Figures.Figures(ctx)
	if err != nil {
		return w, fmt.Errorf("read figures: %w", err)
	}
	for _, f := range all {
		w.figures[f.Key] = f
	}
	return w, nil
}
