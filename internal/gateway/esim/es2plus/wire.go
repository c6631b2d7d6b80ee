package es2plus

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"selfcare/internal/domain/esim"
	"selfcare/internal/gateway"
	port "selfcare/internal/gateway/esim"
)

// Statuses of an executed function; all others are failures with a reason.
const (
	statusSuccess = "Executed-Success"
	statusWarning = "Executed-WithWarning"
	statusFailed  = "Failed"
	statusExpired = "Expired"
)

// Codes that tell the state of a profile to a repeat.
const (
	codeMatchingIDInUse = "8.2.6-3.3"
	codeMatchingIDWrong = "8.2.6-3.10" // invalid association: the profile has another one
)

type requestHeader struct {
	Requester string `json:"functionRequesterIdentifier"`
	Call      string `json:"functionCallIdentifier"`
}

type downloadBody struct {
	Header      requestHeader `json:"header"`
	EID         string        `json:"eid,omitempty"`
	ProfileType string        `json:"profileType"`
}

type confirmBody struct {
	Header  requestHeader `json:"header"`
	ICCID   string        `json:"iccid"`
	EID     string        `json:"eid,omitempty"`
	Release bool          `json:"releaseFlag"`

	MatchingID string `json:"matchingId"`
}

type releaseBody struct {
	Header requestHeader `json:"header"`
	ICCID  string        `json:"iccid"`
}

type cancelBody struct {
	Header requestHeader `json:"header"`
	ICCID  string        `json:"iccid"`
	EID    string        `json:"eid,omitempty"`
	Final  string        `json:"finalProfileStatusIndicator"`

	MatchingID string `json:"matchingId,omitempty"`
}

// finallyUnavailable bars a cancelled profile from being sold again, because its code may be written down somewhere.
const finallyUnavailable = "Unavailable"

type answerHeader struct {
	Header struct {
		Execution execution `json:"functionExecutionStatus"`
	} `json:"header"`
}

// execution is the outcome of a function, or of a step of a download.
type execution struct {
	Status string `json:"status"`
	Data   struct {
		Subject string `json:"subjectCode"`
		Reason  string `json:"reasonCode"`
	} `json:"statusCodeData"`
}

func (a answerHeader) succeeded() bool {
	status := a.Header.Execution.Status
	return status == statusSuccess || status == statusWarning
}

func (a answerHeader) validate() error {
	switch a.Header.Execution.Status {
	case statusSuccess, statusWarning, statusFailed, statusExpired:
		return nil
	}
	return errors.New("answer without an execution status")
}

// codeShape allows only code numbers into errors and held orders.
var codeShape = regexp.MustCompile(`^[0-9]+(\.[0-9]+)*$`)

// refusal returns the failure in an answer, or nil: ES2+ answers 200 to failures, too.
func (a answerHeader) refusal() error {
	if a.succeeded() {
		return nil
	}
	said := a.Header.Execution
	code := strings.ToLower(said.Status)
	if codeShape.MatchString(said.Data.Subject) && codeShape.MatchString(said.Data.Reason) {
		code = said.Data.Subject + "-" + said.Data.Reason
	}
	return fmt.Errorf("esim: %w", &gateway.Refusal{System: system, Code: code})
}

type downloadAnswer struct {
	answerHeader
	ICCID string `json:"iccid"`
}

func (a downloadAnswer) validateICCID() error {
	if err := a.validate(); err != nil || !a.succeeded() {
		return err
	}
	if _, ok := esim.ICCID(a.ICCID); !ok {
		return errors.New("profile answered without ICCID")
	}
	return nil
}

type confirmAnswer struct {
	answerHeader
	MatchingID string `json:"matchingId"`
	Address    string `json:"smdpAddress"`
}

// validateCode refuses a dollar sign inside a part, because it would break the activation code.
func (a confirmAnswer) validateCode() error {
	if err := a.validate(); err != nil || !a.succeeded() {
		return err
	}
	if strings.Contains(a.MatchingID+a.Address, "$") {
		return errors.New("profile confirmed without a usable activation code")
	}
	return nil
}

// code returns the activation code of an answer; its missing parts are ours.
func (a confirmAnswer) code(ours port.ActivationCode) port.ActivationCode {
	return port.ActivationCode{Address: cmp.Or(a.Address, ours.Address), MatchingID: cmp.Or(a.MatchingID, ours.MatchingID)}
}
