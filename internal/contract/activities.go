package contract

import "time"

// Event is one line of the customer's timeline; Key has a text in each language.
type Event struct {
	Key    string            `json:"key"`
	Params map[string]string `json:"params,omitempty"`
}

// MomentLayout is how a time is kept as a parameter of a text: in Riyadh, worded in the language it is told in.
const MomentLayout = "2006-01-02 15:04"

// Opening is the input of OpenOrder.
type Opening struct {
	Session []byte `json:"session"`
	Subject string `json:"subject,omitempty"`
	MSISDN  string `json:"msisdn,omitempty"` // booked at once where given
}

// FoundOrder is the order as our database has it; Written is false where there is none.
type FoundOrder struct {
	Order   Order `json:"order"`
	Written bool  `json:"written"`
}

// At says when something is done, by the workflow's clock, so that a repeated activity writes the same.
type At struct {
	Now  time.Time `json:"now"`
	Step string    `json:"step,omitempty"` // id of the update that it is part of
}

// Booked is the input of BookNumber and ExtendHold.
type Booked struct {
	At
	MSISDN  string        `json:"msisdn,omitempty"`
	HoldFor time.Duration `json:"holdFor"`
	HoldCap time.Duration `json:"holdCap"`
}

// PlanChosen is the input of ChoosePlan.
type PlanChosen struct {
	At
	PlanID string `json:"planId"`
}

// PersonFound is the registry's answer joined to the claim it was asked with.
type PersonFound struct {
	At
	Claim      EligibilityClaim `json:"claim"`
	FullNameEn string           `json:"fullNameEn"`
	FullNameAr string           `json:"fullNameAr"`
	Gender     Gender           `json:"gender,omitempty"`
	SIMCount   int              `json:"simCount"` // lines of all operators under the ID
	Blocked    bool             `json:"blocked"`
	BornOn     string           `json:"bornOn,omitempty"` // the registry's Gregorian day, where the claim's Hijri date is another one
}

// ContactGiven is the input of SaveContact.
type ContactGiven struct {
	At
	Contact Contact `json:"contact"`
}

// DeliveryChosen is the input of ChooseDelivery.
type DeliveryChosen struct {
	At
	Choice DeliveryChoice `json:"choice"`
}

// PriceConfirmed is the input of ConfirmPrice.
type PriceConfirmed struct {
	At
	Confirmation Confirmation `json:"confirmation"`
}

// IdentityMoved is the input of SaveIdentity; HoldFor keeps the number while the request is open.
type IdentityMoved struct {
	At
	Identity Identity      `json:"identity"`
	HoldFor  time.Duration `json:"holdFor,omitempty"`
	HoldCap  time.Duration `json:"holdCap,omitempty"`
}

// PaymentMoved is the input of OpenPayment and RecordPayment; HoldFor keeps the number while the payment is open.
type PaymentMoved struct {
	At
	Payment Payment       `json:"payment"`
	HoldFor time.Duration `json:"holdFor,omitempty"`
	HoldCap time.Duration `json:"holdCap,omitempty"`
	// PromiseWithin is how soon after the payment an eSIM is ready, where the order has one.
	PromiseWithin time.Duration `json:"promiseWithin,omitempty"`
	// ChooseWithin is how soon another number is chosen, where the one that was paid for is gone.
	ChooseWithin time.Duration `json:"chooseWithin,omitempty"`
	// Unwanted says that the order ends: money that came buys nothing.
	Unwanted bool `json:"unwanted,omitempty"`
	// Kept is the card that pays, where it is one that a user keeps.
	Kept *KeptCard `json:"kept,omitempty"`
}

// ShipmentMoved is the input of RecordShipment; Scan is set when a scan caused it.
type ShipmentMoved struct {
	At
	Shipment Shipment       `json:"shipment"`
	Scan     *ParcelScanned `json:"scan,omitempty"`
	Limits   Limits         `json:"limits,omitzero"`
}

// Limits are the figures of an order's settings that its messages depend on.
type Limits struct {
	DeliveryAttempts int `json:"deliveryAttempts,omitempty"`
	Reissues         int `json:"reissues,omitempty"`
	PortTries        int `json:"portTries,omitempty"`
}

// Reminder is the input of RemindCustomer: a message that no change of the order causes.
type Reminder struct {
	At
	Template string `json:"template"`
}

// OrderHeld is the input of HoldOrder.
type OrderHeld struct {
	At
	FailureCode Code `json:"failureCode"`
	Work        Work `json:"work"`
	CanSkip     bool `json:"canSkip"`

	Refund *HeldRefund `json:"refund,omitempty"`
}

// OrderResumed is the input of ResumeOrder.
type OrderResumed struct {
	At
	Resolution Resolution `json:"resolution"`
}

// OrderEnding is the input of BeginCancel, RecordRefund and CloseOrder.
type OrderEnding struct {
	At
	Reason   Code    `json:"reason"`
	Refunded Halalas `json:"refunded,omitempty"`
}

// PersonQuery is the input of LookUpPerson.
type PersonQuery struct {
	Claim EligibilityClaim `json:"claim"`
}

// IdentityRequest is the input of RequestIdentity.
// Order, purpose and step make the idempotency key: a repeat is the same request, a new click another one.
type IdentityRequest struct {
	OrderID  string `json:"orderId"`
	Purpose  string `json:"purpose"`
	Step     string `json:"step,omitempty"` // id of the update that asks; empty where there is one for a purpose
	Try      int    `json:"try"`
	IDNumber string `json:"idNumber"`
	Language string `json:"language"`
}

// IdentityQuery is the input of AskIdentity.
type IdentityQuery struct {
	TransactionID string `json:"transactionId"`
	IDNumber      string `json:"idNumber"`
	Random        string `json:"random"`
}

// RefundRequest is the input of RefundPayment.
type RefundRequest struct {
	PaymentID string  `json:"paymentId"`
	Amount    Halalas `json:"amount"`
}

// ParcelRef names a parcel at the courier.
type ParcelRef struct {
	Reference string `json:"reference"`
}

// LineOrder is the input of ActivateLine and DeactivateLine. Key is the network's idempotency key.
type LineOrder struct {
	Key    string `json:"key"`
	MSISDN string `json:"msisdn"`
	ICCID  string `json:"iccid"`
	PlanID string `json:"planId"`
}

// OrderLate tells an order that it waits in a stage for longer than is usual, and by when that should be over now.
type OrderLate struct {
	Stage      Stage     `json:"stage"`
	ExpectedBy time.Time `json:"expectedBy"`
}

// OrderIsLate is the input of NoteLate.
type OrderIsLate struct {
	At
	OrderLate
}

// NoticeInput starts a Notice: one message that belongs to no order. After Within it is of no use any more.
type NoticeInput struct {
	Notice Notice        `json:"notice"`
	Within time.Duration `json:"within"`
}

// Notice is one message to a customer on every channel known; Key makes it unique within the order, or within the
// notice's own id where there is no order.
type Notice struct {
	OrderID  string            `json:"orderId"`
	Key      string            `json:"key"`
	Template string            `json:"template"`
	Language string            `json:"language"`
	Mobile   string            `json:"mobile,omitempty"`
	Email    string            `json:"email,omitempty"`
	Params   map[string]string `json:"params,omitempty"`
	Reason   Code              `json:"reason,omitempty"` // worded in the message's language as {reason}
	Opens    string            `json:"opens,omitempty"`  // the order that {link} leads to; the link is made when the message is sent
	Bill     string            `json:"bill,omitempty"`   // the invoice that {link} leads to
	CausedAt time.Time         `json:"causedAt,omitzero"`
}

// PromoCode is the input of apply-promo-code, as the customer typed it.
type PromoCode struct {
	Code string `json:"code"`
}

// PromoApplied is the input of ApplyPromo.
type PromoApplied struct {
	At
	Code string `json:"code"`
}
