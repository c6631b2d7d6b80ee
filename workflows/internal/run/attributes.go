package run

import (
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Attribute is a change of one search attribute.
type Attribute = temporal.SearchAttributeUpdate

// Search attributes; stored in clear, so none holds personal data.
var (
	Stage          = temporal.NewSearchAttributeKeyKeyword(contract.AttrStage)
	LineRef        = temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef)
	PartnerRef     = temporal.NewSearchAttributeKeyKeyword(contract.AttrPartnerRef)
	needsAttention = temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention)
	failureCode    = temporal.NewSearchAttributeKeyKeyword(contract.AttrFailureCode)
	dueAt          = temporal.NewSearchAttributeKeyTime(contract.AttrDueAt)
)

// timeToResolve is by when support should have decided about what needs attention.
const timeToResolve = 4 * time.Hour

// Flush writes the search attributes that changed. It is called before each wait, so that states which pass at once cost
// nothing: each write is one of the dearest things a server does.
func (p *Process[S]) Flush(ctx workflow.Context) error {
	if len(p.attributes) == 0 {
		return nil
	}
	changed := p.attributes
	p.attributes = nil
	return workflow.UpsertTypedSearchAttributes(ctx, changed...)
}

// Attention is why operators should look at a process: one reason is shown, the oldest.
type Attention struct{ reasons []contract.Code }

// Needed are the attributes that show a further reason.
func (a *Attention) Needed(ctx workflow.Context, code contract.Code) []Attribute {
	a.reasons = append(a.reasons, code)
	return a.attributes(ctx)
}

// NotNeeded are the attributes once a reason is gone.
func (a *Attention) NotNeeded(ctx workflow.Context, code contract.Code) []Attribute {
	if at := slices.Index(a.reasons, code); at >= 0 {
		a.reasons = slices.Delete(a.reasons, at, at+1)
	}
	return a.attributes(ctx)
}

func (a *Attention) attributes(ctx workflow.Context) []Attribute {
	if len(a.reasons) == 0 {
		return []Attribute{needsAttention.ValueSet(false), failureCode.ValueUnset(), dueAt.ValueUnset()}
	}
	return []Attribute{
		needsAttention.ValueSet(true), failureCode.ValueSet(string(a.reasons[0])), dueAt.ValueSet(workflow.Now(ctx).Add(timeToResolve)),
	}
}

// Raise writes a further reason at once. A search attribute that cannot be written must not stop the process.
func (a *Attention) Raise(ctx workflow.Context, code contract.Code) {
	a.write(ctx, a.Needed(ctx, code))
}

// Drop writes at once that a reason is gone.
func (a *Attention) Drop(ctx workflow.Context, code contract.Code) {
	a.write(ctx, a.NotNeeded(ctx, code))
}

// Missed shows that news from outside could not be written down: nobody waits for an answer who would see the refusal.
func (p *Process[S]) Missed(ctx workflow.Context, news string, err error) {
	workflow.GetLogger(ctx).Error("news could not be written down", "news", news, "error", err)
	if !temporal.IsCanceledError(err) {
		p.Attention.Raise(ctx, CodeOf(err))
	}
}

func (a *Attention) write(ctx workflow.Context, changed []Attribute) {
	if err := workflow.UpsertTypedSearchAttributes(ctx, changed...); err != nil {
		workflow.GetLogger(ctx).Error("search attributes could not be written", "error", err)
	}
}
