// Package order holds the rules of an order as pure functions: its steps, the allowed actions, and its price.
package order

import (
	"slices"

	"selfcare/internal/contract"
)

// Definition says how one kind of order runs.
type Definition struct {
	Steps  []contract.Step  // the customer's answers
	Phases []contract.Phase // all phases, the wizard being the first
	// PointOfNoReturn is the first stage in which the customer cannot cancel any more.
	PointOfNoReturn contract.Stage
}

// Key names a kind of order by the product, the source of its number, and the SIM type.
type Key struct {
	Kind   contract.Kind
	Source contract.NumberSource
	SIM    contract.SIMType
}

// Definitions holds all kinds on offer; the wizard, the API and the workflow read it.
var Definitions = map[Key]Definition{
	{contract.KindSIM, contract.NumberNew, contract.SIMPhysical}: {
		Steps:           wizard(number, plan, who, delivery),
		Phases:          phases(parcel, activation),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindSIM, contract.NumberPortIn, contract.SIMPhysical}: {
		Steps:           wizard(port, plan, who, delivery),
		Phases:          phases(portSubmitted, donorApproved, parcel, cutOver),
		PointOfNoReturn: contract.StagePorting,
	},
	{contract.KindESIM, contract.NumberNew, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, number, plan, whoOfESIM),
		Phases:          phases(profile, lineOn),
		PointOfNoReturn: contract.StageDelivered,
	},
	{contract.KindESIM, contract.NumberPortIn, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, port, plan, whoOfESIM),
		Phases:          phases(portSubmitted, profile, donorApproved, cutOver),
		PointOfNoReturn: contract.StagePorting,
	},
	{contract.KindSIMReplacement, contract.NumberExisting, contract.SIMPhysical}: {
		Steps:           wizard(replacementRequest, sameOwner, delivery),
		Phases:          replacing(parcel, customerActivates),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindESIMReplacement, contract.NumberExisting, contract.SIMEmbedded}: {
		Steps:           wizard(replacementRequest, ownerOfESIM),
		Phases:          replacing(profile),
		PointOfNoReturn: contract.StageDelivered,
	},
	{contract.KindMultiSIM, contract.NumberExisting, contract.SIMPhysical}: {
		Steps:           wizard(purchaseType, sameOwner, delivery),
		Phases:          phases(parcel, customerActivates, extraSIMAdded),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindMultiSIM, contract.NumberExisting, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, ownerOfESIM),
		Phases:          phases(profile, extraSIMAdded),
		PointOfNoReturn: contract.StageDelivered,
	},
}

// Parts of the wizard.
var (
	purchaseType       = []contract.Step{contract.StepPurchaseType}
	replacementRequest = []contract.Step{contract.StepReplacementRequest}
	number             = []contract.Step{contract.StepNumberSelection}
	port               = []contract.Step{contract.StepMNPNumberSelection}
	plan               = []contract.Step{contract.StepPlanSelection}
	who                = append([]contract.Step{contract.StepEligibilityCheck}, sameOwner...)
	whoOfESIM          = append([]contract.Step{contract.StepEligibilityCheck}, ownerOfESIM...)
	sameOwner          = []contract.Step{contract.StepIdentityValidation, contract.StepUserInformation} // the line has an owner
	ownerOfESIM        = []contract.Step{contract.StepIdentityValidation, contract.StepPersonalInformation}
	delivery           = []contract.Step{contract.StepDelivery}
	checkout           = []contract.Step{contract.StepOrderConfirmation, contract.StepPayment, contract.StepPaymentDetails, contract.StepOrderDetails}
)

// Parts of the phases.
var (
	portSubmitted     = []contract.Phase{contract.PhasePortSubmitted}
	donorApproved     = []contract.Phase{contract.PhaseDonorApproved}
	oldSIMSuspended   = []contract.Phase{contract.PhaseOldSIMSuspended}
	mayDispute        = []contract.Phase{contract.PhaseHolderMayDispute}
	parcel            = []contract.Phase{contract.PhaseSIMAllocated, contract.PhaseParcelDelivered}
	profile           = []contract.Phase{contract.PhaseProfileReady, contract.PhaseProfileInstalled}
	customerActivates = []contract.Phase{contract.PhaseCustomerActivates}
	lineOn            = []contract.Phase{contract.PhaseLineOn}
	activation        = []contract.Phase{contract.PhaseCustomerActivates, contract.PhaseLineOn}
	cutOver           = []contract.Phase{contract.PhaseNumberMoved}
	simTakenOver      = []contract.Phase{contract.PhaseSIMTakenOver}
	extraSIMAdded     = []contract.Phase{contract.PhaseExtraSIMAdded}
)

func wizard(parts ...[]contract.Step) []contract.Step {
	return slices.Concat(append(parts, checkout)...)
}

func phases(parts ...[]contract.Phase) []contract.Phase {
	between := slices.Concat(parts...)
	return slices.Concat([]contract.Phase{contract.PhasePaid, contract.PhasePlaced}, between, []contract.Phase{contract.PhaseCompleted})
}

// replacing wraps the phases of a new SIM with the takeover of the line; afterwards the line's holder may dispute it for a while.
func replacing(parts ...[]contract.Phase) []contract.Phase {
	taken := slices.Concat(oldSIMSuspended, slices.Concat(parts...), simTakenOver)
	return slices.Concat(phases(taken), mayDispute)
}

// PartnerMayRefuse tells whether the undo of a piece of work needs a partner that may have passed the point of no return already:
// the parcel was picked up, the profile downloaded, the number cut over. An order has only one such partner; with two, one could
// agree while the other refuses.
//
// parcelAsked is true once the courier was asked for a parcel, for any answer.
func PartnerMayRefuse(o contract.Order, work contract.Work, parcelAsked bool) bool {
	last := DefinitionOf(o).PointOfNoReturn
	switch work {
	case contract.WorkCancelParcel:
		return parcelAsked && last == contract.StageDispatched
	case contract.WorkCancelProfile:
		return IsProfileIssued(o) && last == contract.StageDelivered
	case contract.WorkWithdrawPort:
		return o.Port != nil && o.Port.Tries > 0
	default:
		return false
	}
}

// DefinitionOf returns the definition of an order's kind.
func DefinitionOf(o contract.Order) Definition { return Definitions[keyOf(o)] }

func keyOf(o contract.Order) Key {
	return Key{o.Kind, o.NumberSource, SIMTypeOf(o.Kind, o.SIMType)}
}

// SIMTypeOf returns the SIM type of a kind; only for a multi-SIM the customer chooses.
func SIMTypeOf(kind contract.Kind, chosen contract.SIMType) contract.SIMType {
	switch kind {
	case contract.KindSIM, contract.KindSIMReplacement:
		return contract.SIMPhysical
	case contract.KindESIM, contract.KindESIMReplacement:
		return contract.SIMEmbedded
	case contract.KindMultiSIM:
		return chosen
	default:
		return ""
	}
}

// Offered tells whether a kind of order is on offer.
func Offered(o contract.Order) bool {
	_, ok := Definitions[keyOf(o)]
	return ok
}

// ValidateStart refuses an order of a kind that is not on offer, or one with a number before the steps that come first.
func ValidateStart(o contract.Order, msisdn string) error {
	switch {
	case !Offered(o):
		return contract.Refuse(contract.FailKindNotOffered)
	case msisdn != "" && Next(o) != contract.StepNumberSelection:
		return contract.Refuse(contract.FailStepOutOfOrder)
	default:
		return nil
	}
}

// ContactStep returns the wizard step that asks for the customer's contact.
func ContactStep(o contract.Order) contract.Step {
	if keyOf(o).SIM == contract.SIMEmbedded {
		return contract.StepPersonalInformation
	}
	return contract.StepUserInformation
}

// HasPhase tells whether an order has a phase.
func HasPhase(o contract.Order, phase contract.Phase) bool {
	return slices.Contains(DefinitionOf(o).Phases, phase)
}

// MakesLine tells whether an order puts a new number in service.
func MakesLine(o contract.Order) bool { return o.NumberSource != contract.NumberExisting }

// stepsOf lists an order's steps; a bundled package skips the plan step (spec §2).
func stepsOf(o contract.Order) []contract.Step {
	var steps []contract.Step
	for _, step := range DefinitionOf(o).Steps {
		if step == contract.StepPlanSelection && o.PackageID != "" {
			continue
		}
		steps = append(steps, step)
	}
	return steps
}
