package moyasar

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/payment"
)

// Words of the format.
const (
	currency       = "SAR"
	sourceToken    = "token"
	sourceApplePay = "applepay"
	sourceSTCPay   = "stcpay"

	statusInitiated = "initiated"
)

type paymentBody struct {
	GivenID     string           `json:"given_id"` // becomes the id of the payment
	Amount      contract.Halalas `json:"amount"`
	Currency    string           `json:"currency"`
	Description string           `json:"description"` // shown in Moyasar's dashboard
	CallbackURL string           `json:"callback_url"`
	Metadata    *metadata        `json:"metadata,omitempty"`
	Source      sourceBody       `json:"source"`
	ApplyCoupon bool             `json:"apply_coupon"` // false: a coupon would change the amount
}

// metadata comes back with each answer about the payment.
type metadata struct {
	// Token is the fate of a typed card's token: tokenOnce or tokenKept; empty for a card that was saved before.
	Token string `json:"token"`
}

const (
	tokenOnce = "once"
	tokenKept = "keep"
)

// metadataOf returns nil if no typed card pays.
func metadataOf(c payment.Charge) *metadata {
	switch {
	case sourceOf(c).Type != sourceToken || c.Card != "":
		return nil
	case c.Keep:
		return &metadata{tokenKept}
	default:
		return &metadata{tokenOnce}
	}
}

type sourceBody struct {
	Type   string `json:"type"`
	Token  string `json:"token,omitempty"`
	ThreeD *bool  `json:"3ds,omitempty"`    // of a token
	Manual *bool  `json:"manual,omitempty"` // false captures at once
	Mobile string `json:"mobile,omitempty"` // of an STC Pay wallet
}

func bodyOf(c payment.Charge) paymentBody {
	return paymentBody{
		GivenID: c.PaymentID, Amount: c.Amount, Currency: currency, Description: "Payment " + c.PaymentID, CallbackURL: c.ReturnURL,
		Metadata: metadataOf(c), Source: sourceOf(c),
	}
}

// sourceOf tells the token of Apple Pay, which is a JSON object of the phone, from a token of Moyasar.
func sourceOf(c payment.Charge) sourceBody {
	atOnce := false
	if c.Wallet != "" {
		return sourceBody{Type: sourceSTCPay, Mobile: c.Wallet}
	}
	token := cmp.Or(c.Card, c.CardToken)
	if strings.HasPrefix(token, "{") {
		return sourceBody{Type: sourceApplePay, Token: token, Manual: &atOnce}
	}
	attended := !c.Unattended
	return sourceBody{Type: sourceToken, Token: token, ThreeD: &attended, Manual: &atOnce}
}

type refundBody struct {
	Amount contract.Halalas `json:"amount"`
}

type paymentAnswer struct {
	ID        string           `json:"id"`
	Status    string           `json:"status"`
	Amount    contract.Halalas `json:"amount"`
	Refunded  contract.Halalas `json:"refunded"`
	Currency  string           `json:"currency"`
	CreatedAt time.Time        `json:"created_at"`
	Metadata  metadata         `json:"metadata"`
	Source    sourceAnswer     `json:"source"`
}

type sourceAnswer struct {
	Type           string `json:"type"`
	Token          string `json:"token"`
	Company        string `json:"company"` // mada, visa, master
	Number         string `json:"number"`  // masked but for its last four digits
	Mobile         string `json:"mobile"`  // of an STC Pay wallet
	TransactionURL string `json:"transaction_url"`
	ResponseCode   string `json:"response_code"` // of the card's bank
}

// statuses are Moyasar's, in our words. The last three are only known as names of events; they may be statuses, too.
var statuses = map[string]contract.PaymentStatus{
	statusInitiated: contract.PaymentPending,
	"authorized":    contract.PaymentPending, // we never ask for an authorization alone
	"paid":          contract.PaymentPaid,
	"captured":      contract.PaymentPaid,
	"failed":        contract.PaymentDeclined,
	"refunded":      contract.PaymentRefunded,
	"voided":        contract.PaymentRefunded,
	"abandoned":     contract.PaymentAbandoned,
	"canceled":      contract.PaymentAbandoned,
	"expired":       contract.PaymentAbandoned,
}

// declined is the code of a failed payment whose bank said nothing that helps a customer. Moyasar never takes money for one.
const declined = "declined"

// declineCodes are the answers of banks (ISO 8583) that help a customer.
var declineCodes = map[string]string{
	"05": "do_not_honor",
	"41": "lost_card",
	"43": "stolen_card",
	"51": "insufficient_funds",
	"54": "expired_card",
	"61": "limit_exceeded",
}

// validate refuses an answer about another payment, or with an unknown status.
func (a paymentAnswer) validate(paymentID string) error {
	if !strings.EqualFold(a.ID, paymentID) {
		return errors.New("answer is about another payment")
	}
	if a.Currency != currency {
		return errors.New("answer is in another currency")
	}
	if _, known := statuses[a.Status]; !known {
		return errors.New("unknown payment status")
	}
	return nil
}

// validateFor also requires that the charged amount is the requested one.
func (a paymentAnswer) validateFor(paymentID string, amount contract.Halalas) error {
	if a.Amount != amount {
		return errors.New("answer is about another amount")
	}
	return a.validate(paymentID)
}

// isPaid tells whether money was taken, and not all of it given back.
func (a paymentAnswer) isPaid() bool {
	return statuses[a.Status] == contract.PaymentPaid || a.Refunded > 0
}

// isReturned tells whether at least an amount was given back. A voided payment was never settled.
func (a paymentAnswer) isReturned(amount contract.Halalas) bool {
	return a.Status == "voided" || a.Refunded >= amount
}

func (a paymentAnswer) result() payment.Result {
	result := payment.Result{Status: statuses[a.Status], Brand: strings.ToUpper(a.Source.Company), Last4: lastFour(a.Source.Number)}
	if a.Source.Type == sourceSTCPay {
		result.Brand, result.Last4 = "STCPAY", lastFour(a.Source.Mobile)
	}
	switch {
	case result.Status == contract.PaymentDeclined:
		result.DeclineCode = cmp.Or(declineCodes[a.Source.ResponseCode], declined)
	case a.asksAtPage():
		result.Status, result.ChallengeURL = contract.PaymentChallenge, a.Source.TransactionURL
	}
	return result
}

// asksAtPage tells whether the customer passes 3-D Secure at a page. The address of a wallet takes a code, and is no page.
func (a paymentAnswer) asksAtPage() bool {
	return a.Status == statusInitiated && a.Source.TransactionURL != "" && a.Source.Type != sourceSTCPay
}

// lastFour returns the end of a masked number such as XXXX-XXXX-XXXX-1010.
func lastFour(masked string) string {
	const four = 4
	if len(masked) < four {
		return ""
	}
	end := masked[len(masked)-four:]
	if strings.Trim(end, "0123456789") != "" {
		return ""
	}
	return end
}

// fieldCodes are the fields of a refused payment that tell a customer what to change.
var fieldCodes = map[string]string{"token": "token_invalid", "mobile": "mobile_invalid"}

// codeOf reads the code of a refusal: that of the field that was refused, or else the type of the error.
func codeOf(body []byte) string {
	var said struct {
		Type   string                     `json:"type"`
		Errors map[string]json.RawMessage `json:"errors"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	for _, field := range slices.Sorted(maps.Keys(said.Errors)) {
		if code := fieldCodes[field[strings.LastIndexByte(field, '.')+1:]]; code != "" {
			return code
		}
	}
	return said.Type
}
