// Package order holds the rules of an order as pure functions: which steps it has, what may happen when, what it costs.
package order

import (
	"slices"

	"selfcare/internal/contract"
)

// Definition says how one kind of order runs.
type Definition struct {
	Steps    []contract.Step    // what the customer answers
	Chapters []contract.Chapter // what happens, the wizard being the first
	// PointOfNoReturn is the first stage in which the customer cannot cancel any more.
	PointOfNoReturn contract.Stage
}

// Key names a kind of order by what is ordered, where its number comes from and what the line will run on.
type Key struct {
	Kind   contract.Kind
	Source contract.NumberSource
	SIM    contract.SIMType
}

// definitions is the table of all kinds on offer; the wizard, the API and the workflow read it.
var definitions = map[Key]Definition{
	{contract.KindSIM, contract.NumberNew, contract.SIMPhysical}: {
		Steps:           wizard(number, plan, who, delivery),
		Chapters:        story(parcel, activation),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindSIM, contract.NumberPortIn, contract.SIMPhysical}: {
		Steps:           wizard(port, plan, who, delivery),
		Chapters:        story(portSubmitted, donorApproved, parcel, cutOver),
		PointOfNoReturn: contract.StagePorting,
	},
	{contract.KindESIM, contract.NumberNew, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, number, plan, who),
		Chapters:        story(profile, lineOn),
		PointOfNoReturn: contract.StageDelivered,
	},
	{contract.KindESIM, contract.NumberPortIn, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, port, plan, who),
		Chapters:        story(portSubmitted, profile, donorApproved, cutOver),
		PointOfNoReturn: contract.StagePorting,
	},
	{contract.KindSIMReplacement, contract.NumberExisting, contract.SIMPhysical}: {
		Steps:           wizard(replacementRequest, sameOwner, delivery),
		Chapters:        replacing(parcel, customerActivates),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindESIMReplacement, contract.NumberExisting, contract.SIMEmbedded}: {
		Steps:           wizard(replacementRequest, sameOwner),
		Chapters:        replacing(profile),
		PointOfNoReturn: contract.StageDelivered,
	},
	{contract.KindMultiSIM, contract.NumberExisting, contract.SIMPhysical}: {
		Steps:           wizard(purchaseType, sameOwner, delivery),
		Chapters:        story(parcel, customerActivates, extraSIMAdded),
		PointOfNoReturn: contract.StageDispatched,
	},
	{contract.KindMultiSIM, contract.NumberExisting, contract.SIMEmbedded}: {
		Steps:           wizard(purchaseType, sameOwner),
		Chapters:        story(profile, extraSIMAdded),
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
	who                = []contract.Step{contract.StepEligibilityCheck, contract.StepIdentityValidation, contract.StepPersonalInformation}
	sameOwner          = []contract.Step{contract.StepIdentityValidation, contract.StepPersonalInformation} // the line says who it is
	delivery           = []contract.Step{contract.StepDelivery}
	checkout           = []contract.Step{contract.StepOrderConfirmation, contract.StepPayment, contract.StepOrderDetails}
)

// Parts of the story.
var (
	portSubmitted     = []contract.Chapter{contract.ChapterPortSubmitted}
	donorApproved     = []contract.Chapter{contract.ChapterDonorApproved}
	oldSIMSuspended   = []contract.Chapter{contract.ChapterOldSIMSuspended}
	mayDispute        = []contract.Chapter{contract.ChapterHolderMayDispute}
	parcel            = []contract.Chapter{contract.ChapterSIMAllocated, contract.ChapterParcelDelivered}
	profile           = []contract.Chapter{contract.ChapterProfileReady, contract.ChapterProfileInstalled}
	customerActivates = []contract.Chapter{contract.ChapterCustomerActivates}
	lineOn            = []contract.Chapter{contract.ChapterLineOn}
	activation        = []contract.Chapter{contract.ChapterCustomerActivates, contract.ChapterLineOn}
	cutOver           = []contract.Chapter{contract.ChapterNumberMoved}
	simTakenOver      = []contract.Chapter{contract.ChapterSIMTakenOver}
	extraSIMAdded     = []contract.Chapter{contract.ChapterExtraSIMAdded}
)

func wizard(parts ...[]contract.Step) []contract.Step {
	return slices.Concat(append(parts, checkout)...)
}

func story(parts ...[]contract.Chapter) []contract.Chapter {
	chapters := slices.Concat(parts...)
	return slices.Concat([]contract.Chapter{contract.ChapterPaid, contract.ChapterPlaced}, chapters, []contract.Chapter{contract.ChapterCompleted})
}

// replacing wraps how the new SIM comes into taking the line over; afterwards whoever holds the line may object for a while.
func replacing(parts ...[]contract.Chapter) []contract.Chapter {
	chapters := slices.Concat(oldSIMSuspended, slices.Concat(parts...), simTakenOver)
	return slices.Concat(story(chapters), mayDispute)
}

// undoneBy says what takes a chapter back. It is noted before the chapter begins and does nothing where there was no effect.
var undoneBy = map[contract.Chapter][]contract.Work{
	contract.ChapterPaid:            {contract.WorkReleaseNumber, contract.WorkRefund},
	contract.ChapterPortSubmitted:   {contract.WorkWithdrawPort},
	contract.ChapterOldSIMSuspended: {contract.WorkRestoreSIM},
	contract.ChapterSIMAllocated:    {contract.WorkReturnSIM},
	contract.ChapterParcelDelivered: {contract.WorkCancelParcel},
	contract.ChapterProfileReady:    {contract.WorkCancelProfile},
	contract.ChapterLineOn:          {contract.WorkDeactivate},
	contract.ChapterExtraSIMAdded:   {contract.WorkRemoveExtraSIM},
}

// UndoneBy lists what takes a chapter back, in the order it is noted; undoing runs the other way round.
func UndoneBy(chapter contract.Chapter) []contract.Work { return undoneBy[chapter] }

// PartnerMayRefuse tells whether taking a piece of work back needs a partner that may have passed the order's point of no
// return already: the parcel was picked up, the profile downloaded, the number cut over. There is one such partner: were
// there two, one could agree and the other refuse.
//
// parcelAsked: the courier was asked for a parcel, whatever it answered.
func PartnerMayRefuse(o contract.Order, work contract.Work, parcelAsked bool) bool {
	last := Of(o).PointOfNoReturn
	switch work {
	case contract.WorkCancelParcel:
		return parcelAsked && last == contract.StageDispatched
	case contract.WorkCancelProfile:
		return ProfileOut(o) && last == contract.StageDelivered
	case contract.WorkWithdrawPort:
		return o.Port != nil && o.Port.Tries > 0
	default:
		return false
	}
}

// Kinds lists every kind on offer.
func Kinds() []Key {
	keys := make([]Key, 0, len(definitions))
	for key := range definitions {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compare)
	return keys
}

func compare(a, b Key) int {
	return slices.Compare(
		[]string{string(a.Kind), string(a.Source), string(a.SIM)}, []string{string(b.Kind), string(b.Source), string(b.SIM)})
}

// Of is the definition of an order's kind.
func Of(o contract.Order) Definition { return definitions[keyOf(o)] }

// Defined is the definition of a kind.
func Defined(key Key) Definition { return definitions[key] }

func keyOf(o contract.Order) Key {
	return Key{o.Kind, o.NumberSource, SIMTypeOf(o.Kind, o.SIMType)}
}

// SIMTypeOf says what a kind runs on; only multi-SIMs let the customer choose.
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

// Offered tells whether an order can be started as it is asked for.
func Offered(o contract.Order) bool {
	_, ok := definitions[keyOf(o)]
	return ok
}

// MayStart refuses an order that cannot begin as it is asked for: of a kind not on offer, or with a number before the
// steps that come first.
func MayStart(o contract.Order, msisdn string) error {
	switch {
	case !Offered(o):
		return contract.Refuse(contract.FailKindNotOffered)
	case msisdn != "" && Next(o) != contract.StepNumberSelection:
		return contract.Refuse(contract.FailStepOutOfOrder)
	default:
		return nil
	}
}

// Has tells whether an order's story has a chapter.
func Has(o contract.Order, chapter contract.Chapter) bool {
	return slices.Contains(Of(o).Chapters, chapter)
}

// MakesLine tells whether an order puts a number in service that was not before.
func MakesLine(o contract.Order) bool { return o.NumberSource != contract.NumberExisting }

// stepsOf lists an order's steps; a bundled package leaves the plan step out (spec §2).
func stepsOf(o contract.Order) []contract.Step {
	var steps []contract.Step
	for _, step := range Of(o).Steps {
		if step == contract.StepPlanSelection && o.PackageID != "" {
			continue
		}
		steps = append(steps, step)
	}
	return steps
}
