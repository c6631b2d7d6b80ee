package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	ticketstore "selfcare/internal/store/ticket"
)

// TicketMessages are messages as pages show them.
func TicketMessages(said []ticketstore.Message) []gen.TicketMessage {
	shown := make([]gen.TicketMessage, len(said))
	for i, m := range said {
		shown[i] = gen.TicketMessage{Author: gen.TicketMessageAuthor(m.Author), Text: m.Text, At: m.At}
	}
	return shown
}

// Ticket is a service request in words.
func Ticket(language string, t contract.Ticket) gen.Ticket {
	stage := string(t.Stage)
	if t.Overdue {
		stage = "overdue"
	}
	return gen.Ticket{
		Reference: t.Reference, Kind: gen.TicketKind(t.Kind), Topic: t.Topic,
		TopicText: texts.Text(language, "request.topic."+string(t.Kind)+"."+t.Topic, nil),
		Stage:     gen.TicketStage(t.Stage), StageText: texts.Text(language, "request.stage."+stage, nil),
		ReceivedAt: t.ReceivedAt.UTC(), DueAt: optional.Time(t.DueAt), Overdue: t.Overdue, ClosesAt: optional.Time(t.ClosesAt),
		ClosedAt: optional.Time(t.ClosedAt), ReopenUntil: optional.Time(t.ReopenUntil), CstReference: optional.Text(t.CSTReference),
	}
}
