package esimprofile

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// Reissue orders another profile. It answers when the new code is issued, or when the process no longer needs profiles.
func (p *Profile) Reissue(ctx workflow.Context, past func() bool) error {
	p.want(false)
	wanted := p.asked
	wait := process.Wait{For: "the new profile's code is issued", Owner: "the SM-DP+: given up after an hour, then held for support"}
	_, err := p.owner.Await(ctx, wait, func() bool { return p.owner.Profile().Issued >= wanted || past() })
	if err == nil && p.owner.Profile().Issued < wanted {
		err = process.Refuse(contract.FailProfileNotReady)
	}
	return err
}

// want orders another profile. A profile that is already on order is not ordered twice, unless its data changed.
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

// replace cancels the last profile and makes another one, so that two codes of one process never work at once. If this fails,
// the last profile still counts, because the customer may yet install it.
func (p *Profile) replace(ctx workflow.Context) {
	err := p.retire(ctx)
	if err == nil {
		err = p.make(ctx)
	}
	if err != nil && !temporal.IsCanceledError(err) {
		p.trouble = process.CodeOf(err)
	}
}

// retire cancels a profile. A profile that is already on a phone stays there: it cannot be installed a second time.
func (p *Profile) retire(ctx workflow.Context) error {
	ctx, done := p.withCancel(ctx)
	defer done()
	err := p.owner.Do(process.WithGatewayPolicy(ctx, "Cancel the eSIM profile that did not install"), nil, esims.CancelProfile, p.describe(p.owner.Profile().Issued))
	if err != nil && process.CodeOf(err) == contract.FailCancelTooLate && !temporal.IsCanceledError(err) {
		return nil
	}
	return err
}
