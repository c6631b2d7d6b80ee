package esimprofile

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Reissue has another profile made and answers when its code is out, or when the process has gone past profiles.
func (p *Profile) Reissue(ctx workflow.Context, past func() bool) error {
	p.want(false)
	wanted := p.asked
	wait := process.Wait{For: "the other profile's code is out", Owner: "the SM-DP+: given up after an hour, then held for support"}
	_, err := p.owner.Await(ctx, wait, func() bool { return p.owner.Profile().Issued >= wanted || past() })
	if err == nil && p.owner.Profile().Issued < wanted {
		err = process.Refuse(contract.FailProfileNotReady)
	}
	return err
}

// want asks for another profile; one that is asked for already is not asked for twice, unless its data changed.
func (p *Profile) want(changed bool) {
	issued := p.owner.Profile().Issued
	if p.asked > issued && !changed && p.making > 0 {
		return
	}
	if p.asked <= issued || changed {
		p.asked++
	}
	p.owner.Go(p.replace)
}

// replace cancels the last profile and has another one made: two codes of one process never work at once. Where that goes
// wrong the last one still counts, because it may be installed all the same.
func (p *Profile) replace(ctx workflow.Context) {
	err := p.retire(ctx)
	if err == nil {
		err = p.make(ctx)
	}
	if err != nil && !temporal.IsCanceledError(err) {
		p.trouble = process.CodeOf(err)
	}
}

// retire takes a profile back. One on a phone already stays there: it cannot be installed a second time.
func (p *Profile) retire(ctx workflow.Context) error {
	ctx, done := p.withCancel(ctx)
	defer done()
	err := p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the profile that did not install"), nil, esims.CancelProfile, p.known(p.owner.Profile().Issued))
	if err != nil && process.CodeOf(err) == contract.FailCancelTooLate && !temporal.IsCanceledError(err) {
		return nil
	}
	return err
}
