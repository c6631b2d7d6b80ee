package order

import (
	"strconv"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/notice"
	rules "selfcare/internal/domain/port"
)

// Messages returns the templates for a change of an order, in order.
func Messages(before, after contract.Order, limits contract.Limits) []string {
	var told []string
	for _, news := range []string{
		moneyNews(before, after), placeNews(before, after), parcelNews(before, after), profileNews(before, after, limits),
		portNews(before, after, limits), lateNews(before, after), endNews(before, after),
	} {
		if news != "" {
			told = append(told, news)
		}
	}
	return told
}

// Messages about a payment that bought nothing and went back.
const (
	messageLate   = "payment-late"
	messageDouble = "payment-double"
)

// moneyNews announces the refund of a second payment. A second payment without a first one was late, not double.
func moneyNews(before, after contract.Order) string {
	for _, p := range after.Payments {
		was := PaymentByID(before, p.ID)
		if !p.Double || p.Status != contract.PaymentRefunded || was == nil || was.Status == contract.PaymentRefunded {
			continue
		}
		if PaidPayment(after) == nil {
			return messageLate
		}
		return messageDouble
	}
	return ""
}

// placeNews is about the placed order, its number, and a hold.
func placeNews(before, after contract.Order) string {
	choosing := before.Stage == contract.StageWizard || before.Stage == contract.StageNumberLost
	switch {
	case needsSupport(before, after):
		return heldNews(after)
	case choosing && (after.Stage == contract.StagePlaced || after.Stage == contract.StagePreparing):
		return "order-placed"
	case before.Stage == contract.StageWizard && after.Stage == contract.StageNumberLost && after.Port == nil:
		return "number-lost"
	case after.Stage == contract.StageWizard && before.Booking != nil && !before.Booking.Expired && after.Booking != nil && after.Booking.Expired:
		return "hold-expired"
	default:
		return ""
	}
}

// heldNews asks the customer for another address where that helps, or not to accept a parcel that cannot be cancelled.
func heldNews(o contract.Order) string {
	switch {
	case CanCorrectAddress(o):
		return "address-refused"
	case IsRecalled(o):
		return "parcel-recalled"
	default:
		return "order-held"
	}
}

// needsSupport tells whether the order was held just now. A failure of our own database does not count: the workflow retries it,
// perhaps more than once.
func needsSupport(before, after contract.Order) bool {
	return before.Held == nil && after.Held != nil && after.Held.FailureCode != contract.FailUnavailable
}

func parcelNews(before, after contract.Order) string {
	if after.Shipment == nil {
		return ""
	}
	from, to := stageOf(before), stageOf(after)
	switch {
	case before.Shipment != nil && after.Shipment.Attempts > before.Shipment.Attempts:
		return "delivery-failed"
	case from == contract.StagePreparing && to == contract.StageDispatched:
		return "order-dispatched"
	case hasArrived(from) || to != contract.StageDelivered:
		return ""
	case HasPhase(after, contract.PhaseNumberMoved):
		return "order-delivered-port"
	default:
		return "order-delivered"
	}
}

// hasArrived tells whether the card was delivered. A switch that is rolled back returns an order to delivered.
func hasArrived(stage contract.Stage) bool {
	return stage == contract.StageDelivered || stage == contract.StagePorting || stage == contract.StageActive
}

// stageOf returns the stage of an order, and for a held order the stage before the hold.
func stageOf(o contract.Order) contract.Stage {
	if o.Stage == contract.StageHeld && o.Held != nil {
		return o.Held.From
	}
	return o.Stage
}

// profileNews asks the customer to request another profile, if the customer still can; otherwise support does it.
func profileNews(before, after contract.Order, limits contract.Limits) string {
	if after.Profile == nil || before.Profile == nil {
		return ""
	}
	failed := after.Profile.State == contract.ProfileError &&
		(before.Profile.State != after.Profile.State || before.Profile.ErrorCode != after.Profile.ErrorCode)
	switch {
	case after.Profile.Issued > before.Profile.Issued && after.Profile.State == contract.ProfileReleased:
		return CodeMessage(after)
	case failed && ReissuesLeft(after, limits.Reissues) > 0:
		return "esim-failed"
	default:
		return ""
	}
}

// CodeMessage returns the template with an eSIM's code. For a number that is ported in, it says that the eSIM works after the
// switch.
func CodeMessage(o contract.Order) string {
	if HasPhase(o, contract.PhaseNumberMoved) {
		return "esim-ready-port"
	}
	return "esim-ready"
}

func portNews(before, after contract.Order, limits contract.Limits) string {
	if before.Port == nil || after.Port == nil || after.Stage == contract.StageWizard {
		return ""
	}
	was, is := *before.Port, *after.Port
	same := is.Status == was.Status && is.Tries == was.Tries
	switch {
	case is.Escalated && !was.Escalated:
		return "port-delayed"
	case same && is.Window != was.Window && is.CutOverAt.IsZero():
		return "port-window-chosen"
	case same && is.Window != was.Window:
		return "port-rescheduled"
	case same:
		return ""
	case is.Status == contract.PortRejected && rules.Correctable(is, limits.PortTries):
		return "port-rejected"
	default:
		return portMessages[is.Status]
	}
}

var portMessages = map[contract.PortStatus]string{
	contract.PortSubmitted: "port-submitted", contract.PortApproved: "port-approved", contract.PortRolledBack: "port-postponed",
}

// endNews announces the end of an order: the product works, or the money was refunded. The end of an unpaid draft only says that
// it is closed.
func endNews(before, after contract.Order) string {
	switch {
	case before.Refund != nil && !before.Refund.Done() && after.Refund.Done() && after.Refund.Reward > 0:
		return notice.RefundedInvited
	case before.Refund != nil && !before.Refund.Done() && after.Refund.Done():
		return notice.Refunded
	case stageOf(before) != contract.StageActive && after.Stage == contract.StageActive:
		return welcome(after)
	case before.Ended == nil && after.Ended != nil:
		return cancelNotice(*after.Ended)
	default:
		return ""
	}
}

func welcome(o contract.Order) string {
	switch {
	case o.ExtraSIM != nil:
		return "extra-sim-active"
	case o.Replacement != nil:
		return "new-sim-active"
	default:
		return notice.Welcome
	}
}

func cancelNotice(ended contract.Ended) string {
	switch {
	case ended.Reason == contract.EndedPromiseMissed:
		return "esim-promise-missed"
	case ended.Reason == contract.EndedPortRejected:
		return "order-cancelled-port"
	case ended.Refunded > 0 || ended.Reason == contract.EndedReturned: // paid, even if the delivery fee took all of the refund
		return "order-cancelled"
	case ended.Reason == contract.EndedNeverPaid:
		return "order-abandoned"
	default:
		return "order-cancelled-unpaid"
	}
}

// Notices builds messages to an order's customer; none before the customer has given a contact.
func Notices(o contract.Order, limits contract.Limits, templates ...string) []contract.Notice {
	if o.Contact == nil {
		return nil
	}
	mobile, email := toldAt(o)
	notices := make([]contract.Notice, len(templates))
	for i, template := range templates {
		notices[i] = contract.Notice{
			OrderID: o.ID, Key: MessageKey(o, template), Template: template, Language: o.Language,
			Mobile: mobile, Email: email, Name: GreetedName(o), Params: paramsOf(o, limits, template), Reason: PortTrouble(o),
			Opens: o.ID, Invoice: Receipted(o) != nil,
		}
	}
	return notices
}

// toldAt returns the addresses of an order's customer. Until the payment, an unproved address is left out when another one is
// proved, because it may belong to a stranger.
func toldAt(o contract.Order) (mobile, email string) {
	if shown := VerifiedContact(o.Contact); !isPaid(o) && (shown.Mobile != "" || shown.Email != "") {
		return shown.Mobile, shown.Email
	}
	return o.Contact.Mobile, o.Contact.Email
}

// GreetedName returns the customer's name for e-mails. Until the payment it is empty for an unproved e-mail: a stranger must not get
// the sender's text in our name.
func GreetedName(o contract.Order) string {
	if o.Contact == nil || !isPaid(o) && VerifiedContact(o.Contact).Email == "" {
		return ""
	}
	return o.Contact.FullName
}

// paramsOf returns the parameters of one message. A payment that bought nothing goes back with its own amount: the price of the
// order may have changed since.
func paramsOf(o contract.Order, limits contract.Limits, template string) map[string]string {
	params := MessageParams(o, limits)
	if template == messageLate || template == messageDouble {
		for _, p := range o.Payments {
			if p.Double && p.Status == contract.PaymentRefunded {
				params["price"] = money.Riyals(p.Amount)
			}
		}
	}
	return params
}

// MessageKey distinguishes the same message about two changes of an order.
func MessageKey(o contract.Order, template string) string {
	return template + "-" + strconv.FormatInt(o.Seq, 10)
}

// MessageParams returns the parameters of messages about an order.
func MessageParams(o contract.Order, limits contract.Limits) map[string]string {
	params := map[string]string{"order": o.Number}
	if number := MSISDN(o); number != "" {
		params["msisdn"] = number
	}
	if o.Shipment != nil {
		params["airwayBill"] = o.Shipment.AirwayBill
		params["attempt"], params["attempts"] = strconv.Itoa(o.Shipment.Attempts), strconv.Itoa(limits.DeliveryAttempts)
	}
	if IsProfileIssued(o) {
		params["smdpAddress"], params["activationCode"] = o.Profile.SMDPAddress, o.Profile.MatchingID
	}
	if o.Port != nil && !o.Port.CutOverAt.IsZero() {
		params["when"] = o.Port.CutOverAt.In(calendar.Riyadh).Format(contract.MomentLayout)
	}
	if until := chooseUntil(o); !until.IsZero() {
		params["until"] = until.In(calendar.Riyadh).Format(contract.MomentLayout)
	}
	if o.Late != nil {
		params["by"] = o.Late.ExpectedBy.In(calendar.Riyadh).Format(contract.MomentLayout)
	}
	if o.Price != nil {
		params["price"] = money.Riyals(o.Price.Total)
	}
	if o.Ended != nil {
		params["amount"] = money.Riyals(o.Ended.Refunded)
	}
	if o.Refund.Done() {
		params["amount"], params["reward"] = money.Riyals(o.Refund.Amount), money.Riyals(o.Refund.Reward)
	}
	return params
}
