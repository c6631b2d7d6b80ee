package topup

import (
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"selfcare/internal/contract"
)

// Words of the wire format.
const (
	fixedValue = "FIXED_VALUE_RECHARGE"
	currency   = "CURRENCY"
	riyal      = "SAR"
)

type lookupBody struct {
	MobileNumber string `json:"mobile_number"`
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

func identifiedOf(said []operatorAnswer) (Operator, bool) {
	at := slices.IndexFunc(said, func(o operatorAnswer) bool { return o.Identified })
	if at < 0 {
		return Operator{}, false
	}
	return Operator{ID: textOf(said[at].ID), Name: said[at].Name}, true
}

type productAnswer struct {
	ID      int64    `json:"id"`
	Type    string   `json:"type"`
	Tags    []string `json:"tags"`
	Service struct {
		ID int64 `json:"id"`
	} `json:"service"`
	Source      amountAnswer `json:"source"`
	Destination amountAnswer `json:"destination"`
}

type amountAnswer struct {
	Amount   json.Number `json:"amount"`
	Unit     string      `json:"unit"`
	UnitType string      `json:"unit_type"`
}

// product returns false for products that we do not sell: no top-up, no fixed amount, or a price that is not in whole halalas.
func (p productAnswer) product() (contract.TopUpProduct, bool) {
	cost, priced := halalas(p.Source)
	sold := priced && p.ID > 0 && p.Service.ID > 0 && p.Type == fixedValue && slices.Contains(p.Tags, contract.AirTime) &&
		p.Destination.UnitType == currency && len(p.Destination.Unit) == 3
	return contract.TopUpProduct{
		ID: textOf(p.ID), ServiceID: textOf(p.Service.ID), Kind: contract.AirTime, Cost: cost,
		Gets: contract.ForeignAmount{Amount: p.Destination.Amount.String(), Currency: p.Destination.Unit},
	}, sold
}

// halalas converts an amount of riyals, exactly or not at all.
func halalas(a amountAnswer) (contract.Halalas, bool) {
	riyals, decimal := new(big.Rat).SetString(a.Amount.String())
	if !decimal || a.Unit != riyal || a.UnitType != currency {
		return 0, false
	}
	in := riyals.Mul(riyals, big.NewRat(100, 1))
	return contract.Halalas(in.Num().Int64()), in.IsInt() && in.Num().IsInt64() && in.Sign() > 0
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
			Message string `json:"message"`
		} `json:"class"`
	} `json:"status"`
	RecipientNotified bool `json:"recipient_notified"`
}

// statuses are the classes of the partner.
var statuses = map[string]Status{
	"CREATED": Pending, "CONFIRMED": Pending, "SUBMITTED": Pending, "COMPLETED": Done,
	"REJECTED": Refused, "CANCELLED": Refused, "DECLINED": Refused, "REVERSED": Refused,
}

func (a transactionAnswer) validate(key string) error {
	if _, known := statuses[a.Status.Class.Message]; !known || a.ID <= 0 {
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

func (a transactionAnswer) transaction() Transaction {
	t := Transaction{Reference: textOf(a.ID), Status: statuses[a.Status.Class.Message], RecipientTold: a.RecipientNotified}
	if t.Status == Refused {
		reason, _ := strings.CutPrefix(a.Status.Message, a.Status.Class.Message+"-")
		t.Reason = strings.ToLower(strings.ReplaceAll(reason, "-", "_"))
	}
	return t
}

func textOf(id int64) string { return strconv.FormatInt(id, 10) }

func idOf(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }
