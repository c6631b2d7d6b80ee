// Package contract holds everything that a workflow's history records: names, ids, inputs, states, failure codes. It imports none
// of our packages. A shipped name or field is never renamed.
package contract

import "time"

// Kind is the kind of an order.
type Kind string

// Kinds of order.
const (
	KindSIM             Kind = "sim"
	KindESIM            Kind = "esim"
	KindSIMReplacement  Kind = "sim-replacement"
	KindESIMReplacement Kind = "esim-replacement"
	KindMultiSIM        Kind = "multisim"
)

// NumberSource is the source of an order's number.
type NumberSource string

// Number sources.
const (
	NumberNew      NumberSource = "new"
	NumberPortIn   NumberSource = "port-in"
	NumberExisting NumberSource = "existing"
)

// Stage is the stage of an order, as the customer and the operator see it.
type Stage string

// Stages of an order. Wizard is TMF622 "pending" (waits for the customer), Held is "held" (waits for us).
const (
	StageWizard     Stage = "wizard"
	StagePlaced     Stage = "placed"
	StagePreparing  Stage = "preparing"
	StageDispatched Stage = "dispatched"
	StageDelivered  Stage = "delivered"
	StagePorting    Stage = "porting" // the cut-over of a ported number has begun
	StageActive     Stage = "active"
	StageNumberLost Stage = "number-lost" // paid, but another customer got the number: the customer picks another one
	StageHeld       Stage = "held"
	StageCancelling Stage = "cancelling"
	StageCancelled  Stage = "cancelled"
	StageAbandoned  Stage = "abandoned" // never paid, given up after the draft's lifetime
)

// Closed tells whether an order in this stage has ended.
func (s Stage) Closed() bool {
	return s == StageActive || s == StageCancelled || s == StageAbandoned
}

// Step is one page of the wizard; the ids are the specification's (§2).
type Step string

// Steps of the wizard.
const (
	StepPurchaseType        Step = "purchase-type-selection"
	StepReplacementRequest  Step = "sim-replacement-request"
	StepNumberSelection     Step = "number-selection"
	StepMNPNumberSelection  Step = "mnp-number-selection"
	StepPlanSelection       Step = "plan-selection"
	StepEligibilityCheck    Step = "eligibility-check"
	StepIdentityValidation  Step = "identity-validation"
	StepUserInformation     Step = "user-information"     // contact of the customer of a SIM card
	StepPersonalInformation Step = "personal-information" // contact of the customer of an eSIM
	StepDelivery            Step = "delivery"
	StepOrderConfirmation   Step = "order-confirmation"
	StepPayment             Step = "payment"         // the customer pays
	StepPaymentDetails      Step = "payment-details" // a payment waits for the bank
	StepOrderDetails        Step = "order-details"
)

// Halalas is an amount of money: 1 SAR = 100 halalas.
type Halalas int64

// Order is the whole state of an order. The workflow owns it, the row mirrors it, screens read it.
type Order struct {
	Unknown
	ID           string       `json:"id"`     // UUIDv7
	Number       string       `json:"number"` // shown to the customer, of the form typed.OrderNumber
	Kind         Kind         `json:"kind"`
	NumberSource NumberSource `json:"numberSource"`
	Language     string       `json:"language"` // "ar" or "en"
	PackageID    string       `json:"packageId,omitempty"`
	Referral     string       `json:"referral,omitempty"` // the code of the inviting customer
	SIMType      SIMType      `json:"simType,omitempty"`  // the choice for a multi-SIM; other kinds define it
	Stage        Stage        `json:"stage"`
	Step         Step         `json:"step"` // the step that waits for the customer
	Seq          int64        `json:"seq"`  // grows by one with each saved state
	CreatedAt    time.Time    `json:"createdAt"`

	Device      *Device      `json:"device,omitempty"`
	Line        *Line        `json:"line,omitempty"`
	Replacement *Replacement `json:"replacement,omitempty"`
	ExtraSIM    *ExtraSIM    `json:"extraSim,omitempty"`
	Booking     *Booking     `json:"booking,omitempty"`
	Port        *Port        `json:"port,omitempty"`
	Plan        *Plan        `json:"plan,omitempty"`
	Person      *Person      `json:"person,omitempty"`
	Identity    *Identity    `json:"identity,omitempty"`
	Contact     *Contact     `json:"contact,omitempty"`
	Delivery    *Delivery    `json:"delivery,omitempty"`
	Promo       *Promo       `json:"promo,omitempty"`
	Price       *Price       `json:"price,omitempty"`
	Payments    []Payment    `json:"payments,omitempty"` // oldest first
	SIM         *SIM         `json:"sim,omitempty"`
	Profile     *Profile     `json:"profile,omitempty"`
	Shipment    *Shipment    `json:"shipment,omitempty"`
	Held        *Held        `json:"held,omitempty"`
	Late        *Late        `json:"late,omitempty"` // cleared at the end of the stage
	Ended       *Ended       `json:"ended,omitempty"`
	Refund      *Refund      `json:"refund,omitempty"` // of a completed order
}

// Booking is the number that an order holds. HeldUntil follows the server's clock; zero once the number is sold.
type Booking struct {
	Unknown
	MSISDN     string    `json:"msisdn"` // national format, 10 digits: 057nnnnnnn
	Category   string    `json:"category"`
	Price      Halalas   `json:"price"`
	HeldSince  time.Time `json:"heldSince"`
	HeldUntil  time.Time `json:"heldUntil,omitzero"`
	Extensions int       `json:"extensions"` // by the customer's click
	Expired    bool      `json:"expired,omitempty"`
	// ChooseUntil is the deadline for another number after the paid one was lost.
	ChooseUntil time.Time `json:"chooseUntil,omitzero"`
}

// Plan is the plan as it was when chosen.
type Plan struct {
	Unknown
	ID               string  `json:"id"`
	NameEn           string  `json:"nameEn"`
	NameAr           string  `json:"nameAr"`
	Price            Halalas `json:"price"`
	SubscriptionType string  `json:"subscriptionType"` // prepaid or postpaid
	// FreeCategories are the number classes that are free with this plan, in return for its commitment.
	FreeCategories   []string `json:"freeCategories,omitempty"`
	CommitmentMonths int      `json:"commitmentMonths,omitempty"`
	// CycleMonths and CycleDays are the length of a cycle of a plan that renews itself: months, or days if it has no months.
	CycleMonths int `json:"cycleMonths,omitempty"`
	CycleDays   int `json:"cycleDays,omitempty"`
}

// Person is the future owner of the line, as the person registry knows them.
type Person struct {
	Unknown
	IDNumber    string `json:"idNumber"`    // 10 digits: 1… citizen, 2… resident (Iqama); a passport number only on lines that came with one
	Nationality string `json:"nationality"` // ISO 3166-1 alpha-2, SA for citizens
	BirthDate   string `json:"birthDate"`   // YYYY-MM-DD, Gregorian
	// BirthDateHijri is the typed date, if it was a Hijri date.
	BirthDateHijri string `json:"birthDateHijri,omitempty"`
	FullNameEn     string `json:"fullNameEn,omitempty"`
	FullNameAr     string `json:"fullNameAr,omitempty"`
	Gender         Gender `json:"gender,omitempty"` // if the registry knows it
	// Barred is why this person gets no line. It is shown only after the proof of identity.
	Barred Code `json:"barred,omitempty"`
}

// Gender is the gender in a person's documents.
type Gender string

// Genders in Saudi documents.
const (
	GenderFemale Gender = "female"
	GenderMale   Gender = "male"
)

// IdentityStatus is the state of one request to the national identity app.
type IdentityStatus string

// Identity request states (outside-systems: Nafath).
const (
	IdentityWaiting   IdentityStatus = "waiting"
	IdentityCompleted IdentityStatus = "completed"
	IdentityRejected  IdentityStatus = "rejected"
	IdentityExpired   IdentityStatus = "expired"
	IdentityUnknown   IdentityStatus = "unknown" // the push is over, and the app cannot tell the answer
)

// Identity is the latest request to the national identity app.
type Identity struct {
	Unknown
	RequestID     string         `json:"requestId"` // ours, the idempotency key
	TransactionID string         `json:"transactionId"`
	Random        string         `json:"random"` // two digits the customer picks in the app
	Status        IdentityStatus `json:"status"`
	Purpose       string         `json:"purpose"` // PurposeOrder or PurposeActivation
	ExpiresAt     time.Time      `json:"expiresAt"`
	Tries         int            `json:"tries"` // requests made for this purpose
}

// Purposes of an identity request.
const (
	PurposeOrder      = "order"
	PurposeActivation = "activation"
)

// Contact holds the customer's addresses, and the name as typed.
type Contact struct {
	Unknown
	FullName string `json:"fullName"`
	Email    string `json:"email"`
	Mobile   string `json:"mobile"` // national format, 10 digits starting 05
	// Verified lists the channels on which the customer received a code, for this order or for its account.
	Verified []Channel `json:"verified,omitempty"`
}

// Channel is a channel of messages.
type Channel string

// Channels of a contact.
const (
	ByMobile Channel = "mobile"
	ByEmail  Channel = "email"
)

// Delivery methods, the specification's words.
const (
	DeliverHome   = "homeDelivery"
	DeliverPickup = "pickupSMSA"
)

// Delivery is the destination of the parcel.
type Delivery struct {
	Unknown
	Method   string   `json:"method"`
	Fee      Halalas  `json:"fee"`
	Address  *Address `json:"address,omitempty"`  // homeDelivery
	BranchID string   `json:"branchId,omitempty"` // pickupSMSA
	Branch   string   `json:"branch,omitempty"`   // its name in the order's language
	City     string   `json:"city,omitempty"`     // of the branch, a key of the city list
}

// Address is a Saudi home address.
type Address struct {
	Unknown
	City            string   `json:"city"` // a key of the city list
	Area            string   `json:"area"`
	Street          string   `json:"street"`
	BuildingNumber  string   `json:"buildingNumber"`
	ApartmentNumber string   `json:"apartmentNumber,omitempty"`
	Notes           string   `json:"notes,omitempty"`
	Latitude        *float64 `json:"latitude,omitempty"`
	Longitude       *float64 `json:"longitude,omitempty"`
	// Parts of the national address: four capitals and four digits, five digits, four digits.
	ShortAddress     string `json:"shortAddress,omitempty"`
	Postcode         string `json:"postcode,omitempty"`
	AdditionalNumber string `json:"additionalNumber,omitempty"`
}

// PriceLine keys.
const (
	LineNumber      = "number"
	LinePlan        = "plan"
	LineReplacement = "replacement" // only for a SIM replacement
	LineSetup       = "setup"       // only for a further SIM
	LineDelivery    = "delivery"
	LinePromo       = "promo" // zero or the negative discount of a promo code
)

// PriceLine is one part of a price; amounts include VAT.
type PriceLine struct {
	Unknown
	Key    string  `json:"key"`
	Amount Halalas `json:"amount"`
}

// Price is the customer's price. The confirmation pins it; from then on it cannot change.
type Price struct {
	Unknown
	Lines    []PriceLine `json:"lines"`
	Total    Halalas     `json:"total"`
	VAT      Halalas     `json:"vat"` // the part of Total that is VAT (15 %)
	PinnedAt time.Time   `json:"pinnedAt,omitzero"`
}

// PaymentStatus is the state of one payment attempt.
type PaymentStatus string

// Payment states. Challenge waits for the customer's 3-D Secure; Pending means the provider's answer is unknown.
const (
	PaymentProcessing PaymentStatus = "processing"
	PaymentChallenge  PaymentStatus = "challenge"
	PaymentPending    PaymentStatus = "pending"
	PaymentPaid       PaymentStatus = "paid"
	PaymentDeclined   PaymentStatus = "declined"
	PaymentAbandoned  PaymentStatus = "abandoned"
	PaymentRefunded   PaymentStatus = "refunded"
)

// Settled tells whether the provider will not change this result any more.
func (s PaymentStatus) Settled() bool {
	return s == PaymentPaid || s == PaymentDeclined || s == PaymentAbandoned || s == PaymentRefunded
}

// Payment is one attempt to pay an order.
type Payment struct {
	Unknown
	ID           string        `json:"id"` // ours; also the provider's idempotency key
	Status       PaymentStatus `json:"status"`
	Amount       Halalas       `json:"amount"`
	Brand        string        `json:"brand,omitempty"` // MADA, VISA, MASTER, STCPAY
	Last4        string        `json:"last4,omitempty"`
	ChallengeURL string        `json:"challengeUrl,omitempty"` // with status challenge; empty if a wallet waits for its code
	DeclineCode  string        `json:"declineCode,omitempty"`
	Double       bool          `json:"double,omitempty"`   // paid although the order was paid already; refunded
	CardID       string        `json:"cardId,omitempty"`   // the chosen saved card, by our own id
	Returned     Halalas       `json:"returned,omitempty"` // refunded amount
	At           time.Time     `json:"at"`
}

// SIM is the card given to the order.
type SIM struct {
	Unknown
	ICCID string `json:"iccid"` // 19 digits with Luhn check digit
	PUK1  string `json:"puk1"`  // 8 digits
}

// ShipmentStatus is the latest state from the courier.
type ShipmentStatus string

// Shipment states.
const (
	ShipmentBooked         ShipmentStatus = "booked"
	ShipmentPickedUp       ShipmentStatus = "picked-up"
	ShipmentInTransit      ShipmentStatus = "in-transit"
	ShipmentOutForDelivery ShipmentStatus = "out-for-delivery"
	ShipmentFailedAttempt  ShipmentStatus = "failed-attempt"
	ShipmentDelivered      ShipmentStatus = "delivered"
	ShipmentReturned       ShipmentStatus = "returned"
	ShipmentCancelled      ShipmentStatus = "cancelled"
)

// Shipment is the parcel.
type Shipment struct {
	Unknown
	AirwayBill  string         `json:"airwayBill"` // 12 digits
	Status      ShipmentStatus `json:"status"`
	TrackingURL string         `json:"trackingUrl,omitempty"`
	Attempts    int            `json:"attempts,omitempty"` // failed delivery attempts
}

// Held says why an order is held, and its stage before.
type Held struct {
	Unknown
	FailureCode Code      `json:"failureCode"`
	Work        Work      `json:"work"` // the piece of work that failed
	From        Stage     `json:"from"`
	Since       time.Time `json:"since"`
	CanSkip     bool      `json:"canSkip"`

	Refund *HeldRefund `json:"refund,omitempty"` // with work refund: the failed one; an order may have several
}

// HeldRefund is a failed refund that waits for support.
type HeldRefund struct {
	Unknown
	PaymentID string  `json:"paymentId"`
	Amount    Halalas `json:"amount"`
}

// Late says that an order waits longer than usual, and what its customer was told.
type Late struct {
	Unknown
	Stage      Stage     `json:"stage"` // the awaited stage
	Since      time.Time `json:"since"`
	ExpectedBy time.Time `json:"expectedBy"` // expected end of the stage at that time
}

// Ended says why an order ended without success.
type Ended struct {
	Unknown
	Reason   Code      `json:"reason"`
	At       time.Time `json:"at"`
	Refunded Halalas   `json:"refunded"`
}
