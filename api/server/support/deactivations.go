package support

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/notice"
)

type supportDeactivations interface {
	Get(ctx context.Context, id string) (contract.Deactivation, bool, error)
	ListHeld(ctx context.Context) ([]contract.Deactivation, error)
}

// ListHeldDeactivations shows the deactivations that need a person.
func (s *SupportHandlers) ListHeldDeactivations(
	ctx context.Context, _ gen.ListHeldDeactivationsRequestObject,
) (gen.ListHeldDeactivationsResponseObject, error) {
	held, err := s.Deactivations.ListHeld(ctx)
	if err != nil {
		return nil, fmt.Errorf("read held deactivations: %w", err)
	}
	items := make([]gen.HeldDeactivation, len(held))
	for i, d := range held {
		msisdn, err := s.Numbers.MSISDN(ctx, d.LineID)
		if err != nil {
			return nil, fmt.Errorf("read line of deactivation: %w", err)
		}
		items[i] = gen.HeldDeactivation{
			Id: d.ID, Msisdn: notice.Masked(msisdn), Work: gen.HeldDeactivationWork(d.Held.Work), FailureCode: string(d.Held.FailureCode),
			Since: d.Held.Since.UTC(), Actions: mayDecide(d),
		}
	}
	return gen.ListHeldDeactivations200JSONResponse{Items: items}, nil
}

// mayDecide lists the decisions that support may make.
func mayDecide(d contract.Deactivation) (may []gen.HeldDeactivationActions) {
	for _, action := range []string{contract.ResolveRetry, contract.ResolveSkip} {
		if ending.ValidateResolution(d, contract.Resolution{Action: action}) == nil {
			may = append(may, gen.HeldDeactivationActions(action))
		}
	}
	return may
}

// ResolveDeactivation passes a support person's decision on to a held deactivation.
func (s *SupportHandlers) ResolveDeactivation(ctx context.Context, req gen.ResolveDeactivationRequestObject) (gen.ResolveDeactivationResponseObject, error) {
	d, known, err := s.Deactivations.Get(ctx, req.Id)
	if err == nil && !known {
		err = contract.Refuse(contract.FailEndUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read deactivation: %w", err)
	}
	d, err = s.Decisions.DecideDeactivation(ctx, d, contract.Resolution{Action: string(req.Body.Action), Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	msisdn, err := s.Numbers.MSISDN(ctx, d.LineID)
	if err != nil {
		return nil, fmt.Errorf("read line of deactivation: %w", err)
	}
	shown := gen.Deactivation{
		Id: d.ID, Msisdn: notice.Masked(msisdn), Stage: stageShown(d.Stage), RequestedAt: d.RequestedAt.UTC(), Fate: gen.NumberOutcome(d.Fate),
		UndoUntil: optional.Time(d.UndoUntil), EndedAt: optional.Time(d.EndedAt), ServerTime: s.Now().UTC(),
	}
	return gen.ResolveDeactivation200JSONResponse{DeactivationNowJSONResponse: gen.DeactivationNowJSONResponse{Data: shown}}, nil
}

// stageShown is the stage for the owner: a held deactivation is shown as in progress.
func stageShown(stage contract.DeactivationStage) gen.DeactivationStage {
	if stage == contract.DeactivationHeld {
		stage = contract.DeactivationEnding
	}
	return gen.DeactivationStage(stage)
}
