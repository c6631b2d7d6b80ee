package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// PreviewBulk previews a filter and the retry of its finds. Nothing happens.
func (s *BulkHandlers) PreviewBulk(ctx context.Context, req gen.PreviewBulkRequestObject) (gen.PreviewBulkResponseObject, error) {
	filter := bulkFilterOf(req.Body.Filter)
	if err := supportcase.ValidateBulk(filter); err != nil {
		return nil, err
	}
	settings, err := s.SettingsStore.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	now := s.Now()
	if filter.Until.IsZero() {
		filter.Until = now
	}
	found, err := s.Found.Matching(ctx, filter)
	if err != nil {
		return nil, fmt.Errorf("read cases: %w", err)
	}
	may := func(c supportcase.Case) error {
		return supportcase.ValidateResume(c, middleware.RequestOf(ctx).User.ID, now)
	}
	groups := supportcase.Groups(found, may)
	answer := gen.BulkPreview{
		Filter: filterView(filter), Total: len(found), PerMinute: settings.BulkPerMinute, Groups: wordsOf(ctx).groups(groups),
	}
	for _, g := range groups {
		answer.Resumable += g.Resumable
	}
	answer.Minutes = supportcase.Minutes(answer.Resumable, settings.BulkPerMinute)
	answer.Items, err = s.previewItems(ctx, found, may)
	return gen.PreviewBulk200JSONResponse{Data: answer}, err
}

func (w words) groups(all []supportcase.Group) []gen.BulkGroup {
	shown := make([]gen.BulkGroup, len(all))
	for i, g := range all {
		shown[i] = gen.BulkGroup{
			Kind: gen.CaseKind(g.Kind), FailureCode: optional.Text(string(g.Code)), Reason: w.failure(g.Code), Work: w.work(g.Work),
			Count: g.Count, Resumable: g.Resumable, Oldest: g.Oldest.UTC(),
		}
	}
	return shown
}

// previewItems shows some items one by one, first those that would be left alone: a person must look after them.
func (s *BulkHandlers) previewItems(ctx context.Context, found []supportcase.Case, may func(supportcase.Case) error) ([]gen.BulkPreviewItem, error) {
	rank := func(c supportcase.Case) int {
		if may(c) != nil {
			return 0
		}
		return 1
	}
	first := slices.SortedStableFunc(slices.Values(found), func(a, b supportcase.Case) int { return cmp.Compare(rank(a), rank(b)) })
	items := []gen.BulkPreviewItem{}
	for _, c := range first[:min(len(first), itemsPerPage)] {
		item, err := s.previewItem(ctx, c, may(c))
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func (s *BulkHandlers) previewItem(ctx context.Context, c supportcase.Case, refusal error) (gen.BulkPreviewItem, error) {
	w := wordsOf(ctx)
	item := gen.BulkPreviewItem{Case: w.caseView(c), Will: []gen.CaseWords{}}
	var will supportcase.Preview
	if refusal == nil {
		will, refusal = s.retry(ctx, c)
	}
	var refused *contract.Refusal
	switch {
	case errors.As(refusal, &refused):
		item.FailureCode, item.Reason = optional.Text(string(refused.Code)), optional.Text(w.text(string(refused.Code), refused.Params))
		return item, nil
	case refusal != nil:
		return item, refusal
	}
	item.Allowed = true
	for _, sentence := range will.Sentences {
		item.Will = append(item.Will, w.sentence(sentence, c.Reference))
	}
	return item, nil
}

// retry asks the process's own rules for the effect of a retry. The look is audited.
func (s *BulkHandlers) retry(ctx context.Context, c supportcase.Case) (supportcase.Preview, error) {
	of, err := s.Console.findSubject(ctx, c.Kind, c.ID)
	if err != nil {
		return supportcase.Preview{}, err
	}
	if err := s.Console.noteRead(ctx, of); err != nil {
		return supportcase.Preview{}, err
	}
	decision, err := s.Console.decisionOf(ctx, of, supportcase.Retry, nil)
	if err != nil {
		return supportcase.Preview{}, err
	}
	return s.Console.preview(ctx, of, decision)
}
