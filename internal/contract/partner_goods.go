package contract

import "time"

// WorkflowTopUpOffer asks the top-up partner for the products that a number of another country can receive.
const WorkflowTopUpOffer = "TopUpOffer"

// TopUpOfferWorkflowID identifies one request.
func TopUpOfferWorkflowID(callID string) string { return "top-up-offer/" + callID }

// TopUpQuestion is the input of TopUpOffer.
type TopUpQuestion struct {
	Mobile string `json:"mobile"` // + and digits
}

// TopUpOffer is the operator of a number, and the products that it can receive.
type TopUpOffer struct {
	OperatorID string         `json:"operatorId"`
	Operator   string         `json:"operator"` // its name, as the partner writes it
	Products   []TopUpProduct `json:"products"`
}

// AirTime is the partner's word for products that are a balance, not data or a bundle.
const AirTime = "AIRTIME"

// TopUpProduct is one amount on offer.
type TopUpProduct struct {
	ID        string        `json:"id"`
	ServiceID string        `json:"serviceId"`
	Kind      string        `json:"kind"`
	Gets      ForeignAmount `json:"gets"`
	Cost      Halalas       `json:"cost"` // the partner's price
}

// ForeignAmount is money of another country. It stays text, because only the partner knows the decimals of its currency.
type ForeignAmount struct {
	Amount   string `json:"amount"`   // decimal, such as 500.00
	Currency string `json:"currency"` // ISO 4217
}

// TopUpTransfer is a top-up of a number of another country, as its sender agreed to it.
type TopUpTransfer struct {
	Unknown
	Mobile     string        `json:"mobile"`  // + and digits; sealed in the database
	Country    string        `json:"country"` // ISO 3166, two letters
	OperatorID string        `json:"operatorId"`
	Operator   string        `json:"operator"`
	ServiceID  string        `json:"serviceId"`
	ProductID  string        `json:"productId"`
	Gets       ForeignAmount `json:"gets"`
	Rate       string        `json:"rate"` // of that currency for one riyal
	Cost       Halalas       `json:"cost"` // the partner's price
	Fee        Halalas       `json:"fee"`  // our fee
	// Reference is the partner's reference after the delivery; Told says that the partner has informed the recipient.
	Reference string `json:"reference,omitempty"`
	Told      bool   `json:"told,omitempty"`
}

// TopUpOrder is the input of SendTopUp and FindTopUp. The purchase id is the idempotency key at the partner.
type TopUpOrder struct {
	PurchaseID string `json:"purchaseId"`
	Mobile     string `json:"mobile"`
	ProductID  string `json:"productId"`
}

// TopUpSent is the partner's report of a delivered top-up.
type TopUpSent struct {
	Reference string `json:"reference"`
	Told      bool   `json:"told"`
}

// TopUpFound is the state of a top-up. Sent is nil if it never arrives, or was taken back.
type TopUpFound struct {
	Sent     *TopUpSent `json:"sent,omitempty"`
	Reversed bool       `json:"reversed,omitempty"` // it had arrived, and the partner took it back
}

// Refusals and failures of international transfers. The specification (§8) names three: not prepaid or not served, a Saudi
// number, a wrong format.
const (
	FailInternationalUnserved  Code = "international_not_served"
	FailInternationalSaudi     Code = "international_saudi_number"
	FailInternationalFormat    Code = "international_wrong_format"
	FailInternationalProduct   Code = "international_product_gone"
	FailInternationalRefused   Code = "international_refused"
	FailInternationalTries     Code = "international_tries"
	FailInternationalCancelled Code = "international_cancelled" // by the partner, before it was sent
	FailInternationalReversed  Code = "international_reversed"  // by the partner, after it had arrived
	FailTopUpFunds             Code = "top_up_funds"            // our funds at the partner are used up; never shown to customers
)

var internationalFailures = map[Code]Failure{
	FailInternationalUnserved:  {422, -1660, false, FixCustomer},
	FailInternationalSaudi:     {422, -1661, false, FixCustomer},
	FailInternationalFormat:    {422, -1662, false, FixCustomer},
	FailInternationalProduct:   {409, -1663, true, FixCustomer},
	FailInternationalRefused:   {409, -1664, true, FixCustomer},
	FailInternationalTries:     {429, -1665, true, FixCustomer},
	FailTopUpFunds:             {409, -1666, true, FixSupport},
	FailInternationalCancelled: {409, -1667, true, FixCustomer},
	FailInternationalReversed:  {409, -1668, true, FixCustomer},
}

// ServiceBought is one cycle of a value-added service of a content partner, as its customer agreed to it.
type ServiceBought struct {
	Unknown
	ServiceID   string    `json:"serviceId"`
	Name        string    `json:"name"`        // in the purchase's language
	PartnerCode string    `json:"partnerCode"` // id at the partner
	Cost        Halalas   `json:"cost"`        // our cost at the partner
	CycleDays   int       `json:"cycleDays"`
	Renews      bool      `json:"renews,omitempty"`    // from the balance, until the customer turns renewal off
	Reference   string    `json:"reference,omitempty"` // the partner's, once it runs
	Until       time.Time `json:"until,omitzero"`
}

// ContentOrder is the input of BeginContent and EndContent. The purchase id is the idempotency key at the partner.
type ContentOrder struct {
	PurchaseID  string `json:"purchaseId"`
	LineID      string `json:"lineId"`
	PartnerCode string `json:"partnerCode"`
}

// ContentBegun is the partner's answer for a running service.
type ContentBegun struct {
	Reference string `json:"reference"`
}

// GameBought is a game code, as its customer agreed to it. The recipient and the code itself are sealed in the database.
type GameBought struct {
	Unknown
	BrandID        string  `json:"brandId"`
	DenominationID string  `json:"denominationId"`
	Name           string  `json:"name"`        // of both, in the purchase's language
	PartnerCode    string  `json:"partnerCode"` // id at the partner
	Cost           Halalas `json:"cost"`        // our cost at the partner
	Refundable     bool    `json:"refundable"`  // refunded automatically when the partner has no code
	Email          string  `json:"email"`
	Mobile         string  `json:"mobile"`
	Code           string  `json:"code,omitempty"`
	Reference      string  `json:"reference,omitempty"` // the partner's, once it is delivered
}

// GameOrder is the input of BuyGame, FindGame and CancelGame. The purchase id is the idempotency key at the partner.
type GameOrder struct {
	PurchaseID  string `json:"purchaseId"`
	PartnerCode string `json:"partnerCode"`
	Email       string `json:"email"`
	Mobile      string `json:"mobile"`
}

// GameSold is a delivered code, or why there is none yet.
type GameSold struct {
	Reference string        `json:"reference"`
	Code      string        `json:"code"`
	Missing   GameCodeState `json:"missing,omitempty"` // empty once it is delivered
}

// GameCodeState says why there is no code yet.
type GameCodeState string

// Reasons for no code.
const (
	GameNotSent GameCodeState = "not-sent" // the partner did not accept the order: it may be sent again
	GamePending GameCodeState = "pending"  // the partner may have accepted the order: it is queried, and never sent again
	GameNoOrder GameCodeState = "no-order" // the partner knows no order; a late order may still arrive
)

// GameCancelled is the result of a cancellation; Sold is set when the code was delivered already.
type GameCancelled struct {
	Sold *GameSold `json:"sold,omitempty"`
}

// Refusals and failures of games.
const (
	FailGameUnknown Code = "game_not_found"
	FailGameTerms   Code = "game_terms" // the customer did not accept that a code cannot be returned
	FailGameGone    Code = "game_gone"
	FailGameRefused Code = "game_refused" // by the partner
	FailGameFunds   Code = "game_funds"   // our funds at the partner are used up; never shown to customers
)

// Refusals and failures of value-added services, of rates abroad and of stores.
const (
	FailServiceUnknown  Code = "service_not_found"
	FailServiceHeld     Code = "service_held_already"
	FailServiceNotHeld  Code = "service_not_held"
	FailServiceStarting Code = "service_starting"
	FailServiceLimit    Code = "service_credit_limit"
	FailServiceRefused  Code = "service_refused" // by the partner
	FailCountryUnserved Code = "country_not_served"
	FailStoreUnknown    Code = "store_not_found"
)

var gameFailures = map[Code]Failure{
	FailGameUnknown: {422, -1730, false, FixCustomer},
	FailGameTerms:   {422, -1731, false, FixCustomer},
	FailGameGone:    {409, -1732, false, FixCustomer},
	FailGameRefused: {409, -1733, true, FixCustomer},
	FailGameFunds:   {409, -1734, true, FixSupport},
}

var serviceFailures = map[Code]Failure{
	FailServiceUnknown:  {404, -1720, false, FixCustomer},
	FailServiceHeld:     {409, -1722, false, FixCustomer},
	FailServiceNotHeld:  {404, -1723, false, FixCustomer},
	FailServiceStarting: {409, -1726, true, FixCustomer},
	FailServiceLimit:    {422, -1724, false, FixCustomer},
	FailServiceRefused:  {409, -1725, true, FixCustomer},
	FailCountryUnserved: {404, -1727, false, FixCustomer},
	FailStoreUnknown:    {404, -1775, false, FixCustomer},
}
