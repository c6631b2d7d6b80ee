package autorecharge

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
)

// Templates of what is told about an auto-recharge. That the balance has grown, its purchase says.
const (
	messageTomorrow = "auto-recharge-tomorrow"
	messageConfirm  = "auto-recharge-confirm" // the bank wants to see the customer
	messageRetry    = "auto-recharge-retry"
	messagePaused   = "auto-recharge-paused"
	messageMissed   = "auto-recharge-missed"
	messageSkipped  = "auto-recharge-skipped" // the line is being given up
)

// pageOf is where its customer looks after it.
const pageOf = "auto-payment"

func page(origin, language, path string) string {
	return strings.TrimSuffix(origin, "/") + "/" + language + "/" + path
}

func (t turn) tell(ctx context.Context, template, about string, params map[string]string) error {
	return tell(ctx, t.q, t.rule, template+":"+about, template, params, "")
}

// notifyPause tells once of each pause. since is when the rule began or was resumed last.
func notifyPause(ctx context.Context, q *store.Tx, r contract.AutoRecharge, reason contract.Code, origin string) error {
	params := map[string]string{"amount": money.Riyals(r.Amount), "page": page(origin, r.Language, pageOf)}
	return tell(ctx, q, r, fmt.Sprintf("%s:%d", messagePaused, r.Since.Unix()), messagePaused, params, reason)
}

// tell queues a message to the line, with what causes it. A line that has ended is told nothing.
func tell(
	ctx context.Context, q *store.Tx, r contract.AutoRecharge, key, template string, params map[string]string, reason contract.Code,
) error {
	line, err := q.Lines.Get(ctx, r.LineID)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	notice := contract.Notice{
		OrderID: r.ID, Key: key, Template: template, Language: r.Language, Params: params, Reason: reason, Mobile: line.MSISDN,
	}
	if line.Kind == store.LineData { // nobody reads messages on it
		notice.Mobile = line.Contact.Mobile
	}
	return q.Outbox.Queue(ctx, notice)
}

// dates are the blanks of a message about a date.
func (t turn) dates(run contract.AutoRun) map[string]string {
	return map[string]string{
		"amount": money.Riyals(t.rule.Amount), "total": money.Riyals(purchase.WithVAT(t.rule.Amount, t.prices.VATPercent)),
		"date": moment(run.Due), "page": page(t.origin, t.rule.Language, pageOf),
	}
}

// tries are those of a message about a purchase that its customer has to confirm.
func (t turn) tries(run contract.AutoRun, p contract.Purchase) map[string]string {
	params := t.dates(run)
	params["page"], params["until"] = p.Auto.ReturnURL, moment(p.Payment.At.Add(p.Auto.Within))
	return params
}

func (t turn) retries(run contract.AutoRun) map[string]string {
	params := t.dates(run)
	params["when"] = moment(run.NextTry)
	return params
}

func moment(at time.Time) string { return at.In(calendar.Riyadh).Format(contract.MomentLayout) }
