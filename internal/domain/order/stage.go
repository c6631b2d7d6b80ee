package order

import (
	"slices"

	"selfcare/internal/contract"
)

// CanCancel tells whether the customer may still cancel the order: until the point of no return of its kind.
func CanCancel(o contract.Order) bool {
	if IsRecalled(o) {
		return false
	}
	stage := o.Stage
	if stage == contract.StageHeld && o.Held != nil {
		stage = o.Held.From
	}
	at := slices.Index(forward, stage)
	return at >= 0 && at < slices.Index(forward, DefinitionOf(o).PointOfNoReturn)
}

// IsRecalled tells whether the customer cancelled the order, and the courier does not cancel its parcel: the parcel decides now. If it
// comes back, or support has it stopped, the order ends; if it is delivered, the order continues.
func IsRecalled(o contract.Order) bool {
	return o.Held != nil && o.Held.FailureCode == contract.FailParcelWithCourier
}

// CalledOff tells whether an order is being undone, or ended without success; also while its compensation is held.
func CalledOff(o contract.Order) bool {
	switch stageOf(o) {
	case contract.StageCancelling, contract.StageCancelled, contract.StageAbandoned:
		return true
	default:
		return false
	}
}

// forward lists the stages of an order without trouble.
var forward = []contract.Stage{
	contract.StageWizard, contract.StageNumberLost, contract.StagePlaced, contract.StagePreparing,
	contract.StageDispatched, contract.StageDelivered, contract.StagePorting, contract.StageActive,
}

// CustomerStatus returns one of the specification's four states: placed, preparing, dispatched, delivered; empty outside of them.
func CustomerStatus(o contract.Order) string {
	switch o.Stage {
	case contract.StagePlaced, contract.StageNumberLost:
		return "placed"
	case contract.StagePreparing:
		return "preparing"
	case contract.StageDispatched:
		return "dispatched"
	case contract.StageDelivered, contract.StagePorting, contract.StageActive:
		return "delivered"
	case contract.StageHeld:
		if o.Held == nil {
			return ""
		}
		o.Stage = o.Held.From
		return CustomerStatus(o)
	default:
		return ""
	}
}

// ValidateActivation refuses an activation before the delivery, or without a fresh proof of identity.
func ValidateActivation(o contract.Order) error {
	switch {
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case HasPhase(o, contract.PhaseNumberMoved): // the cut-over switches the line on
		return contract.Refuse(contract.FailStepOutOfOrder)
	case o.Stage == contract.StageHeld && o.Held.From == contract.StageDelivered:
		return contract.Refuse(contract.FailActivation)
	case o.Stage != contract.StageDelivered:
		return contract.Refuse(contract.FailNotDelivered)
	case !IdentityProven(o, contract.PurposeActivation):
		return contract.Refuse(contract.FailIdentityRequired)
	default:
		return nil
	}
}

// WaitsForItsCard tells whether the card has arrived and the customer has to activate the line. It is false for an eSIM, which
// has no card in the owner's hands.
func WaitsForItsCard(o contract.Order) bool {
	return o.Stage == contract.StageDelivered && o.SIM != nil && MSISDN(o) != "" && HasPhase(o, contract.PhaseCustomerActivates)
}

// MatchCard refuses an activation with another card than the order's. It compares the PUK when it is given.
func MatchCard(o contract.Order, in contract.ActivationRequest) error {
	switch {
	case o.SIM == nil || o.SIM.ICCID != in.ICCID:
		return contract.RefuseField("iccid", contract.FailICCIDMismatch)
	case in.PUK1 != "" && in.PUK1 != o.SIM.PUK1:
		return contract.RefuseField("puk1", contract.FailPUKMismatch)
	default:
		return nil
	}
}

// ActivatesSIM tells whether a piece of work puts the new SIM in service.
func ActivatesSIM(work contract.Work) bool {
	return work == contract.WorkActivate || work == contract.WorkTakeOver || work == contract.WorkAddExtraSIM
}

// IdentityPurpose returns the purpose of a new identity request, or refuses the request.
func IdentityPurpose(o contract.Order, maxTries int) (string, error) {
	purpose := contract.PurposeActivation
	if o.Stage != contract.StageDelivered {
		purpose = contract.PurposeOrder
		if err := ValidateStep(o, contract.StepIdentityValidation); err != nil {
			return "", err
		}
		if code := Barred(o); code != "" {
			return "", contract.Refuse(code)
		}
	}
	if TriesMade(o, purpose) >= maxTries {
		return "", contract.Refuse(contract.FailIdentityTries)
	}
	if o.Identity != nil && o.Identity.Status == contract.IdentityWaiting {
		return "", contract.Refuse(contract.FailIdentityInProgress)
	}
	return purpose, nil
}

// AwaitsAnswer tells whether the app's answer to a request is still unknown.
func AwaitsAnswer(i contract.Identity) bool {
	return i.Status == contract.IdentityWaiting || i.Status == contract.IdentityUnknown
}

// WithAnswer records the answer to a request. A request whose answer the app cannot tell does not count as a try, because the
// customer may have answered it.
func WithAnswer(i contract.Identity, status contract.IdentityStatus) contract.Identity {
	switch {
	case status == contract.IdentityUnknown && i.Status != contract.IdentityUnknown:
		i.Tries--
	case status != contract.IdentityUnknown && i.Status == contract.IdentityUnknown:
		i.Tries++
	}
	i.Status = status
	return i
}

// TriesMade counts the identity requests sent for a purpose.
func TriesMade(o contract.Order, purpose string) int {
	if o.Identity == nil || o.Identity.Purpose != purpose {
		return 0
	}
	return o.Identity.Tries
}

// ValidateResolution refuses a decision that the held order does not allow.
func ValidateResolution(o contract.Order, r contract.Resolution) error {
	switch {
	case o.Stage != contract.StageHeld || o.Held == nil:
		return contract.Refuse(contract.FailNotHeld)
	case r.Action == contract.ResolveSkip && !o.Held.CanSkip,
		r.Action == contract.ResolveCancel && !undoable(*o.Held),
		r.Action == contract.ResolveAmend && !ParcelCancellable(o) && !isParcelCancelled(o),
		r.Action == contract.ResolveAmend && r.Amendments == nil:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	default:
		return nil
	}
}

// ValidateAddressCorrection refuses another address from the customer once the parcel has left us. Until then it is taken from a
// customer who has paid, also after the courier refused the former address.
func ValidateAddressCorrection(o contract.Order) error {
	switch {
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case CanCorrectAddress(o), CanChangeAddress(o):
		return nil
	default:
		return contract.Refuse(contract.FailAddressFixed)
	}
}

// CanCorrectAddress tells whether the next step is the customer's: another address for a parcel that the courier refused.
func CanCorrectAddress(o contract.Order) bool {
	return o.Stage == contract.StageHeld && o.Held != nil && o.Held.Work == contract.WorkShip &&
		o.Held.FailureCode == contract.FailCourierRefused && goesHome(o) &&
		(o.Shipment == nil || isParcelCancelled(o))
}

// isParcelCancelled tells whether the courier has called the parcel off: the card is with us, and goes out with the next parcel.
func isParcelCancelled(o contract.Order) bool {
	return o.Shipment != nil && o.Shipment.Status == contract.ShipmentCancelled
}

// CanChangeAddress tells whether the parcel of a paid order waits for its courier, so that it may still go elsewhere. The courier is
// asked if it is booked.
func CanChangeAddress(o contract.Order) bool {
	return (o.Stage == contract.StagePlaced || o.Stage == contract.StagePreparing) && goesHome(o) && ParcelCancellable(o)
}

func goesHome(o contract.Order) bool {
	return o.Delivery != nil && o.Delivery.Method == contract.DeliverHome
}

// undoable tells whether support can call off a held order.
func undoable(held contract.Held) bool {
	switch held.From {
	case contract.StageCancelling:
		return false
	case contract.StagePorting: // the number has moved, or may have moved
		return false
	case contract.StageActive: // completed
		return false
	default:
		return held.Work != contract.WorkRefund // we still owe the refund
	}
}

// WithSIM sets the order's card. After a repeated call the order may be further already: the stage never moves backwards.
func WithSIM(o contract.Order, card contract.SIM) contract.Order {
	o.SIM = &card
	if stageOf(o) == contract.StagePlaced {
		o.Stage = contract.StagePreparing
	}
	return o
}

// WithShipment sets the courier's state; a held order will resume from the stage that the parcel has reached.
func WithShipment(o contract.Order, s contract.Shipment) contract.Order {
	o.Shipment = &s
	if o.Stage == contract.StageHeld && o.Held != nil {
		held := *o.Held
		held.From = stageAfterScan(held.From, s.Status)
		o.Held = &held
		return o
	}
	o.Stage = stageAfterScan(o.Stage, s.Status)
	return o
}

// ParcelCancellable tells whether the courier may still return the parcel: a parcel that has left us with the card cannot be sent
// again.
func ParcelCancellable(o contract.Order) bool {
	return (o.Shipment == nil || o.Shipment.Status == contract.ShipmentBooked) && !IsRecalled(o)
}

// ScanMoves ignores scans older than the known one; failed attempts and new tries may alternate.
func ScanMoves(last, scan contract.ShipmentStatus) bool {
	from, to := slices.Index(parcelWay, last), slices.Index(parcelWay, scan)
	if last == contract.ShipmentFailedAttempt && scan == contract.ShipmentOutForDelivery {
		return true
	}
	return !parcelEnds(last) && to >= from
}

// HasParcelReached tells whether a parcel has reached a state, or a later one.
func HasParcelReached(known *contract.Shipment, to contract.Shipment) bool {
	if known == nil || known.AirwayBill != to.AirwayBill {
		return false
	}
	return known.Attempts >= to.Attempts && known.Status == to.Status || !ScanMoves(known.Status, to.Status)
}

// profileWay lists the states of an eSIM profile on its way to a phone. An error may come at any time, and may pass.
var profileWay = []contract.ProfileState{contract.ProfileReleased, contract.ProfileDownloaded, contract.ProfileInstalled}

// HasProfileReached tells whether a profile has reached a state, or a later one.
func HasProfileReached(known *contract.Profile, to contract.Profile) bool {
	if known == nil || known.ICCID != to.ICCID {
		return false
	}
	is, wanted := slices.Index(profileWay, known.State), slices.Index(profileWay, to.State)
	return known.State == to.State && known.ErrorCode == to.ErrorCode || wanted >= 0 && is > wanted
}

// parcelWay lists the states of a parcel; the last three are final.
var parcelWay = []contract.ShipmentStatus{
	contract.ShipmentBooked, contract.ShipmentPickedUp, contract.ShipmentInTransit, contract.ShipmentOutForDelivery,
	contract.ShipmentFailedAttempt, contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled,
}

func parcelEnds(s contract.ShipmentStatus) bool {
	return slices.Index(parcelWay, s) >= slices.Index(parcelWay, contract.ShipmentDelivered)
}

// ParcelWithUs tells whether the card is still, or again, in our hands.
func ParcelWithUs(o contract.Order) bool {
	if o.Shipment == nil {
		return true
	}
	switch o.Shipment.Status {
	case contract.ShipmentBooked, contract.ShipmentReturned, contract.ShipmentCancelled:
		return true
	default:
		return false
	}
}

// stageAfterScan moves the stage forwards with the parcel: a late scan changes nothing.
func stageAfterScan(stage contract.Stage, scan contract.ShipmentStatus) contract.Stage {
	switch scan {
	case contract.ShipmentPickedUp, contract.ShipmentInTransit, contract.ShipmentOutForDelivery, contract.ShipmentFailedAttempt:
		if stage == contract.StagePreparing {
			return contract.StageDispatched
		}
	case contract.ShipmentDelivered:
		if stage == contract.StagePreparing || stage == contract.StageDispatched {
			return contract.StageDelivered
		}
	case contract.ShipmentBooked, contract.ShipmentReturned, contract.ShipmentCancelled:
	}
	return stage
}

// Resumed returns a held order to its stage before the hold, with the corrections of support.
func Resumed(o contract.Order, r contract.Resolution) contract.Order {
	o.Stage, o.Held = o.Held.From, nil
	if r.Action != contract.ResolveAmend || r.Amendments == nil {
		return o
	}
	if r.Amendments.Contact != nil {
		o.Contact = r.Amendments.Contact
	}
	if r.Amendments.Device != nil {
		o.Device = r.Amendments.Device
	}
	if r.Amendments.Address != nil && o.Delivery != nil {
		delivery := *o.Delivery
		delivery.Method, delivery.Address = contract.DeliverHome, r.Amendments.Address
		delivery.BranchID, delivery.Branch = "", ""
		o.Delivery = &delivery
	}
	return o
}

// AmountKept returns the part of the order's payment that we keep after a refund: all of it when nothing was refunded.
func AmountKept(o contract.Order, refunded contract.Halalas) contract.Halalas {
	if paid := PaidPayment(o); paid != nil {
		return paid.Amount
	}
	if refunded == 0 {
		return 0
	}
	for _, p := range o.Payments {
		if p.Status == contract.PaymentRefunded && !p.Double {
			return p.Amount - refunded
		}
	}
	return 0
}

// CanSkip tells which held work can be skipped: compensations that a person did by hand elsewhere. Work that the customer paid
// for cannot be skipped.
func CanSkip(work contract.Work) bool {
	switch work {
	case contract.WorkRefund, contract.WorkCancelParcel, contract.WorkReturnSIM, contract.WorkDeactivate:
		return true
	case contract.WorkWithdrawPort, contract.WorkCancelProfile, contract.WorkRestoreSIM:
		return true
	case contract.WorkFollowProfile: // the customer told support that it is installed
		return true
	case contract.WorkRemoveExtraSIM, contract.WorkAnswerDispute:
		return true
	case contract.WorkAwaitActivation:
		return false
	case contract.WorkSellNumber, contract.WorkAllocateSIM, contract.WorkShip, contract.WorkActivate, contract.WorkReleaseNumber, contract.WorkComplete:
		return false
	default:
		return false
	}
}

// IsSamePlace tells that a courier would bring a parcel to the same door with the same notes.
func IsSamePlace(one, other contract.Address) bool {
	texts := func(a contract.Address) []string {
		return []string{a.City, a.Area, a.Street, a.BuildingNumber, a.ApartmentNumber, a.Notes, a.ShortAddress, a.Postcode, a.AdditionalNumber}
	}
	isSame := func(one, other *float64) bool {
		return one == other || one != nil && other != nil && *one == *other
	}
	return slices.Equal(texts(one), texts(other)) && isSame(one.Latitude, other.Latitude) && isSame(one.Longitude, other.Longitude)
}
