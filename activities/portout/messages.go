package portout

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/store"
)

// Templates of the messages to the holders of a number that another operator requests. The final statement reports that it has
// left.
const (
	messageAsked     = "port-out-asked"
	messageRefused   = "port-out-refused"
	messageStopped   = "port-out-stopped"
	messageWithdrawn = "port-out-withdrawn"
	messageFailed    = "port-out-failed"
)

var endings = map[contract.PortOutStage]string{
	contract.PortOutStopped: messageStopped, contract.PortOutWithdrawn: messageWithdrawn, contract.PortOutFailed: messageFailed,
}

// objection is the link for "this was not me". Its secret is behind the #, where no log sees it.
func objection(p contract.PortOut, in contract.PortOutAsked) string {
	return fmt.Sprintf("%s/%s/leaving/%s#%s", strings.TrimSuffix(in.Origin, "/"), p.Language, p.Reference, in.Secret)
}

// tell queues a message on every channel of all who hold the line. A number on none of our lines has no recipient.
func tell(ctx context.Context, q *store.Tx, p contract.PortOut, template string, more map[string]string) error {
	if p.LineID == "" {
		return nil
	}
	if p.Language == "" {
		p.Language = texts.Arabic
	}
	line, err := lines.ByID(ctx, q, p.LineID)
	if err != nil {
		return err
	}
	to, err := recipient(ctx, q, p)
	if err != nil {
		return err
	}
	params := map[string]string{
		"msisdn": line.MSISDN, "operator": to, "when": p.CutOverAt.In(calendar.Riyadh).Format(contract.MomentLayout), "costs": costs(p),
	}
	maps.Copy(params, more)
	notices, err := lines.HolderNotices(ctx, q, p.LineID, contract.Notice{
		OrderID: p.LineID, Key: template + "-" + p.Reference, Template: template, Language: p.Language, Reason: p.Reason, Params: params,
	})
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}

// recipient returns the name of the requesting operator, or its key if we have no name.
func recipient(ctx context.Context, q *store.Tx, p contract.PortOut) (string, error) {
	operators, err := q.Ports.Donors(ctx)
	for _, o := range operators {
		switch {
		case o.Key != p.Recipient:
		case p.Language != texts.Arabic:
			return o.NameEn, err
		default:
			return o.NameAr, err
		}
	}
	return p.Recipient, err
}

// costs returns the sentences on the costs of leaving; empty if there are none.
func costs(p contract.PortOut) string {
	var all strings.Builder
	for _, cost := range []struct {
		key    string
		amount contract.Halalas
	}{{"port-out.lost", p.Bill.Lost}, {"port-out.owed", p.Bill.Owed}, {"port-out.commitment", p.Bill.Commitment}} {
		if cost.amount > 0 {
			all.WriteString(" " + texts.Text(p.Language, contract.Code(cost.key), map[string]string{"amount": money.Riyals(cost.amount)}))
		}
	}
	return all.String()
}
