package lines

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	storeerrors "selfcare/internal/store/errors"
)

// SIMChanger changes the SIMs of lines.
type SIMChanger interface {
	SwitchPrimary(ctx context.Context, in contract.SIMChangeInput) error
	DeactivateSIM(ctx context.Context, in contract.SIMChangeInput) error
}

// RenameSim renames a SIM of the main line.
func (s *LineHandlers) RenameSim(ctx context.Context, req gen.RenameSimRequestObject) (gen.RenameSimResponseObject, error) {
	lineID := middleware.RequestOf(ctx).Line.LineID
	others, err := s.SIMs.OtherNames(ctx, lineID, req.Body.SimId)
	if err != nil {
		return nil, fmt.Errorf("read names of sims: %w", err)
	}
	if err := line.ValidateName(req.Body.Name, others); err != nil {
		return nil, err
	}
	err = s.SIMs.Rename(ctx, lineID, req.Body.SimId, req.Body.Name)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil, contract.Refuse(contract.FailSIMUnknown)
	case errors.Is(err, storeerrors.ErrConflict): // another request was faster
		return nil, contract.RefuseField("name", contract.FailSIMNameTaken)
	case err != nil:
		return nil, fmt.Errorf("rename sim: %w", err)
	}
	return gen.RenameSim204Response{}, nil
}

// SwitchPrimarySim makes another SIM of the main line the primary one.
func (s *LineHandlers) SwitchPrimarySim(ctx context.Context, req gen.SwitchPrimarySimRequestObject) (gen.SwitchPrimarySimResponseObject, error) {
	err := s.changeSIM(ctx, gen.OtpSourceSwitchPrimary, req.Body.SimId, req.Body.Otp, line.SIM.ValidatePrimary, s.Changes.SwitchPrimary)
	return gen.SwitchPrimarySim204Response{}, err
}

// DeactivateSim deactivates a further SIM of the main line.
func (s *LineHandlers) DeactivateSim(ctx context.Context, req gen.DeactivateSimRequestObject) (gen.DeactivateSimResponseObject, error) {
	err := s.changeSIM(ctx, gen.OtpSourceDeactivateSim, req.Body.SimId, req.Body.Otp, line.SIM.ValidateDeactivation, s.Changes.DeactivateSIM)
	return gen.DeactivateSim204Response{}, err
}

// changeSIM makes every early check, then takes the code and makes the change.
func (s *LineHandlers) changeSIM(
	ctx context.Context, source gen.OtpSource, simID, otp string,
	may func(line.SIM) error, change func(context.Context, contract.SIMChangeInput) error,
) error {
	current := middleware.RequestOf(ctx)
	found, err := s.Lines.Get(ctx, current.Line.LineID)
	if err != nil {
		return fmt.Errorf("read line: %w", err)
	}
	sim, err := s.SIMs.Get(ctx, found.ID, simID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Refuse(contract.FailSIMUnknown)
	}
	if err != nil {
		return fmt.Errorf("read sim: %w", err)
	}
	in := contract.SIMChangeInput{
		LineID: found.ID, SIMID: simID, Holder: s.Derive.ID("sim change", current.Subject, current.Key), Language: current.Language,
	}
	if err := may(line.SIM{Primary: sim.Primary, State: sim.State}); err != nil {
		return s.ignoreIfDone(ctx, in.Holder, err)
	}
	if err := s.Access.ValidateChange(ctx, found, in.Holder); err != nil {
		return err
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(source)), found.MSISDN, otp); err != nil {
		return err
	}
	return change(ctx, in)
}

// ignoreIfDone ignores a refusal when the holders of the line were told of this very change: the change is done, and its
// answer got lost.
func (s *LineHandlers) ignoreIfDone(ctx context.Context, holder string, refused error) error {
	told, err := s.Told.Of(ctx, holder)
	if err != nil {
		return fmt.Errorf("read messages of a change: %w", err)
	}
	if len(told) > 0 {
		return nil
	}
	return refused
}
