package bench

// What Temporal writes into a history. No arrangement of the same work can do with less.
const (
	runEvents        = 2 // started, completed
	taskEvents       = 3 // scheduled, started, completed: each thing that arrives from outside wakes the workflow once
	updateEvents     = 2 // accepted, completed
	localEvents      = 1 // marker with the local activity's result
	activityEvents   = 3 // scheduled, started, completed
	signalEvents     = 1
	timerEvents      = 2 // started, then fired or cancelled
	childEvents      = 3 // in the parent: initiated, started, completed
	tellEvents       = 2 // signal to another workflow: initiated, signalled
	attributesEvents = 1 // search attributes upserted
)

// regular is a regular activity: its result wakes the workflow. k of them in sequence make 5 + 6k events.
const regular = activityEvents + taskEvents

// step is an update that one local activity answers.
const step = taskEvents + updateEvents + localEvents

// askedStep is a step that asks an outside system before it is answered.
const askedStep = step + regular

// heard is a message from outside that is written down.
const heard = signalEvents + taskEvents + localEvents

// told is a message to another workflow; the server wakes the sender when it has arrived.
const told = tellEvents + taskEvents

// child is a child workflow in its parent: the server wakes the parent when it has started and when it has ended.
const child = childEvents + 2*taskEvents

// identityProof is a request to the identity app, a limit for its answer, and the answer.
const identityProof = askedStep + timerEvents + heard

// Flow is what one order has to do. What differs between orders is counted here; the rest is the same for all.
type Flow struct {
	Challenge bool // the bank asks for 3-D Secure
	ESIM      bool // an eSIM, installed at the first try, in place of a parcel
	Scans     int  // of the courier, from picked up to delivered
	Notices   int  // messages to the customer
}

// Floor is the least number of events, in all its workflows, that an order needs for the steps of its specification.
type Floor struct {
	Order    int `json:"order"`
	Payment  int `json:"payment"`
	Shipment int `json:"shipment"`
	Profile  int `json:"profile"`
}

// Total is the floor of the whole order.
func (f Floor) Total() int { return f.Order + f.Payment + f.Shipment + f.Profile }

// FloorOf computes the floor of a flow.
func FloorOf(f Flow) Floor {
	if f.ESIM {
		return Floor{Order: eSIMOrderFloor(f), Payment: paymentFloor(f), Profile: profileFloor()}
	}
	return Floor{Order: orderFloor(f), Payment: paymentFloor(f), Shipment: shipmentFloor(f)}
}

// wizardToPrice are the steps both kinds have: number to contact, and the confirmation.
const wizardToPrice = step + // number, together with the start and the phone of an eSIM
	timerEvents + // the hold ends by itself; looked at again when it fires, it serves extensions and the draft too
	step + // plan
	askedStep + // eligibility: the person registry
	identityProof +
	2*step // contact, confirmation

const pay = updateEvents + taskEvents + localEvents + // the attempt is written before money moves
	child + localEvents // its outcome; selling the number belongs to the same transaction

func orderFloor(f Flow) int {
	const (
		wizard = wizardToPrice + step // delivery
		fulfil = localEvents +        // card from stock
			child + localEvents + // shipment, delivered
			heard + // airway bill: tracking begins
			heard // picked up: from now on the order cannot be called off
		activate = timerEvents + // reminder
			identityProof +
			askedStep // the network; comparing the card needs no event
		attributes = 4 * attributesEvents // the stages placed or preparing, dispatched, delivered, active
	)
	events := runEvents + wizard + pay + fulfil + activate + attributes + f.Notices*regular
	if f.Challenge {
		events += heard // the bank's page, which the customer has to see
	}
	return events
}

func paymentFloor(f Flow) int {
	events := runEvents + taskEvents + regular // the charge
	if f.Challenge {
		events += told + // the bank's page
			timerEvents + // it may never be answered
			signalEvents + taskEvents + // the provider reports
			regular // inquiry: a report is only a reason to ask
	}
	return events
}

func shipmentFloor(f Flow) int {
	const (
		book = regular + told // airway bill
		dues = timerEvents    // a silent parcel is asked after; looked at again when it fires
		scan = heard          // written where it is heard
	)
	// Picked up is passed on instead of written here; delivered is passed on by the end of the workflow.
	passedOn := (told - localEvents) - localEvents
	return runEvents + taskEvents + book + dues + f.Scans*scan + passedOn
}
