package supportcase

import (
	"cmp"
	"slices"
	"time"

	"selfcare/internal/contract"
)

// ValidateBulk refuses a filter that matches everything, or nothing.
func ValidateBulk(f contract.BulkFilter) error {
	switch {
	case f.Kind == "" && f.Code == "" && f.From.IsZero():
		return contract.RefuseField("filter", contract.FailBulkFilterEmpty)
	case !f.From.IsZero() && !f.Until.IsZero() && !f.From.Before(f.Until):
		return contract.RefuseField("filter.until", contract.FailBulkFilterTimes)
	default:
		return nil
	}
}

// ValidateResume refuses a case that a bulk skips: one that is not held, is never retried, or is claimed by another member of
// support.
func ValidateResume(c Case, by string, now time.Time) error {
	switch {
	case !c.Held:
		return contract.Refuse(contract.FailCaseNotHeld)
	case c.Kind == Refund && c.Code != contract.FailRefundRefused: // it waits for a second person
		return contract.Refuse(contract.FailResolutionNotAllowed)
	case c.Claim.Holds(by, now):
		return contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": c.Claim.Name})
	default:
		return c.Kind.ValidateAction(Retry)
	}
}

// over lists the refusals that mean that the case was resolved or went on meanwhile.
var over = []contract.Code{
	contract.FailNotHeld, contract.FailPurchaseNotHeld, contract.FailEndNotHeld, contract.FailPortOutNotHeld, contract.FailCaseNotHeld,
	contract.FailOrderClosed, contract.FailPurchaseClosed, contract.FailPortOutOver, contract.FailAlreadyRefunded, contract.FailRefundUnderWay,
}

// ResolvedAlready tells whether a refusal means that nothing is left to resume.
func ResolvedAlready(code contract.Code) bool { return slices.Contains(over, code) }

// OpenBulk begins a bulk with the items that its filter found, and refuses one without any.
func OpenBulk(b contract.Bulk, items, perMinute int, now time.Time) (contract.Bulk, error) {
	if items == 0 {
		return b, contract.Refuse(contract.FailBulkNothing)
	}
	b.State, b.PerMinute, b.Total, b.StartedAt, b.Seq = contract.BulkRunning, perMinute, items, now, 1
	return b, nil
}

// MoveBulk pauses, resumes, stops or completes a bulk. A repeated move changes nothing.
func MoveBulk(b contract.Bulk, to contract.BulkState, now time.Time) (contract.Bulk, error) {
	if b.State == to {
		return b, nil
	}
	if b.State.Over() {
		return b, contract.Refuse(contract.FailBulkOver)
	}
	b.State = to
	b.Seq++
	if to.Over() {
		b.EndedAt = now
	}
	return b, nil
}

// Minutes returns the duration of a bulk at a rate, rounded up.
func Minutes(items, perMinute int) int { return (items + perMinute - 1) / perMinute }

// Group is work that is held for the same reason at the same step.
type Group struct {
	Kind             Kind
	Code             contract.Code
	Work             contract.Work
	Count, Resumable int
	Oldest           time.Time
}

// Groups counts cases, the largest group first. may returns why a bulk would skip a case.
func Groups(found []Case, may func(Case) error) (groups []Group) {
	for _, c := range found {
		at := slices.IndexFunc(groups, func(g Group) bool { return g.Kind == c.Kind && g.Code == c.Code && g.Work == c.Work })
		if at < 0 {
			at, groups = len(groups), append(groups, Group{Kind: c.Kind, Code: c.Code, Work: c.Work, Oldest: c.Since})
		}
		g := &groups[at]
		g.Count++
		if may(c) == nil {
			g.Resumable++
		}
		if c.Since.Before(g.Oldest) {
			g.Oldest = c.Since
		}
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(b.Count, a.Count) })
	return groups
}
