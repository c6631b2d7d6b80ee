package callback

import (
	"time"

	"selfcare/internal/contract"
)

// Payment says that the provider has news of a payment. The workflow asks for its state.
type Payment struct {
	PaymentID string // ours
	Paid      bool   // money has moved: an ended order or purchase needs to know, too
}

// Identity is a person's answer to a push.
type Identity struct {
	TransactionID string
	Status        contract.IdentityStatus // completed, rejected, expired
}

// Parcel is the courier's report of a scan.
type Parcel struct {
	AirwayBill string
	Reference  string                  // ours, of the booking; empty if the courier does not name it
	Status     contract.ShipmentStatus // empty for a scan that changes nothing
	Text       string                  // the courier's own words about such a scan, at most 100 characters
	At         time.Time
}

// Profile is the SM-DP+'s report about the download of an eSIM profile.
type Profile struct {
	ICCID   string                // 19 digits
	State   contract.ProfileState // downloaded, installed, error; empty for a step that changes nothing
	Failure contract.Code         // with state error
	At      time.Time
}

// PortIn is the new state of a number's move to us.
type PortIn struct {
	PortID string // ours: begins with the id of the order
	State  contract.PortState
}

// PortOutAsked is a request for one of our numbers.
type PortOutAsked struct {
	Reference           string // the clearing house's
	Recipient           string // operator
	MSISDN              string // 05 and eight digits
	IDNumber            string
	AnswerBy, CutOverAt time.Time
}

// PortOut says that a request for one of our numbers has a new state.
type PortOut struct{ Reference string }

// NumberReturned is a number of our range that another operator has given back.
type NumberReturned struct{ MSISDN string } // 05 and eight digits

// Undelivered is a text that did not reach its recipient.
type Undelivered struct{ Key, Channel string } // of messages.Message
