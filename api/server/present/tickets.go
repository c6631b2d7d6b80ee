package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	ticketstore "selfcare/internal/store/ticket"
)

// TicketMessages are messages as pages show them.
func TicketMessages(said []ticketstore.Message) []gen.ServiceRequestMessage {
	shown := make([]gen.ServiceRequestMessage, len(said))
	for i, m := range said {
		shown[i] = gen.ServiceRequestMessage{Author: gen.ServiceRequestMessageAuthor(m.Author), Text: m.Text, At: m.At}
	}
	return shown
}

// Ticket is a service request in words.
func Ticket(language string, t contract.Ticket) gen.ServiceRequest {
	stage := string(t.Stage)
	if t.Overdue {
		stage = "overdue"
	}
	return gen.ServiceRequest{
		Reference: t.Reference, Kind: gen.ServiceRequestKind(t.Kind), Topic: t.Topic,
		TopicText: texts.Text(language, "request.topic."+string(t.Kind)+"."+t.Topic, nil),
		Stage:     gen.ServiceRequestStage(t.Stage), StageText: texts.Text(language, "request.stage."+stage, nil),
		ReceivedAt: t.ReceivedAt.UTC(), DueAt: optional.Time(t.DueAt), Overdue: t.Overdue, ClosesAt: optional.Time(t.ClosesAt),
		ClosedAt: optional.Time(t.ClosedAt), ReopenUntil: optional.Time(t.ReopenUntil), CstReference: optional.Text(t.CSTReference),
	}
}
