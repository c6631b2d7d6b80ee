package process

import (
	"slices"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Attribute is a change of one search attribute.
type Attribute = temporal.SearchAttributeUpdate

// The search attributes are stored in clear, so none holds personal data.
var (
	Stage          = temporal.NewSearchAttributeKeyKeyword(contract.AttrStage)
	LineRef        = temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef)
	PartnerRef     = temporal.NewSearchAttributeKeyKeyword(contract.AttrPartnerRef)
	Late           = temporal.NewSearchAttributeKeyBool(contract.AttrLate)
	WaitsFor       = temporal.NewSearchAttributeKeyKeyword(contract.AttrWaitsFor)
	needsAttention = temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention)
	failureCode    = temporal.NewSearchAttributeKeyKeyword(contract.AttrFailureCode)
	dueAt          = temporal.NewSearchAttributeKeyTime(contract.AttrDueAt)
)

// timeToResolve is how long support has to decide about work that needs attention.
const timeToResolve = 4 * time.Hour

// Flush writes the changed search attributes. It runs before each wait, so that states which pass at once cost no write: these
// writes are expensive for the Temporal server.
func (p *Process[S]) Flush(ctx workflow.Context) error {
	if len(p.attributes) == 0 {
		return nil
	}
	changed := p.attributes
	p.attributes = nil
	return workflow.UpsertTypedSearchAttributes(ctx, changed...)
}

// Attention is why operators should look at a process: it shows the oldest reason. Without a reason, it shows what another
// party is expected to do.
type Attention struct {
	reasons []contract.Code
	code    contract.Code              // why the process deviates, though operators need not look
	due     time.Time                  // deadline of the party that is expected to act
	waits   []*Wait                    // waits with an end that are under way, oldest first
	resolve time.Time                  // support's deadline to decide about the reasons
	say     func(ctx workflow.Context) // describes the process anew
	told    bool                       // NeedsAttention has a value, so that filters for false find the process
}

// Due is when the process should continue; zero if nothing says so.
func (a *Attention) Due() time.Time {
	switch {
	case len(a.reasons) > 0:
		return a.resolve
	case !a.due.IsZero() || len(a.waits) == 0:
		return a.due
	default:
		return a.waits[0].Due
	}
}

// WaitsFor describes the current wait with an end, unless the state already tells it. Of nested waits it is the outer one.
func (a *Attention) WaitsFor() string {
	if !a.due.IsZero() || len(a.waits) == 0 {
		return ""
	}
	return a.waits[0].For
}

// beginWait notes that a wait begins. The function returned ends it.
func (p *Process[S]) beginWait(ctx workflow.Context, w *Wait) (over func()) {
	if w.Due.IsZero() {
		w.Due = Now(ctx).Add(max(w.Limit, 0))
	}
	a := p.Attention
	note := func(change func()) {
		before := a.Due()
		change()
		if !a.Due().Equal(before) {
			p.attributes = append(p.attributes, a.dueAttributes()...)
		}
		p.Show(ctx)
	}
	note(func() { a.waits = append(a.waits, w) })
	ended := func(one *Wait) bool { return one == w }
	return func() { note(func() { a.waits = slices.DeleteFunc(a.waits, ended) }) }
}

// readAttention returns the attributes that the start of the process, or its previous run, has already shown.
func readAttention(ctx workflow.Context) *Attention {
	shown := workflow.GetTypedSearchAttributes(ctx)
	due, _ := shown.GetTime(dueAt)
	return &Attention{due: due, told: shown.ContainsKey(needsAttention)}
}

// dueAttributes returns the attribute of the time by which the process should continue. The first one comes with NeedsAttention =
// false: a filter for false finds no process without a value.
func (a *Attention) dueAttributes() []Attribute {
	due := a.Due()
	switch {
	case due.IsZero():
		return []Attribute{dueAt.ValueUnset()}
	case a.told:
		return []Attribute{dueAt.ValueSet(due)}
	default:
		a.told = true
		return []Attribute{needsAttention.ValueSet(false), dueAt.ValueSet(due)}
	}
}

// Expect returns the attributes for an action that another party owes by due. It returns none if that is already shown, or if
// operators have a reason to look.
func (a *Attention) Expect(code contract.Code, due time.Time) []Attribute {
	sameCode, sameDue := a.code == code, a.due.Equal(due)
	a.code, a.due = code, due
	switch {
	case len(a.reasons) > 0 || sameCode && sameDue:
		return nil
	case sameCode:
		return a.dueAttributes()
	default:
		return a.expectedAttributes()
	}
}

// Expected is the deadline that Expect or the start set last.
func (a *Attention) Expected() time.Time { return a.due }

func (a *Attention) expectedAttributes() []Attribute {
	if a.code != "" {
		return append([]Attribute{failureCode.ValueSet(string(a.code))}, a.dueAttributes()...)
	}
	return append([]Attribute{failureCode.ValueUnset()}, a.dueAttributes()...)
}

// AddAttributes adds a reason and returns the attributes that show it.
func (a *Attention) AddAttributes(ctx workflow.Context, code contract.Code) []Attribute {
	a.reasons = append(a.reasons, code)
	return a.collectAttributes(ctx)
}

// DropAttributes removes a reason and returns the attributes that remain.
func (a *Attention) DropAttributes(ctx workflow.Context, code contract.Code) []Attribute {
	if at := slices.Index(a.reasons, code); at >= 0 {
		a.reasons = slices.Delete(a.reasons, at, at+1)
	}
	return a.collectAttributes(ctx)
}

func (a *Attention) collectAttributes(ctx workflow.Context) []Attribute {
	a.told = true
	if len(a.reasons) == 0 {
		return append([]Attribute{needsAttention.ValueSet(false)}, a.expectedAttributes()...)
	}
	a.resolve = Now(ctx).Add(timeToResolve)
	return append([]Attribute{needsAttention.ValueSet(true), failureCode.ValueSet(string(a.reasons[0]))}, a.dueAttributes()...)
}

// Raise writes a further reason at once. A failure to write it must not stop the process.
func (a *Attention) Raise(ctx workflow.Context, code contract.Code) {
	a.write(ctx, a.AddAttributes(ctx, code))
}

// Drop removes a reason and writes that at once.
func (a *Attention) Drop(ctx workflow.Context, code contract.Code) {
	a.write(ctx, a.DropAttributes(ctx, code))
}

// NoteNews shows whether news from outside could be recorded, because no caller waits to see a refusal. The same refusal again
// is still one reason. News that is recorded drops it.
func (p *Process[S]) NoteNews(ctx workflow.Context, news string, err error) {
	if temporal.IsCanceledError(err) {
		return
	}
	known, wasMissed := p.missed[news]
	if err != nil {
		workflow.GetLogger(ctx).Error("news could not be recorded", "news", news, "error", err)
		if wasMissed && known == CodeOf(err) {
			return
		}
	}
	if wasMissed {
		delete(p.missed, news)
		p.Attention.Drop(ctx, known)
	}
	if err != nil {
		p.missed[news] = CodeOf(err)
		p.Attention.Raise(ctx, CodeOf(err))
	}
}

func (a *Attention) write(ctx workflow.Context, changed []Attribute) {
	if err := workflow.UpsertTypedSearchAttributes(ctx, changed...); err != nil {
		workflow.GetLogger(ctx).Error("search attributes could not be written", "error", err)
	}
	if a.say != nil {
		a.say(ctx)
	}
}
