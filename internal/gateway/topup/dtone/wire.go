package dtone

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/topup"
)

// Words of the format.
const (
	fixedValue        = "FIXED_VALUE_RECHARGE"
	serviceMobile     = 1
	subserviceAirtime = 11
	currency          = "CURRENCY"
	riyal             = "SAR"
	headerNextPage    = "X-Next-Page" // empty on the last page
	codeNoSuchPath    = 1000404       // a wrong address; it says nothing about a transaction
)

// codes are the refusals that we act on, by the number of DT One.
var codes = map[int64]string{
	1000401: "unauthorised",
	1003001: topup.CodeProductGone,
	1003002: topup.CodeProductGone, // its amount has changed
	1005003: topup.CodeRecipient,
	1005006: "operator_not_found",
	1006001: topup.CodeNoFunds,
	1006503: topup.CodeRecipient,
	1007001: topup.CodeKeyUsed,
	1008004: "transaction_not_found",
}

// codeOf reads the code of a refusal: our word for it, or the number of DT One. A body of another form has none.
func codeOf(body []byte) string {
	var said struct {
		Errors []struct {
			Code int64 `json:"code"`
		} `json:"errors"`
	}
	if json.Unmarshal(body, &said) != nil || len(said.Errors) == 0 || said.Errors[0].Code <= 0 || said.Errors[0].Code == codeNoSuchPath {
		return ""
	}
	for _, one := range said.Errors {
		if code, known := codes[one.Code]; known {
			return code
		}
	}
	return textOf(said.Errors[0].Code)
}

type lookupBody struct {
	MobileNumber string `json:"mobile_number"`
	PerPage      int    `json:"per_page"`
}

type operatorAnswer struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Identified bool   `json:"identified"`
}

func validateOperators(said []operatorAnswer) error {
	for _, o := range said {
		if o.ID <= 0 || o.Name == "" {
			return errors.New("operator answered without id or name")
		}
	}
	return nil
}

func identifiedOf(said []operatorAnswer) (topup.Operator, bool) {
	at := slices.IndexFunc(said, func(o operatorAnswer) bool { return o.Identified })
	if at < 0 {
		return topup.Operator{}, false
	}
	return topup.Operator{ID: textOf(said[at].ID), Name: said[at].Name}, true
}

type productAnswer struct {
	ID      int64  `json:"id"`
	Type    string `json:"type"`
	Service struct {
		ID         int64 `json:"id"`
		Subservice struct {
			ID int64 `json:"id"`
		} `json:"subservice"`
	} `json:"service"`
	Destination amountAnswer `json:"destination"`
	Prices      struct {
		Wholesale struct {
			amountAnswer
			Fee json.Number `json:"fee"`
		} `json:"wholesale"`
	} `json:"prices"`

	// Each list holds alternatives; an alternative names the fields that a transaction must have.
	CreditParty [][]string `json:"required_credit_party_identifier_fields"`
	DebitParty  [][]string `json:"required_debit_party_identifier_fields"`
	Sender      [][]string `json:"required_sender_fields"`
	Beneficiary [][]string `json:"required_beneficiary_fields"`
	Statement   [][]string `json:"required_statement_identifier_fields"`
	Additional  [][]string `json:"required_additional_identifier_fields"`
}

type amountAnswer struct {
	Amount   json.Number `json:"amount"`
	Unit     string      `json:"unit"`
	UnitType string      `json:"unit_type"`
}

// product returns false for products that we do not sell: no air time, no fixed amount, a price in another currency, or data about
// the sender or the recipient that we do not hand out.
func (p productAnswer) product() (contract.TopUpProduct, bool) {
	cost, isPriced := p.cost()
	isAirtime := p.Type == fixedValue && p.Service.ID == serviceMobile && p.Service.Subservice.ID == subserviceAirtime
	isSold := isPriced && isAirtime && p.ID > 0 && p.Destination.UnitType == currency && len(p.Destination.Unit) == 3 && p.needsNumberOnly()
	return contract.TopUpProduct{
		ID: textOf(p.ID), ServiceID: textOf(p.Service.ID), Kind: contract.AirTime, Cost: cost,
		Gets: contract.ForeignAmount{Amount: p.Destination.Amount.String(), Currency: p.Destination.Unit},
	}, isSold
}

func (p productAnswer) needsNumberOnly() bool {
	isByNumber := slices.ContainsFunc(p.CreditParty, func(fields []string) bool { return slices.Equal(fields, []string{"mobile_number"}) })
	return isByNumber && len(p.DebitParty)+len(p.Sender)+len(p.Beneficiary)+len(p.Statement)+len(p.Additional) == 0
}

// cost is what DT One takes from our account: the wholesale price and its fee. A part of a halala counts as a whole one, so that our
// books never show less than we owe.
func (p productAnswer) cost() (contract.Halalas, bool) {
	price := p.Prices.Wholesale
	total, isDecimal := new(big.Rat).SetString(price.Amount.String())
	if !isDecimal || price.Unit != riyal || price.UnitType != currency {
		return 0, false
	}
	if fee, isGiven := new(big.Rat).SetString(price.Fee.String()); isGiven {
		total.Add(total, fee)
	}
	total.Mul(total, big.NewRat(100, 1))
	whole, part := new(big.Int).QuoRem(total.Num(), total.Denom(), new(big.Int))
	if part.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return contract.Halalas(whole.Int64()), whole.IsInt64() && total.Sign() > 0
}

type transactionBody struct {
	ExternalID  string      `json:"external_id"`
	ProductID   int64       `json:"product_id"`
	AutoConfirm bool        `json:"auto_confirm"`
	CreditParty creditParty `json:"credit_party_identifier"`
}

type creditParty struct {
	MobileNumber string `json:"mobile_number"`
}

type transactionAnswer struct {
	ID         int64  `json:"id"`
	ExternalID string `json:"external_id"`
	Status     struct {
		Message string `json:"message"` // the class, a hyphen, and the reason of a refusal
		Class   struct {
			ID      int64  `json:"id"`
			Message string `json:"message"`
		} `json:"class"`
	} `json:"status"`
	// RecipientNotified is in no published document of DT One; some accounts may get it.
	RecipientNotified bool `json:"recipient_notified"`
}

// statuses are the classes of DT One, by number.
var statuses = map[int64]topup.Status{
	1: topup.Pending,   // CREATED
	2: topup.Pending,   // CONFIRMED
	3: topup.Refused,   // REJECTED, by DT One
	4: topup.Cancelled, // CANCELLED
	5: topup.Pending,   // SUBMITTED
	7: topup.Done,      // COMPLETED
	8: topup.Reversed,  // REVERSED, after COMPLETED
	9: topup.Refused,   // DECLINED, by the foreign operator
}

func (a transactionAnswer) validate(key string) error {
	if _, known := statuses[a.Status.Class.ID]; !known || a.ID <= 0 {
		return errors.New("transaction of no known status")
	}
	if a.ExternalID != key {
		return errors.New("transaction answered is not the one asked for")
	}
	return nil
}

func validateAll(said []transactionAnswer, key string) error {
	for _, a := range said {
		if err := a.validate(key); err != nil {
			return err
		}
	}
	return nil
}

func (a transactionAnswer) transaction() topup.Transaction {
	t := topup.Transaction{Reference: textOf(a.ID), Status: statuses[a.Status.Class.ID], RecipientTold: a.RecipientNotified}
	if t.Status == topup.Refused {
		reason, _ := strings.CutPrefix(a.Status.Message, a.Status.Class.Message+"-")
		t.Reason = strings.ToLower(strings.ReplaceAll(reason, "-", "_"))
	}
	return t
}

func textOf(id int64) string { return strconv.FormatInt(id, 10) }

func idOf(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }
