package nafath

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"selfcare/internal/contract"
)

type requestBody struct {
	NationalID string `json:"nationalId"`
	Service    string `json:"service"`
}

type requestAnswer struct {
	TransID string `json:"transId"`
	Random  digits `json:"random"`
}

// digits are the two digits of a push: a text, or a number that has lost its leading zero. Nafath's clients know both.
type digits string

var fewDigits = regexp.MustCompile(`^\d{1,2}$`)

// UnmarshalJSON reads both forms.
func (d *digits) UnmarshalJSON(text []byte) error {
	number := strings.Trim(string(text), `"`)
	if !fewDigits.MatchString(number) {
		return errors.New("the number to pick does not have two digits")
	}
	*d = digits(fmt.Sprintf("%02s", number))
	return nil
}

func (a requestAnswer) validate() error {
	if a.TransID == "" || a.Random == "" {
		return errors.New("request answered without a transaction or a number")
	}
	return nil
}

type statusBody struct {
	NationalID string `json:"nationalId"`
	TransID    string `json:"transId"`
	Random     string `json:"random"`
}

type statusAnswer struct {
	Status string `json:"status"`
}

var statuses = map[string]contract.IdentityStatus{
	"WAITING":   contract.IdentityWaiting,
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

func (a statusAnswer) validate() error {
	if _, known := statuses[a.Status]; !known {
		return errors.New("unknown identity status")
	}
	return nil
}
