// Package lines shows and changes the SIMs of lines.
package lines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/line"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/outbox"
)

// LineHandlers show and change the SIMs of lines.
type LineHandlers struct {
	*middleware.Core
	Access      *verification.LineAccess
	Codes       *verification.Codes
	Changes     SIMChanger
	Suspensions LineSuspender
	Proofs      Proofs
	Proven      proofReader
	Audit       auditWriter
	Lines       lineReader
	Plans       planReader
	SIMs        simStore
	Cards       cardReader
	Stand       standingReader
	Told        messageReader
}

// messageReader reads the messages about a change.
type messageReader interface {
	Of(ctx context.Context, subjectID string) ([]outbox.MessageState, error)
}

// auditWriter writes audit entries.
type auditWriter interface {
	Write(ctx context.Context, entry audit.Record) error
}

type cardReader interface {
	Card(ctx context.Context, iccid string) (contract.SIM, error)
}

type standingReader interface {
	Standings(ctx context.Context, userID string) (map[string]line.Standing, error)
}

type lineReader interface {
	ClaimOf(ctx context.Context, lineID string) (linestore.Claim, error)
	Get(ctx context.Context, id string) (linestore.Line, error)
}

type simStore interface {
	Get(ctx context.Context, lineID, simID string) (linesim.SIM, error)
	Of(ctx context.Context, lineID string) ([]linesim.SIM, error)
	OtherNames(ctx context.Context, lineID, simID string) ([]string, error)
	Rename(ctx context.Context, lineID, simID, name string) error
}

// ListInactiveMultisims shows the further SIMs that are not active yet, or no longer.
func (s *LineHandlers) ListInactiveMultisims(ctx context.Context, _ gen.ListInactiveMultisimsRequestObject) (gen.ListInactiveMultisimsResponseObject, error) {
	sims, err := s.simsOf(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, err
	}
	waiting := []gen.LineSim{}
	for _, sim := range sims {
		if sim.State != gen.LineSimState(contract.SIMActive) {
			waiting = append(waiting, sim)
		}
	}
	return gen.ListInactiveMultisims200JSONResponse{Data: waiting}, nil
}

// GetSimInfo shows the SIMs of the chosen line and whether they may be changed now.
func (s *LineHandlers) GetSimInfo(ctx context.Context, _ gen.GetSimInfoRequestObject) (gen.GetSimInfoResponseObject, error) {
	shown, err := s.simInfo(ctx)
	return gen.GetSimInfo200JSONResponse{SimsNowJSONResponse: gen.SimsNowJSONResponse{Data: shown}}, err
}

func (s *LineHandlers) simInfo(ctx context.Context) (gen.SimInfo, error) {
	found, err := s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return gen.SimInfo{}, fmt.Errorf("read line: %w", err)
	}
	shown := gen.SimInfo{Msisdn: found.MSISDN, Status: gen.SimInfoStatus(found.Status)}
	if middleware.RequestOf(ctx).Line.Main {
		showOwner(&shown, found.Person)
	}
	if found.GuardedUntil.After(s.Now()) {
		shown.GuardedUntil = optional.Time(found.GuardedUntil)
	}
	if err := errors.Join(s.showStanding(ctx, &shown, found), s.showChange(ctx, &shown, found.ID)); err != nil {
		return shown, err
	}
	shown.Sims, err = s.simsOf(ctx, found.ID)
	return shown, err
}

// showOwner shows the registered holder of the line. The line of a sub-account may be another person's.
func showOwner(shown *gen.SimInfo, p contract.Person) {
	if p.IDNumber == "" {
		return
	}
	owner := optional.Part(&shown.Owner)
	owner.Document = gen.SimInfoOwnerDocument(identity.DocumentOf(p.IDNumber))
	owner.NumberMasked = present.MaskedID(p.IDNumber)
	owner.Nationality, owner.Gender = optional.Text(p.Nationality), optional.Text(gen.Gender(p.Gender))
	if born, err := time.Parse(time.DateOnly, p.BirthDate); err == nil {
		owner.BirthDate = &types.Date{Time: born}
	}
}

func (s *LineHandlers) showChange(ctx context.Context, shown *gen.SimInfo, lineID string) error {
	by, err := s.Lines.ClaimOf(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read claim on line: %w", err)
	}
	change := optional.Part(&shown.Change)
	change.OrderNumber, change.Until = optional.Text(by.OrderNumber), by.Until.UTC()
	return nil
}

func (s *LineHandlers) simsOf(ctx context.Context, lineID string) ([]gen.LineSim, error) {
	sims, err := s.SIMs.Of(ctx, lineID)
	if err != nil {
		return nil, fmt.Errorf("read sims: %w", err)
	}
	shown := make([]gen.LineSim, len(sims))
	for i, sim := range sims {
		shown[i] = gen.LineSim{
			Id: sim.ID, Name: sim.Name, Type: gen.LineSimType(sim.Type), State: gen.LineSimState(sim.State), IsPrimary: sim.Primary,
			Iccid: optional.Text(sim.ICCID), MonthlyFee: int64(sim.MonthlyFee), FeeUntil: optional.Time(sim.FeeUntil), Since: sim.Since.UTC(),
		}
		if sim.State == contract.SIMPending {
			shown[i].OrderId = optional.Text(sim.OrderID)
		}
	}
	return shown, nil
}

// ListMyNumbers shows every number of the account.
func (s *LineHandlers) ListMyNumbers(ctx context.Context, _ gen.ListMyNumbersRequestObject) (gen.ListMyNumbersResponseObject, error) {
	current := middleware.RequestOf(ctx)
	stand, err := s.Stand.Standings(ctx, current.User.ID)
	if err != nil {
		return nil, fmt.Errorf("read the states of lines: %w", err)
	}
	shown := make([]gen.MyNumber, len(current.Lines))
	for i, own := range current.Lines {
		state, reason := stand[own.LineID].State()
		shown[i] = gen.MyNumber{
			Msisdn: own.MSISDN, SubscriptionId: own.ID, IsMain: own.Main, Kind: gen.MyNumberKind(own.Kind),
			Nickname: own.Nickname, MultiSim: own.MultiSIM, State: gen.LineState(state), Reason: stateReason(reason),
		}
		if own.Main {
			shown[i].SubscriptionId = middleware.MainAccount
		}
	}
	return gen.ListMyNumbers200JSONResponse{Data: shown}, nil
}

// GetMultisimSettings shows the most further SIMs of a line and their price.
func (s *LineHandlers) GetMultisimSettings(ctx context.Context, _ gen.GetMultisimSettingsRequestObject) (gen.GetMultisimSettingsResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	shown := gen.MultisimSettings{
		MaxAllowedMultisim: settings.MaxMultiSIMs, MonthlyFee: int64(settings.MultiSIMMonthlyFee), SetupFee: int64(settings.MultiSIMSetupFee),
		Types: []gen.MultisimSettingsTypes{gen.MultisimSettingsTypes(contract.SIMPhysical), gen.MultisimSettingsTypes(contract.SIMEmbedded)},
	}
	shown.DeliveryFees.HomeDelivery, shown.DeliveryFees.PickupSMSA = int64(settings.DeliveryFeeHome), int64(settings.DeliveryFeePickup)
	return gen.GetMultisimSettings200JSONResponse{Data: shown}, nil
}
