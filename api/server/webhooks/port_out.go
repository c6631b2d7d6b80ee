package webhooks

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway/callback"
)

// askedNumbers starts the workflow of a request, once.
type askedNumbers interface {
	StartPortOut(ctx context.Context, in contract.PortOutInput) error
}

// portOutReport makes the workflow of a request ask for the present state: a report only names its request.
func portOutReport(eventID string, news callback.PortOut) report {
	return report{
		workflowID: contract.PortOutWorkflowID(news.Reference), signal: contract.SignalPortOutReported,
		arg: contract.PortOutReported{EventID: eventID},
	}
}

// portOutStart starts the workflow of a request.
func (s *WebhookHandlers) portOutStart(ctx context.Context, news callback.PortOutAsked) (report, error) {
	in, err := s.portOut(ctx, news)
	return report{start: func(ctx context.Context) error { return s.PortOuts.StartPortOut(ctx, in) }}, err
}

func (s *WebhookHandlers) portOut(ctx context.Context, news callback.PortOutAsked) (in contract.PortOutInput, err error) {
	if news.CutOverAt.Before(news.AnswerBy) {
		return in, contract.RefuseField("data.cutOverAt", contract.FailPortOutDeadlines)
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return in, err
	}
	in.Settings = settings.Port.ForPortOut()
	in.Port = contract.PortOut{
		ID: s.Derive.ID("port-out", news.Reference), Reference: news.Reference, Recipient: news.Recipient, Stage: contract.PortOutChecking,
		AskedAt: s.Now().UTC().Truncate(time.Millisecond), AnswerBy: news.AnswerBy, CutOverAt: news.CutOverAt,
	}
	in.Asked = contract.PortOutAsked{
		Origin: s.PublicURL, Secret: s.Derive.Token(contract.PurposePortOutLink, news.Reference), MSISDN: news.MSISDN, IDNumber: news.IDNumber,
		Statements: map[string]string{},
	}
	for _, language := range []string{texts.Arabic, texts.English} {
		in.Asked.Statements[language] = s.StatementLink(language, in.Port.ID)
	}
	return in, nil
}
