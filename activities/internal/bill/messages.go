package bill

import (
	"context"
	"errors"
	"slices"
	"time"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Templates of the messages about a line's bills.
const (
	MessageIssued      = "bill-issued"
	MessageDue         = "bill-due"
	MessageDueTomorrow = "bill-due-tomorrow"
	MessageBarOutgoing = "bill-barred-outgoing"
	MessageBarAll      = "bill-barred-all"
	MessageUnbarred    = "bill-unbarred"
	MessagePaid        = "bill-paid"
	MessageCredited    = "bill-credited"
)

// Message is one message about an invoice.
type Message struct {
	Invoice  bill.Invoice
	Left     contract.Halalas
	Amount   contract.Halalas // paid or credited
	Template string
	Key      string // tells it from another message of the same template
	Language string // empty: that of the line's plan
	Ends     time.Time
	Now      time.Time
}

// ofService are the messages that speak of what a line may do. An ended line may do nothing.
var ofService = []string{MessageBarOutgoing, MessageBarAll, MessageUnbarred}

// Tell queues a message to all who hold the line, with the change that causes it. The bill of an ended line is told to its former owner,
// by the ways that the owner left with us.
func Tell(ctx context.Context, q *store.Tx, t Message) error {
	msisdn, err := q.Lines.MSISDN(ctx, t.Invoice.LineID)
	if err != nil {
		return err
	}
	if t.Language == "" {
		if t.Language, err = languageOf(ctx, q, t.Invoice.LineID); err != nil {
			return err
		}
	}
	params := map[string]string{
		"number": t.Invoice.Number, "total": money.Riyals(t.Invoice.Total), "left": money.Riyals(t.Left), "amount": money.Riyals(t.Amount),
		"due": moment(bill.LastDay(t.Invoice.DueAt)), "msisdn": msisdn,
	}
	if !t.Ends.IsZero() {
		params["ends"] = moment(t.Ends)
	}
	notice := contract.Notice{
		OrderID: t.Invoice.ID, Key: t.Template + t.Key, Template: t.Template, Language: t.Language, Params: params, Bill: t.Invoice.ID, CausedAt: t.Now,
	}
	notices, err := lines.HolderNotices(ctx, q, t.Invoice.LineID, notice)
	if errors.Is(err, storeerrors.ErrNotFound) && !slices.Contains(ofService, t.Template) {
		notices, err = lines.FormerNotices(ctx, q, t.Invoice.LineID, notice)
	}
	if found, err := known(err); !found {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}

func languageOf(ctx context.Context, q *store.Tx, lineID string) (string, error) {
	plan, err := q.PlanSubscriptions.Get(ctx, lineID)
	if found, err := known(err); !found || plan.Language == "" {
		return texts.Arabic, err
	}
	return plan.Language, nil
}

func moment(at time.Time) string { return at.In(calendar.Riyadh).Format(contract.MomentLayout) }
