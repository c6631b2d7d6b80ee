// Package port holds the rules on porting a number in from another operator.
package port

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/number"
)

// Fields of a port that a customer may correct.
const (
	FieldOperator = "operator"
	FieldMSISDN   = "msisdn"
	FieldWindow   = "window"
)

// ValidateNumber refuses a number that we serve already, and a donor that is us or unknown. A number of our range that was ported
// out can be ported back.
func ValidateNumber(msisdn string, left, donorKnown, donorIsUs bool) error {
	switch {
	case number.IsOurs(msisdn) && !left:
		return contract.RefuseField(FieldMSISDN, contract.FailNumberIsOurs)
	case donorIsUs:
		return contract.RefuseField(FieldOperator, contract.FailOperatorIsUs)
	case !donorKnown:
		return contract.RefuseField(FieldOperator, contract.FailOperatorUnknown)
	default:
		return nil
	}
}

// ValidateWindow refuses a day without ports, or one too early or too far away.
func ValidateWindow(c calendar.Calendar, window string, now time.Time, daysAhead int) error {
	if window == contract.WindowEarliest {
		return nil
	}
	chosen, ok := c.On(window)
	if !ok || !slices.Contains(c.Days(now, daysAhead), chosen) {
		return contract.RefuseField(FieldWindow, contract.FailPortWindow)
	}
	return nil
}

// ValidateWindowChoice refuses another window before the donor agreed, and once the switch has begun.
func ValidateWindowChoice(p contract.Port) error {
	if p.Status != contract.PortApproved && p.Status != contract.PortScheduled {
		return contract.Refuse(contract.FailPortWindowShut)
	}
	return nil
}

// Noted tells whether a switch is already planned for a window.
func Noted(is contract.PortState, window string) bool {
	return is.Window == window && (is.Status == contract.PortApproved || is.Status == contract.PortRolledBack)
}

// Plan returns the window of a switch: the chosen day, or the first possible window when that day is past.
func Plan(c calendar.Calendar, window string, notBefore time.Time) calendar.Window {
	if chosen, ok := c.On(window); ok && notBefore.Before(chosen.Start) {
		return chosen
	}
	return c.Next(notBefore)
}

// Due returns when a number should be with us: at the start of its window, otherwise within some working days.
func Due(c calendar.Calendar, p contract.Port, now time.Time, workingDays int) time.Time {
	if p.CutOverAt.After(now) {
		return p.CutOverAt
	}
	return c.EndOfDay(now, workingDays)
}

// remedy is the action that helps after a rejection.
type remedy struct {
	editable []string
	hopeless bool // no correction makes the donor agree
}

var remedies = map[contract.Code]remedy{
	contract.PortIDMismatch:      {editable: []string{FieldMSISDN, FieldOperator}},
	contract.PortNameMismatch:    {editable: []string{FieldMSISDN, FieldOperator}},
	contract.PortNotActive:       {editable: []string{FieldMSISDN}},
	contract.PortNotOfOperator:   {editable: []string{FieldOperator, FieldMSISDN}},
	contract.PortUnpaidDues:      {},
	contract.PortInProgress:      {},
	contract.PortRecently:        {hopeless: true},
	contract.PortContract:        {},
	contract.PortDataSIM:         {editable: []string{FieldMSISDN}},
	contract.PortSuspended:       {hopeless: true},
	contract.PortNotPortable:     {editable: []string{FieldMSISDN}},
	contract.PortScheduleInvalid: {editable: []string{FieldWindow}},
	contract.PortRefused:         {editable: []string{FieldMSISDN, FieldOperator}},
}

// Editable lists the fields whose correction helps after a rejection. When it is empty, the customer has to settle the matter
// with the donor and ask again.
func Editable(reason contract.Code) []string { return remedies[reason].editable }

// FieldOf returns the field at which a rejection is shown: the first one worth correcting, otherwise the number.
func FieldOf(reason contract.Code) string {
	if editable := Editable(reason); len(editable) > 0 {
		return editable[0]
	}
	return FieldMSISDN
}

// Correctable tells whether another request can help.
func Correctable(p contract.Port, tries int) bool {
	return p.Status == contract.PortRejected && p.Tries < tries && !remedies[p.Rejection].hopeless
}

// ValidateCorrection refuses an unexpected correction, and a correction of a field that would not help.
func ValidateCorrection(p contract.Port, in contract.PortCorrection, tries int) error {
	switch {
	case p.Status != contract.PortRejected:
		return contract.Refuse(contract.FailPortNothing)
	case !Correctable(p, tries):
		return contract.Refuse(contract.FailPortTries)
	}
	editable := Editable(p.Rejection)
	for _, given := range []struct{ field, value string }{
		{FieldOperator, in.Operator}, {FieldMSISDN, in.MSISDN}, {FieldWindow, in.Window},
	} {
		if given.value != "" && !slices.Contains(editable, given.field) {
			return contract.RefuseField(given.field, contract.FailPortField)
		}
	}
	return nil
}

// Corrected returns the request of a port with a correction applied.
func Corrected(p contract.Port, in contract.PortCorrection) contract.PortRequest {
	request := contract.PortRequest{Operator: p.Operator, MSISDN: p.MSISDN, Window: p.Window, AcceptTerms: true}
	for _, given := range []struct {
		value string
		into  *string
	}{{in.Operator, &request.Operator}, {in.MSISDN, &request.MSISDN}, {in.Window, &request.Window}} {
		if given.value != "" {
			*given.into = given.value
		}
	}
	return request
}
