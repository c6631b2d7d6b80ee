package contract

import "time"

// Event is one line of the customer's timeline; Key has a text in each language.
type Event struct {
	Key    string            `json:"key"`
	Params map[string]string `json:"params,omitempty"`
}

// MomentLayout is the layout of a time in the parameters of a text: in Riyadh, formatted in the language of the message.
const MomentLayout = "2006-01-02 15:04"

// Opening is the input of OpenOrder.
type Opening struct {
	Session []byte `json:"session"`
	Subject string `json:"subject,omitempty"`
	MSISDN  string `json:"msisdn,omitempty"` // booked at once if present
}

// FoundOrder is the order in our database; Written is false when there is none.
type FoundOrder struct {
	Order   Order `json:"order"`
	Written bool  `json:"written"`
}

// At is the time of an action by the workflow's clock, so that a repeated activity writes the same.
type At struct {
	Now  time.Time `json:"now"`
	Step string    `json:"step,omitempty"` // id of the update that the action belongs to
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

// PersonFound is the registry's answer together with the claim.
type PersonFound struct {
	At
	Claim      EligibilityClaim `json:"claim"`
	FullNameEn string           `json:"fullNameEn"`
	FullNameAr string           `json:"fullNameAr"`
	Gender     Gender           `json:"gender,omitempty"`
	SIMCount   int              `json:"simCount"` // lines of all operators under the ID
	Blocked    bool             `json:"blocked"`
	BornOn     string           `json:"bornOn,omitempty"` // the registry's Gregorian day, if the claim's Hijri date is another one
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
	// PromiseWithin is the time from the payment until an eSIM is ready, for orders with an eSIM.
	PromiseWithin time.Duration `json:"promiseWithin,omitempty"`
	// ChooseWithin is the time to choose another number after the paid one was lost.
	ChooseWithin time.Duration `json:"chooseWithin,omitempty"`
	// Unwanted tells that the order ends: an arriving payment buys nothing.
	Unwanted bool `json:"unwanted,omitempty"`
	// Kept is the paying saved card, if any.
	Kept *SavedCard `json:"kept,omitempty"`
}

// ShipmentMoved is the input of RecordShipment; Scan is set when a scan caused it.
type ShipmentMoved struct {
	At
	Shipment Shipment       `json:"shipment"`
	Scan     *ParcelScanned `json:"scan,omitempty"`
	Limits   Limits         `json:"limits,omitzero"`
}

// Limits are the settings that the messages of an order depend on.
type Limits struct {
	DeliveryAttempts int `json:"deliveryAttempts,omitempty"`
	Reissues         int `json:"reissues,omitempty"`
	PortTries        int `json:"portTries,omitempty"`
}

// Reminder is the input of RemindCustomer: a message without a change of the order.
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

// AddressChanged is the input of ChangeAddress.
type AddressChanged struct {
	At
	Address Address `json:"address"`
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

// IdentityRequest is the input of RequestIdentity. Order, purpose and step form the idempotency key: a repetition is the same
// request, a new click is another one.
type IdentityRequest struct {
	OrderID       string `json:"orderId"`          // or the id of a line's proof
	LineID        string `json:"lineId,omitempty"` // of a proof
	Purpose       string `json:"purpose"`
	Step          string `json:"step,omitempty"` // id of the update that asks; empty when a purpose has one request
	Try           int    `json:"try"`
	IDNumber      string `json:"idNumber"`
	Language      string `json:"language"`
	ClientAddress string `json:"clientAddress,omitempty"` // the customer's full address, which the app requires; empty if it is unknown
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

// LineOrder is the input of ActivateLine and DeactivateLine. Key is the idempotency key for the network.
type LineOrder struct {
	Key    string `json:"key"`
	MSISDN string `json:"msisdn"`
	ICCID  string `json:"iccid"`
	PlanID string `json:"planId"`
}

// OrderLate tells an order that it waits in a stage longer than usual, and the new expected time.
type OrderLate struct {
	Stage      Stage     `json:"stage"`
	ExpectedBy time.Time `json:"expectedBy"`
}

// OrderIsLate is the input of NoteLate.
type OrderIsLate struct {
	At
	OrderLate
}

// NoticeInput starts a Notice: one message without an order. It is not sent after Within.
type NoticeInput struct {
	Notice Notice        `json:"notice"`
	Within time.Duration `json:"within"`
}

// Notice is one message to a customer on every known channel. Key makes it unique within the order, or within the notice's id
// without an order.
type Notice struct {
	OrderID  string            `json:"orderId"`
	Key      string            `json:"key"`
	Template string            `json:"template"`
	Language string            `json:"language"`
	Mobile   string            `json:"mobile,omitempty"`
	Email    string            `json:"email,omitempty"`
	Params   map[string]string `json:"params,omitempty"`
	Name     string            `json:"name,omitempty"`    // the greeted customer of the e-mail; empty for no greeting
	Reason   Code              `json:"reason,omitempty"`  // formatted in the message's language as {reason}
	Opens    string            `json:"opens,omitempty"`   // the order behind {link}; the link is made when the message is sent
	Invoice  bool              `json:"invoice,omitempty"` // the order behind {link}, or else the purchase OrderID, has a tax invoice
	Bill     string            `json:"bill,omitempty"`    // the invoice behind {link}
	CausedAt time.Time         `json:"causedAt,omitzero"`
	UserID   string            `json:"userId,omitempty"` // the account of a promotion, which may decline them
	// Instead is the channel on which the first copy of this message did not arrive; the copy uses the ways that the first one did not.
	Instead string `json:"instead,omitempty"`
}

// CopyMark ends the key of the copy of a message that did not arrive.
const CopyMark = "-otherwise"

// Otherwise returns the copy of a message that did not arrive on a channel; has is false for a message with one address, and for a copy.
func (n Notice) Otherwise(channel string) (again Notice, has bool) {
	has = n.Instead == "" && n.Mobile != "" && n.Email != ""
	n.Key, n.Instead = n.Key+CopyMark, channel
	return n, has
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
