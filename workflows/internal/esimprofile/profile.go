// Package esimprofile has the eSIM profile of any process made: it orders one from the SM-DP+, waits until it is installed,
// has another one made where it does not install, and takes back what is on nobody's phone.
package esimprofile

import (
	"time"

	"go.temporal.io/sdk/workflow"

	esimacts "selfcare/activities/esim"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

var esims *esimacts.Activities // names of the activities; the methods are never called here

// Owner is the process that a profile belongs to: what it knows of it, and how it writes that down.
type Owner interface {
	process.Runner
	// Go runs something beside the process's phases that must have ended before the process does.
	Go(do func(workflow.Context))
	// Profile is the profile as it was recorded last; nil before one was promised.
	Profile() *contract.Profile
	// ProfileOrder is what the SM-DP+ is asked for as the process's n-th profile, from 1.
	ProfileOrder(issue int) contract.ProfileOrder
	// RecordProfile writes down how the profile stands; a new one is told to the customer with it.
	RecordProfile(ctx workflow.Context, p contract.Profile) error
	// RemindToInstall reminds the customer of a profile that is out and not installed.
	RemindToInstall(ctx workflow.Context) error
	// ReissuesLeft is how many more profiles the customer may have without support.
	ReissuesLeft() int
	// Ending tells whether the process ends whatever the SM-DP+ says.
	Ending() bool
}

// Profile is the eSIM profile of one process while it runs.
type Profile struct {
	owner  Owner
	limits contract.ESIMSettings
	asked  int                      // profiles asked for so far
	making int                      // calls to the SM-DP+ under way
	stop   workflow.CancelFunc      // ends them
	latest contract.ProfileReported // of the last profile
	early  process.Early[contract.ProfileReported]
	// downloadedAt is when the last profile got onto a phone; zero where it did not.
	downloadedAt time.Time
	trouble      contract.Code // why nothing more happens by itself
	decided      contract.Code // the trouble that support has decided about
}

// New is a profile that nobody has asked for.
func New(owner Owner, limits contract.ESIMSettings) *Profile {
	return &Profile{owner: owner, limits: limits}
}

// Noting tells whether a profile is out and being written down.
func (p *Profile) Noting() bool { return p.early.Noting() }

// Doubt says that a worker which died may have asked for one.
func (p *Profile) Doubt() { p.asked = max(p.asked, 1) }

// Order has a profile made and tells its code. Changed data needs another profile.
func (p *Profile) Order(ctx workflow.Context, changed bool) error {
	if ctx.Err() != nil {
		return ctx.Err() // cancelled already: nothing is made that would have to be taken back
	}
	if p.asked == 0 || changed {
		p.asked++
	}
	return p.make(ctx)
}

// make has the profile made that was asked for last. It is cut short where the process is cancelled, and what is under way
// at the SM-DP+ is known before it is taken back.
func (p *Profile) make(ctx workflow.Context) error {
	ctx, done := p.withCancel(ctx)
	defer done()
	var made contract.Profile
	in := p.owner.ProfileOrder(p.asked)
	if err := p.owner.Do(process.WithGatewayPolicy(ctx, "Have the profile made"), &made, esims.OrderProfile, in); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // made there: it must be noted
	defer cancel()
	made.ReadyAt = process.Now(ctx)
	p.latest, p.downloadedAt = contract.ProfileReported{}, time.Time{}
	note := func(ctx workflow.Context) error { return p.owner.RecordProfile(ctx, made) }
	return p.early.Note(ctx, note, p.isKnown, p.take)
}

// withCancel is the context of calls to the SM-DP+ that Cancel can cut short; done is called when they are over.
func (p *Profile) withCancel(ctx workflow.Context) (_ workflow.Context, done func()) {
	ctx, stop := workflow.WithCancel(ctx)
	p.making++
	p.stop = stop
	return ctx, func() {
		p.making--
		stop()
	}
}

// Cancel takes back every profile that may have been made and is not on the customer's phone. Also where it is not known
// whether one was.
func (p *Profile) Cancel(ctx workflow.Context) error {
	if p.asked == 0 || p.owner.Profile() == nil || p.owner.Profile().State == contract.ProfileCancelled {
		return nil
	}
	if p.owner.Ending() && p.making > 0 { // what is under way there is known before it is taken back
		p.stop()
		wait := process.Wait{For: "calls to the SM-DP+ come to their end", Owner: "the calls: they are cancelled and have a time-out"}
		if _, err := p.owner.Await(ctx, wait, func() bool { return p.making == 0 }); err != nil {
			return err
		}
	}
	left := *p.owner.Profile()
	for issue := max(1, left.Issued); issue <= p.asked; issue++ {
		if issue == left.Issued && order.InHand(left.State) {
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

// takeBack tells whether the profile was too late to cancel in a process that ends all the same: it stays on the phone,
// where it is worth nothing without a line.
func (p *Profile) takeBack(ctx workflow.Context, issue int) (inHand bool, err error) {
	err = p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the profile"), nil, esims.CancelProfile, p.known(issue))
	if err != nil && p.owner.Ending() && process.CodeOf(err) == contract.FailCancelTooLate {
		return true, nil
	}
	return false, err
}

// known names the n-th profile as well as is known.
func (p *Profile) known(issue int) contract.ProfileOrder {
	in := p.owner.ProfileOrder(issue)
	if last := p.owner.Profile(); issue == last.Issued {
		in.ICCID = last.ICCID
	}
	return in
}
