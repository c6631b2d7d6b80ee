package support

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	supportcasestore "selfcare/internal/store/supportcase"
)

// BulkHandlers retry sets of held work.
type BulkHandlers struct {
	*middleware.Core
	Console *CaseHandlers // previews the retry of a case
	Found   bulkCases
	Bulks   bulkStore
	Runs    Bulks
}

type bulkCases interface {
	Matching(ctx context.Context, f contract.BulkFilter) ([]supportcase.Case, error)
}

type bulkStore interface {
	Counts(ctx context.Context, ids ...string) (map[string]supportcasestore.Counts, error)
	Get(ctx context.Context, id string) (b contract.Bulk, known bool, err error)
	Items(ctx context.Context, id, outcome string, page, perPage int) ([]supportcasestore.Item, error)
	Page(ctx context.Context, page, perPage int) ([]contract.Bulk, error)
	Starters(ctx context.Context, ids ...string) (map[string]string, error)
}

// Bulks starts the processes that resume held work, and controls them for support.
type Bulks interface {
	Start(ctx context.Context, b contract.Bulk) (contract.Bulk, error)
	Move(ctx context.Context, id, key string, in contract.BulkMove) (contract.Bulk, error)
}

const (
	bulksPerPage = 25
	itemsPerPage = 50
)

// StartBulk retries a set of held work. Its id derives from the idempotency key: a repeat is the same bulk.
func (s *BulkHandlers) StartBulk(ctx context.Context, req gen.StartBulkRequestObject) (gen.StartBulkResponseObject, error) {
	current, filter := middleware.RequestOf(ctx), bulkFilterOf(req.Body.Filter)
	if err := supportcase.ValidateBulk(filter); err != nil {
		return nil, err
	}
	begun, err := s.Runs.Start(ctx, contract.Bulk{
		ID:     uuid.NewSHA1(uuid.NameSpaceURL, []byte("bulk:"+current.User.ID+":"+current.Key)).String(),
		Filter: filter, Note: strings.TrimSpace(req.Body.Note), StartedBy: current.User.ID,
	})
	if err != nil {
		return nil, err
	}
	shown, err := s.presentBulk(ctx, begun)
	return gen.StartBulk201JSONResponse{Data: shown}, err
}

// ListBulks returns one page of bulks with their progress.
func (s *BulkHandlers) ListBulks(ctx context.Context, req gen.ListBulksRequestObject) (gen.ListBulksResponseObject, error) {
	found, err := s.Bulks.Page(ctx, cmp.Or(optional.Value(req.Params.Page), 1), bulksPerPage)
	if err != nil {
		return nil, fmt.Errorf("read bulks: %w", err)
	}
	items, err := s.presentBulks(ctx, found)
	return gen.ListBulks200JSONResponse{Items: items}, err
}

// GetBulk returns one bulk with one page of its items.
func (s *BulkHandlers) GetBulk(ctx context.Context, req gen.GetBulkRequestObject) (gen.GetBulkResponseObject, error) {
	b, err := s.bulk(ctx, req.BulkId)
	if err != nil {
		return nil, err
	}
	found, err := s.Bulks.Items(ctx, b.ID, string(optional.Value(req.Params.Outcome)), cmp.Or(optional.Value(req.Params.Page), 1), itemsPerPage)
	if err != nil {
		return nil, fmt.Errorf("read bulk: %w", err)
	}
	shown, err := s.presentBulk(ctx, b)
	if err != nil {
		return nil, err
	}
	items := make([]gen.BulkItem, len(found))
	for i, item := range found {
		items[i] = wordsOf(ctx).bulkItem(item)
	}
	return gen.GetBulk200JSONResponse{Data: shown, Items: items}, nil
}

// PauseBulk pauses a bulk.
func (s *BulkHandlers) PauseBulk(ctx context.Context, req gen.PauseBulkRequestObject) (gen.PauseBulkResponseObject, error) {
	shown, err := s.move(ctx, req.BulkId, contract.BulkPaused)
	return gen.PauseBulk200JSONResponse{Data: shown}, err
}

// ContinueBulk resumes a paused bulk.
func (s *BulkHandlers) ContinueBulk(ctx context.Context, req gen.ContinueBulkRequestObject) (gen.ContinueBulkResponseObject, error) {
	shown, err := s.move(ctx, req.BulkId, contract.BulkRunning)
	return gen.ContinueBulk200JSONResponse{Data: shown}, err
}

// StopBulk ends a bulk before its last item.
func (s *BulkHandlers) StopBulk(ctx context.Context, req gen.StopBulkRequestObject) (gen.StopBulkResponseObject, error) {
	shown, err := s.move(ctx, req.BulkId, contract.BulkStopped)
	return gen.StopBulk200JSONResponse{Data: shown}, err
}

func (s *BulkHandlers) move(ctx context.Context, id string, to contract.BulkState) (gen.Bulk, error) {
	b, err := s.bulk(ctx, id)
	if err != nil {
		return gen.Bulk{}, err
	}
	if _, err := supportcase.MoveBulk(b, to, s.Now()); err != nil {
		return gen.Bulk{}, err
	}
	if b.State == to { // its process may have ended
		return s.presentBulk(ctx, b)
	}
	current := middleware.RequestOf(ctx)
	moved, err := s.Runs.Move(ctx, id, current.Key, contract.BulkMove{To: to, By: current.User.ID})
	if err != nil {
		return gen.Bulk{}, err
	}
	return s.presentBulk(ctx, moved)
}

func (s *BulkHandlers) bulk(ctx context.Context, id string) (contract.Bulk, error) {
	b, known, err := s.Bulks.Get(ctx, id)
	switch {
	case err != nil:
		return b, fmt.Errorf("read bulk: %w", err)
	case !known:
		return b, contract.Refuse(contract.FailBulkUnknown)
	}
	return b, nil
}

func (s *BulkHandlers) presentBulk(ctx context.Context, b contract.Bulk) (gen.Bulk, error) {
	all, err := s.presentBulks(ctx, []contract.Bulk{b})
	if err != nil {
		return gen.Bulk{}, err
	}
	return all[0], nil
}

func (s *BulkHandlers) presentBulks(ctx context.Context, found []contract.Bulk) ([]gen.Bulk, error) {
	ids := make([]string, len(found))
	for i, b := range found {
		ids[i] = b.ID
	}
	counts, err := s.Bulks.Counts(ctx, ids...)
	if err != nil {
		return nil, fmt.Errorf("count bulks: %w", err)
	}
	starters, err := s.Bulks.Starters(ctx, ids...)
	if err != nil {
		return nil, fmt.Errorf("read bulks: %w", err)
	}
	shown := make([]gen.Bulk, len(found))
	for i, b := range found {
		shown[i] = bulkView(b, counts[b.ID])
		shown[i].StartedByName = cmp.Or(starters[b.ID], b.StartedBy)
	}
	return shown, nil
}

func bulkView(b contract.Bulk, n supportcasestore.Counts) gen.Bulk {
	shown := gen.Bulk{
		Id: b.ID, State: gen.BulkState(b.State), Filter: filterView(b.Filter), Note: b.Note, StartedBy: b.StartedBy, StartedAt: b.StartedAt.UTC(),
		EndedAt: optional.Time(b.EndedAt), PerMinute: b.PerMinute, Total: b.Total,
	}
	shown.Counts.Waiting, shown.Counts.Resumed, shown.Counts.HeldAgain = n.Waiting, n.Resumed, n.HeldAgain
	shown.Counts.ResolvedAlready, shown.Counts.Refused = n.Resolved, n.Refused
	return shown
}

func filterView(f contract.BulkFilter) gen.BulkFilter {
	return gen.BulkFilter{
		Kind: optional.Text(gen.CaseKind(f.Kind)), FailureCode: optional.Text(string(f.Code)), From: optional.Time(f.From), Until: optional.Time(f.Until),
	}
}

func bulkFilterOf(in gen.BulkFilter) contract.BulkFilter {
	return contract.BulkFilter{
		Kind: string(optional.Value(in.Kind)), Code: contract.Code(optional.Value(in.FailureCode)),
		From: optional.Value(in.From), Until: optional.Value(in.Until),
	}
}

// bulkItem shows one piece of work; a new hold counts more than its resume.
func (w words) bulkItem(i supportcasestore.Item) gen.BulkItem {
	shown := gen.BulkItem{
		Position: i.Position, Kind: gen.CaseKind(i.Kind), Id: i.CaseID, Reference: i.Reference, Title: w.title(string(i.Kind), i.Variety),
		HeldFor: string(i.Code), Outcome: gen.BulkOutcome(i.Outcome), At: optional.Time(i.DoneAt.Time),
	}
	code := i.FailureCode
	if i.AgainCode != "" {
		shown.Outcome, code = gen.BulkOutcome("held-again"), i.AgainCode
	}
	if code != "" {
		shown.FailureCode, shown.Reason = optional.Text(string(code)), optional.Text(w.failure(code))
	}
	return shown
}
