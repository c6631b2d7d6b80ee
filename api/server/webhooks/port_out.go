package webhooks

import (
	"context"
	"regexp"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/typed"
)

// Types of the clearing house's reports about our numbers. All others are about numbers that come to us.
const (
	portOutType  = "port-out."
	portOutAsked = portOutType + "asked"
)

// askedNumbers starts the workflow of a request, once.
type askedNumbers interface {
	StartPortOut(ctx context.Context, in contract.PortOutInput) error
}

var (
	outReference = regexp.MustCompile(typed.PortOutPattern)
	outOperator  = regexp.MustCompile(`^[a-z0-9-]{2,20}$`)
	outNumber    = regexp.MustCompile(`^05[0-9]{8}$`)
)

// portOutReport starts the request, or makes its workflow ask for the present state: a report only names its request.
func (s *WebhookHandlers) portOutReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	reference, err := checked(event, "reference", outReference)
	if err != nil {
		return report{}, err
	}
	if event.Type != portOutAsked {
		return report{
			workflowID: contract.PortOutWorkflowID(reference), signal: contract.SignalPortOutReported,
			arg: contract.PortOutReported{EventID: event.EventId},
		}, nil
	}
	in, err := s.portOut(ctx, event, reference)
	return report{start: func(ctx context.Context) error { return s.PortOuts.StartPortOut(ctx, in) }}, err
}

func (s *WebhookHandlers) portOut(ctx context.Context, event gen.WebhookEvent, reference string) (in contract.PortOutInput, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return in, err
	}
	in.Settings = settings.Port.ForPortOut()
	in.Port = contract.PortOut{
		ID: s.Derive.ID("port-out", reference), Reference: reference, Stage: contract.PortOutChecking, AskedAt: s.Now().UTC().Truncate(time.Millisecond),
	}
	in.Asked = contract.PortOutAsked{Origin: s.PublicURL, Secret: s.Derive.Token(contract.PurposePortOutLink, reference)}
	in.Asked.Statements = map[string]string{}
	for _, language := range []string{texts.Arabic, texts.English} {
		in.Asked.Statements[language] = s.StatementLink(language, in.Port.ID)
	}
	for name, text := range map[string]struct {
		form *regexp.Regexp
		into *string
	}{"recipient": {outOperator, &in.Port.Recipient}, "msisdn": {outNumber, &in.Asked.MSISDN}, "idNumber": {identity.Number, &in.Asked.IDNumber}} {
		if *text.into, err = checked(event, name, text.form); err != nil {
			return in, err
		}
	}
	in.Asked.IDNumber = identity.Normal(in.Asked.IDNumber)
	for name, moment := range map[string]*time.Time{"answerBy": &in.Port.AnswerBy, "cutOverAt": &in.Port.CutOverAt} {
		if *moment, err = time.Parse(time.RFC3339, textOf(event, name)); err != nil {
			return in, invalid(name)
		}
	}
	if in.Port.CutOverAt.Before(in.Port.AnswerBy) {
		return in, contract.RefuseField("data.cutOverAt", contract.FailPortOutDeadlines)
	}
	return in, nil
}

func checked(event gen.WebhookEvent, name string, form *regexp.Regexp) (string, error) {
	text := textOf(event, name)
	if !form.MatchString(text) {
		return "", invalid(name)
	}
	return text, nil
}

func invalid(name string) error {
	return &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data." + name: middleware.FieldInvalid}}
}
