package contract

import "time"

// WorkflowTopUpOffer asks the partner for top-ups what a number of another country can be sent.
const WorkflowTopUpOffer = "TopUpOffer"

// TopUpOfferWorkflowID names one question.
func TopUpOfferWorkflowID(callID string) string { return "top-up-offer/" + callID }

// TopUpQuestion is the input of TopUpOffer.
type TopUpQuestion struct {
	Mobile string `json:"mobile"` // + and digits
}

// TopUpOffer is who serves a number, and what can be sent to it.
type TopUpOffer struct {
	OperatorID string         `json:"operatorId"`
	Operator   string         `json:"operator"` // its name, as the partner writes it
	Products   []TopUpProduct `json:"products"`
}

// AirTime is the kind of products that are a balance over there, and no data or bundle.
const AirTime = "AIRTIME"

// TopUpProduct is one amount that can be sent.
type TopUpProduct struct {
	ID        string        `json:"id"`
	ServiceID string        `json:"serviceId"`
	Kind      string        `json:"kind"`
	Gets      ForeignAmount `json:"gets"`
	Cost      Halalas       `json:"cost"` // what the partner takes for it
}

// ForeignAmount is money of another country. How many decimals its currency has, the partner knows: it stays text.
type ForeignAmount struct {
	Amount   string `json:"amount"`   // decimal, such as 500.00
	Currency string `json:"currency"` // ISO 4217
}

// InternationalTransfer is air time for a number of another country, as its sender agreed to it.
type InternationalTransfer struct {
	Unknown
	Mobile     string        `json:"mobile"`  // + and digits; sealed in the database
	Country    string        `json:"country"` // ISO 3166, two letters
	OperatorID string        `json:"operatorId"`
	Operator   string        `json:"operator"`
	ServiceID  string        `json:"serviceId"`
	ProductID  string        `json:"productId"`
	Gets       ForeignAmount `json:"gets"`
	Rate       string        `json:"rate"` // of that currency for one riyal
	Cost       Halalas       `json:"cost"` // what the partner takes
	Fee        Halalas       `json:"fee"`  // what we take
	// Reference is the partner's, once it is sent; Told says that the partner has told the recipient.
	Reference string `json:"reference,omitempty"`
	Told      bool   `json:"told,omitempty"`
}

// TopUpOrder is the input of SendTopUp and FindTopUp. The purchase is its key at the partner.
type TopUpOrder struct {
	PurchaseID string `json:"purchaseId"`
	Mobile     string `json:"mobile"`
	ProductID  string `json:"productId"`
}

// TopUpSent is what the partner says of a top-up that has arrived.
type TopUpSent struct {
	Reference string `json:"reference"`
	Told      bool   `json:"told"`
}

// TopUpFound is what became of a top-up; nil where it never arrived and never will.
type TopUpFound struct {
	Sent *TopUpSent `json:"sent,omitempty"`
}

// Refusals and failures of international transfers. The specification (§8) names three of them: not prepaid or of a country that is
// not served, a Saudi number, a wrong format.
const (
	FailInternationalUnserved Code = "international_not_served"
	FailInternationalSaudi    Code = "international_saudi_number"
	FailInternationalFormat   Code = "international_wrong_format"
	FailInternationalProduct  Code = "international_product_gone"
	FailInternationalRefused  Code = "international_refused"
	FailInternationalTries    Code = "international_tries"
	FailTopUpFunds            Code = "top_up_funds" // ours at the partner are used up; never shown to customers
)

var internationalFailures = map[Code]Failure{
	FailInternationalUnserved: {422, -1660, false, FixCustomer},
	FailInternationalSaudi:    {422, -1661, false, FixCustomer},
	FailInternationalFormat:   {422, -1662, false, FixCustomer},
	FailInternationalProduct:  {409, -1663, true, FixCustomer},
	FailInternationalRefused:  {409, -1664, true, FixCustomer},
	FailInternationalTries:    {429, -1665, true, FixCustomer},
	FailTopUpFunds:            {409, -1666, true, FixSupport},
}

// ServiceBought is one cycle of a value-added service of a content partner, as its customer agreed to it.
type ServiceBought struct {
	Unknown
	ServiceID   string    `json:"serviceId"`
	Name        string    `json:"name"`        // in the purchase's language
	PartnerCode string    `json:"partnerCode"` // what the partner calls it
	Cost        Halalas   `json:"cost"`        // what we owe the partner for it
	CycleDays   int       `json:"cycleDays"`
	Renews      bool      `json:"renews,omitempty"`    // from the balance, until that is turned off
	Reference   string    `json:"reference,omitempty"` // the partner's, once it runs
	Until       time.Time `json:"until,omitzero"`
}

// ContentOrder is the input of BeginContent and EndContent. The purchase is its key at the partner.
type ContentOrder struct {
	PurchaseID  string `json:"purchaseId"`
	LineID      string `json:"lineId"`
	PartnerCode string `json:"partnerCode"`
}

// ContentBegun is what the partner says of a service that runs.
type ContentBegun struct {
	Reference string `json:"reference"`
}

// GameBought is a code of a game, as its customer agreed to it. Whom it goes to and the code itself are sealed in the database.
type GameBought struct {
	Unknown
	BrandID        string  `json:"brandId"`
	DenominationID string  `json:"denominationId"`
	Name           string  `json:"name"`        // of both, in the purchase's language
	PartnerCode    string  `json:"partnerCode"` // what the partner calls it
	Cost           Halalas `json:"cost"`        // what we owe the partner for it
	Refundable     bool    `json:"refundable"`  // its money goes back by itself where the partner has no code
	Email          string  `json:"email"`
	Mobile         string  `json:"mobile"`
	Code           string  `json:"code,omitempty"`
	Reference      string  `json:"reference,omitempty"` // the partner's, once it is there
}

// GameOrder is the input of BuyGame, FindGame and CancelGame. The purchase is its key at the partner.
type GameOrder struct {
	PurchaseID  string `json:"purchaseId"`
	PartnerCode string `json:"partnerCode"`
	Email       string `json:"email"`
	Mobile      string `json:"mobile"`
}

// GameSold is a code that the partner has delivered, or why there is none yet.
type GameSold struct {
	Reference string     `json:"reference"`
	Code      string     `json:"code"`
	Missing   GameCodeIs `json:"missing,omitempty"` // empty once it is delivered
}

// GameCodeIs says why there is no code yet.
type GameCodeIs string

// Reasons for no code.
const (
	GameNotSent GameCodeIs = "not-sent" // the partner did not take the order: it may be sent again
	GamePending GameCodeIs = "pending"  // the partner may have taken the order: it is asked, and never told again
)

// GameCancelled is what became of an order that was to be cancelled; Sold where it was delivered already.
type GameCancelled struct {
	Sold *GameSold `json:"sold,omitempty"`
}

// Refusals and failures of games.
const (
	FailGameUnknown Code = "game_not_found"
	FailGameTerms   Code = "game_terms" // it was not accepted that a code is not taken back
	FailGameGone    Code = "game_gone"
	FailGameRefused Code = "game_refused" // by the partner
	FailGameFunds   Code = "game_funds"   // ours at the partner are used up; never shown to customers
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
