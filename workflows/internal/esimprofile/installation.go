package esimprofile

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// AwaitInstallation waits for the installed notice and reminds the customer once. The SM-DP+ has no inquiry for it. A profile
// that was downloaded and then stays silent goes to support earlier than one that was never downloaded. On a retry, a profile
// in trouble is replaced by a new one.
func (p *Profile) AwaitInstallation(ctx workflow.Context, changed bool) error {
	p.tryAnew(changed)
	begun := workflow.Now(ctx)
	wait := process.Wait{For: "the eSIM is installed", Limit: p.limits.RemindAfter, Then: "the customer is reminded"}
	moved, err := p.owner.Await(ctx, wait, p.hasMoved)
	if err == nil && !moved {
		if err := p.owner.RemindToInstall(ctx); err != nil {
			return err
		}
		moved, err = p.awaitReminded(ctx, begun)
	}
	if err != nil {
		return err
	}
	if !moved {
		p.trouble = contract.FailProfileOverdue
	}
	if p.isInstalled() {
		return nil
	}
	p.decided, p.trouble = p.trouble, ""
	return process.Refuse(p.decided)
}

// awaitReminded waits for a reminded customer; it returns false when no news came for too long. A download starts a new wait.
func (p *Profile) awaitReminded(ctx workflow.Context, begun time.Time) (moved bool, err error) {
	for {
		heard := p.downloadedAt
		wait := process.Wait{
			For: "the eSIM is installed after the reminder", Limit: p.overdueAt(begun).Sub(workflow.Now(ctx)), Then: "held for support",
		}
		woken, err := p.owner.Await(ctx, wait, func() bool { return p.hasMoved() || p.downloadedAt != heard })
		if err != nil || !woken || p.hasMoved() {
			return woken, err
		}
	}
}

// overdueAt counts from the download, if there was one: from then on a phone may be without service.
func (p *Profile) overdueAt(begun time.Time) time.Time {
	switch {
	case p.downloadedAt.IsZero():
		return begun.Add(p.limits.InstallWithin)
	case p.downloadedAt.Before(begun): // support decided to wait longer
		return begun.Add(p.limits.RemindAfter)
	default:
		return p.downloadedAt.Add(p.limits.RemindAfter)
	}
}

func (p *Profile) isInstalled() bool { return p.owner.Profile().State == contract.ProfileInstalled }
func (p *Profile) hasMoved() bool    { return p.trouble != "" || p.isInstalled() }

// tryAnew carries out support's "retry": it orders another profile, unless the last one was only never installed.
func (p *Profile) tryAnew(changed bool) {
	trouble := p.decided
	if trouble == "" {
		return
	}
	p.decided, p.trouble = "", ""
	if trouble == contract.FailProfileOverdue && !changed || p.isInstalled() {
		return
	}
	p.want(changed)
}

// Listen takes the SM-DP+'s reports, also while the process is held. A report of a profile that is not recorded yet is kept
// until it is. A worker may die after the profile is in the database: the customer then has the code before this process knows
// the profile.
func (p *Profile) Listen(ctx workflow.Context, report contract.ProfileReported) {
	if err := p.awaitNote(ctx, report); err != nil {
		return
	}
	if !p.isKnown(report) {
		p.early.Keep(report)
		return
	}
	p.take(ctx, report)
}

func (p *Profile) take(ctx workflow.Context, report contract.ProfileReported) {
	if !p.isNews(report) {
		return
	}
	p.latest = report
	moved := *p.owner.Profile()
	moved.State, moved.ErrorCode = report.State, report.Failure
	p.owner.NoteNews(ctx, "eSIM", p.owner.RecordProfile(ctx, moved))
	if moved.State == contract.ProfileDownloaded {
		p.downloadedAt = workflow.Now(ctx)
	}
	if moved.State == contract.ProfileError && p.owner.ReissuesLeft() == 0 {
		p.UsedUp()
	}
}

// awaitNote makes a report wait for a profile that is being made, because a phone may be faster than our books. Reports that
// came earlier are taken first.
func (p *Profile) awaitNote(ctx workflow.Context, report contract.ProfileReported) error {
	wait := process.Wait{For: "the reported profile is recorded", Owner: "the call that makes it: it is tried again, or given up with the order"}
	_, err := process.Await(ctx, wait, func() bool { return !p.early.Noting() && (p.making == 0 || p.isKnown(report)) })
	return err
}

func (p *Profile) isKnown(report contract.ProfileReported) bool {
	last := p.owner.Profile()
	return last != nil && report.ICCID == last.ICCID
}

// UsedUp hands a customer without reissues left over to support.
func (p *Profile) UsedUp() { p.trouble = contract.FailReissueLimit }

// isNews rejects reports older than the known state. "Installed" is final, however late the report is. Reports count seconds, and a
// profile is downloaded before its installation fails.
func (p *Profile) isNews(report contract.ProfileReported) bool {
	last := p.owner.Profile()
	if last.State == contract.ProfileInstalled || last.State == contract.ProfileCancelled {
		return false
	}
	before := report.At.Before(p.latest.At) || report.At.Equal(p.latest.At) && report.State == contract.ProfileDownloaded
	overtaken := before && report.State != contract.ProfileInstalled
	return !overtaken && (report.State != last.State || report.Failure != last.ErrorCode)
}
