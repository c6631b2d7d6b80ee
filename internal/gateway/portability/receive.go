package portability

import (
	"context"
	"regexp"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/port"
	"selfcare/internal/domain/typed"
	"selfcare/internal/gateway/callback"
)

// Types of events; all others are about numbers that come to us.
const (
	typeOut      = "port-out."
	typeOutAsked = typeOut + "asked"
	typeReturned = "number.returned"
)

var (
	outReference = regexp.MustCompile(typed.PortOutPattern)
	outOperator  = regexp.MustCompile(`^[a-z0-9-]{2,20}$`)
	outNumber    = regexp.MustCompile(`^05[0-9]{8}$`)
)

// Receiver reads call-backs of the clearing house, in the envelope of the adapters named generic.
type Receiver struct{ Signed callback.Signed }

// Receive reads one report.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	said, err := v.Signed.Open(r)
	if err != nil {
		return nil, err
	}
	var news any
	switch {
	case said.Type == typeOutAsked:
		news, err = readAsked(said)
	case strings.HasPrefix(said.Type, typeOut):
		var reference string
		reference, err = readText(said, "reference", outReference)
		news = callback.PortOut{Reference: reference}
	case said.Type == typeReturned:
		news, err = readReturned(said)
	default:
		news, err = readPort(said)
	}
	if err != nil {
		return nil, err
	}
	return said.With(news), nil
}

func readPort(said callback.Envelope) (callback.PortIn, error) {
	status, known := port.Status(said.Text("status"))
	if !known {
		return callback.PortIn{}, &callback.Invalid{Field: "data.status"}
	}
	state := contract.PortState{Reference: said.Text("reference"), Status: status, Sequence: int(said.Number("sequence"))}
	if status == contract.PortRejected {
		state.Reason = port.Reason(said.Text("reason"))
	}
	return callback.PortIn{PortID: said.Text("portId"), State: state}, nil
}

func readAsked(said callback.Envelope) (asked callback.PortOutAsked, err error) {
	for _, field := range []struct {
		name string
		form *regexp.Regexp
		into *string
	}{
		{"reference", outReference, &asked.Reference},
		{"recipient", outOperator, &asked.Recipient},
		{"msisdn", outNumber, &asked.MSISDN},
		{"idNumber", identity.Number, &asked.IDNumber},
	} {
		if *field.into, err = readText(said, field.name, field.form); err != nil {
			return asked, err
		}
	}
	asked.IDNumber = identity.Normal(asked.IDNumber)
	for _, moment := range []struct {
		name string
		into *time.Time
	}{{"answerBy", &asked.AnswerBy}, {"cutOverAt", &asked.CutOverAt}} {
		if *moment.into, err = time.Parse(time.RFC3339, said.Text(moment.name)); err != nil {
			return asked, &callback.Invalid{Field: "data." + moment.name}
		}
	}
	return asked, nil
}

func readReturned(said callback.Envelope) (callback.NumberReturned, error) {
	msisdn, err := readText(said, "msisdn", outNumber)
	if err == nil && !number.IsOurs(msisdn) {
		err = &callback.Invalid{Field: "data.msisdn"}
	}
	return callback.NumberReturned{MSISDN: msisdn}, err
}

func readText(said callback.Envelope, name string, form *regexp.Regexp) (string, error) {
	text := said.Text(name)
	if !form.MatchString(text) {
		return "", &callback.Invalid{Field: "data." + name}
	}
	return text, nil
}
