package spending

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/money"
	"selfcare/internal/store"
	"selfcare/internal/store/lineholder"
)

// Templates of what the holders of a line are told about what it may spend.
const (
	messageCreditNear     = "credit-limit-near"
	messageCreditReached  = "credit-limit-reached"
	messageCreditChanged  = "credit-limit-changed"
	messageExtraNear      = "spend-cap-near"
	messageExtraReached   = "spend-cap-reached"
	messageRoamingNear    = "roaming-cap-near"
	messageRoamingReached = "roaming-cap-reached"
	messageOverdrawn      = "balance-overdrawn"
)

// templates say what is told of a limit: that it is nearly reached, and that it is.
var templates = map[creditlimit.Kind][2]string{
	creditlimit.Credit:  {messageCreditNear, messageCreditReached},
	creditlimit.Extra:   {messageExtraNear, messageExtraReached},
	creditlimit.Roaming: {messageRoamingNear, messageRoamingReached},
	creditlimit.Balance: {"", messageOverdrawn}, // it is never near: a balance of nothing is no debt
}

// tell has the holders of the line hear of a limit, once for each time that it comes near or is reached.
func (s Standing) tell(ctx context.Context, q *store.Tx, l creditlimit.Limit, now time.Time) error {
	percent, news := l.NextWarning(s.warn)
	if percent != l.Told {
		if err := q.Limits.NoteTold(ctx, s.Plan.LineID, l.Kind, percent); err != nil {
			return err
		}
	}
	if !news {
		return nil
	}
	template := templates[l.Kind][0]
	if l.Reached() {
		template = templates[l.Kind][1]
	}
	return told{q, s.Plan.LineID, fmt.Sprintf("%s:%s:%d", template, s.Plan.LineID, now.UnixMilli()), template, now}.queue(ctx, map[string]string{
		"amount": money.Riyals(l.Amount), "used": money.Riyals(l.Used), "percent": strconv.Itoa(percent),
	})
}

// told is one message.
type told struct {
	q        *store.Tx
	lineID   string
	key      string
	template string
	now      time.Time
}

func (t told) queue(ctx context.Context, params map[string]string) (err error) {
	if params["msisdn"], err = t.q.Lines.MSISDN(ctx, t.lineID); err != nil {
		return err
	}
	notice := contract.Notice{OrderID: t.lineID, Key: t.key, Template: t.template, Params: params, CausedAt: t.now}
	if notice.Language, err = t.q.Lines.Language(ctx, t.lineID); err != nil {
		return err
	}
	notices, err := lineholder.Notices(ctx, t.q, t.lineID, notice)
	if err != nil {
		return err
	}
	return t.q.Outbox.Queue(ctx, notices...)
}
