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
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

// Templates of the messages about an auto-recharge. The purchase itself sends the message about the new balance.
const (
	messageTomorrow = "auto-recharge-tomorrow"
	messageConfirm  = "auto-recharge-confirm" // the bank asks for 3-D Secure
	messageRetry    = "auto-recharge-retry"
	messagePaused   = "auto-recharge-paused"
	messageMissed   = "auto-recharge-missed"
	messageSkipped  = "auto-recharge-skipped" // the line is being given up
)

// pageOf is the page on which the customer manages auto-recharge.
const pageOf = "auto-payment"

func page(origin, language, path string) string {
	return strings.TrimSuffix(origin, "/") + "/" + language + "/" + path
}

func (t turn) tell(ctx context.Context, template, about string, params map[string]string) error {
	return tell(ctx, t.q, t.rule, template+":"+about, template, params, "")
}

// notifyPause tells the customer once about each pause. Since is when the rule began or was last resumed.
func notifyPause(ctx context.Context, q *store.Tx, r contract.AutoRecharge, reason contract.Code, origin string) error {
	params := map[string]string{"amount": money.Riyals(r.Amount), "page": page(origin, r.Language, pageOf)}
	return tell(ctx, q, r, fmt.Sprintf("%s:%d", messagePaused, r.Since.Unix()), messagePaused, params, reason)
}

// tell queues a message to the line, with its cause. A line that has ended gets none.
func tell(
	ctx context.Context, q *store.Tx, r contract.AutoRecharge, key, template string, params map[string]string, reason contract.Code,
) error {
	line, err := q.Lines.Get(ctx, r.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	notice := contract.Notice{
		OrderID: r.ID, Key: key, Template: template, Language: r.Language, Params: params, Reason: reason, Mobile: line.MSISDN,
	}
	if line.Kind == linestore.Data { // a data line shows no messages
		notice.Mobile = line.Contact.Mobile
	}
	return q.Outbox.Queue(ctx, notice)
}

// dates returns the parameters of a message about a date.
func (t turn) dates(run contract.AutoRun) map[string]string {
	return map[string]string{
		"amount": money.Riyals(t.rule.Amount), "total": money.Riyals(purchase.WithVAT(t.rule.Amount, t.prices.VATPercent)),
		"date": moment(run.Due), "page": page(t.origin, t.rule.Language, pageOf),
	}
}

// tries returns the parameters of a message about a purchase that the customer must confirm.
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
