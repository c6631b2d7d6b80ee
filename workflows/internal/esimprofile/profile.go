// Package esimprofile handles the eSIM profile of any process: it orders one from the SM-DP+, waits for its installation,
// replaces it when the installation fails, and cancels a profile that is on no phone.
package esimprofile

import (
	"time"

	"go.temporal.io/sdk/workflow"

	esimacts "selfcare/activities/esim"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

var esims *esimacts.Activities // only the method names are used; the workflow never calls these

// Owner is the process that a profile belongs to. It knows the recorded profile and records changes of it.
type Owner interface {
	process.Runner
	// Go runs a coroutine beside the phases. The process does not end before it.
	Go(do func(workflow.Context))
	// Profile returns the profile as last recorded; nil before one was promised.
	Profile() *contract.Profile
	// ProfileOrder returns the request to the SM-DP+ for the process's n-th profile, counted from 1.
	ProfileOrder(issue int) contract.ProfileOrder
	// RecordProfile records the state of the profile; the customer is told about a new one in the same transaction.
	RecordProfile(ctx workflow.Context, p contract.Profile) error
	// RemindToInstall reminds the customer of a profile that is issued but not installed.
	RemindToInstall(ctx workflow.Context) error
	// ReissuesLeft returns how many more profiles the customer may have without support.
	ReissuesLeft() int
	// Ending reports whether the process ends, even if the SM-DP+ refuses.
	Ending() bool
}

// Profile is the eSIM profile of one process while it runs.
type Profile struct {
	owner  Owner
	limits contract.ESIMSettings
	asked  int                      // profiles requested so far
	making int                      // calls to the SM-DP+ under way
	stop   workflow.CancelFunc      // cancels these calls
	latest contract.ProfileReported // of the last profile
	early  process.Early[contract.ProfileReported]
	// downloadedAt is when the last profile was downloaded to a phone; zero if it was not.
	downloadedAt time.Time
	trouble      contract.Code // why the profile needs support
	decided      contract.Code // the trouble that support has decided about
}

// New returns a profile that no step has ordered yet.
func New(owner Owner, limits contract.ESIMSettings) *Profile {
	return &Profile{owner: owner, limits: limits}
}

// Noting reports whether an issued profile is being recorded.
func (p *Profile) Noting() bool { return p.early.Noting() }

// Doubt assumes that a worker which died may have ordered a profile.
func (p *Profile) Doubt() { p.asked = max(p.asked, 1) }

// Order orders a profile and tells the customer its code. Changed data needs another profile.
func (p *Profile) Order(ctx workflow.Context, changed bool) error {
	if ctx.Err() != nil {
		return ctx.Err() // already cancelled: order nothing that must be cancelled again
	}
	if p.asked == 0 || changed {
		p.asked++
	}
	return p.make(ctx)
}

// make calls the SM-DP+ for the profile that was ordered last. Cancel can cut the call short; the outcome of a call under way
// is known before the profile is cancelled.
func (p *Profile) make(ctx workflow.Context) error {
	ctx, done := p.withCancel(ctx)
	defer done()
	var made contract.Profile
	in := p.owner.ProfileOrder(p.asked)
	if err := p.owner.Do(process.WithGatewayPolicy(ctx, "Order the eSIM profile"), &made, esims.OrderProfile, in); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // the profile exists there, so it must be recorded
	defer cancel()
	made.ReadyAt = process.Now(ctx)
	p.latest, p.downloadedAt = contract.ProfileReported{}, time.Time{}
	note := func(ctx workflow.Context) error { return p.owner.RecordProfile(ctx, made) }
	return p.early.Note(ctx, note, p.isKnown, p.take)
}

// withCancel returns a context for calls to the SM-DP+ that Cancel can cut short. The caller calls done when they are over.
func (p *Profile) withCancel(ctx workflow.Context) (_ workflow.Context, done func()) {
	ctx, stop := workflow.WithCancel(ctx)
	p.making++
	p.stop = stop
	return ctx, func() {
		p.making--
		stop()
	}
}

// Cancel cancels every profile that may exist and is not on the customer's phone, also when it is unknown whether one was
// made.
func (p *Profile) Cancel(ctx workflow.Context) error {
	if p.asked == 0 || p.owner.Profile() == nil || p.owner.Profile().State == contract.ProfileCancelled {
		return nil
	}
	if p.owner.Ending() && p.making > 0 { // wait for the outcome of calls under way before cancelling
		p.stop()
		wait := process.Wait{For: "calls to the SM-DP+ finish", Owner: "the calls: they are cancelled and have a time-out"}
		if _, err := p.owner.Await(ctx, wait, func() bool { return p.making == 0 }); err != nil {
			return err
		}
	}
	left := *p.owner.Profile()
	for issue := max(1, left.Issued); issue <= p.asked; issue++ {
		if issue == left.Issued && order.IsOnPhone(left.State) {
			continue
		}
		inHand, err := p.takeBack(ctx, issue)
		switch {
		case err != nil:
			return err
		case inHand:
			left.State = contract.ProfileDownloaded
		case issue == left.Issued || left.Issued == 0:
			left.State = contract.ProfileCancelled
		}
	}
	if left.State == p.owner.Profile().State {
		return nil
	}
	return p.owner.RecordProfile(ctx, left)
}

// takeBack cancels one profile. It returns inHand if the profile was already on the phone and the process ends anyway: without
// a line the profile is worthless.
func (p *Profile) takeBack(ctx workflow.Context, issue int) (inHand bool, err error) {
	err = p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the eSIM profile"), nil, esims.CancelProfile, p.describe(issue))
	if err != nil && p.owner.Ending() && process.CodeOf(err) == contract.FailCancelTooLate {
		return true, nil
	}
	return false, err
}

// describe returns the n-th profile with all that is known about it.
func (p *Profile) describe(issue int) contract.ProfileOrder {
	in := p.owner.ProfileOrder(issue)
	if last := p.owner.Profile(); issue == last.Issued {
		in.ICCID, in.MatchingID = last.ICCID, last.MatchingID
	}
	return in
}
