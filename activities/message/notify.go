// Package message tells customers what happened, by SMS and e-mail.
package message

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/notice"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
	storeerrors "selfcare/internal/store/errors"
	outboxstore "selfcare/internal/store/outbox"
	"selfcare/internal/store/user"
)

// Activities tells customers what happened, by SMS and e-mail.
type Activities struct {
	gateway   messages.Gateway
	customers customers
	outbox    outbox
	links     Links
	wordings  wordings
	receipts  receipts // nil: letters bring none
	count     []Counter
}

// wordings returns the texts of messages as operators have changed them.
type wordings interface {
	Wording(ctx context.Context, templates ...string) (texts.Wording, error)
	SupportPhone(ctx context.Context) (string, error)
}

// outbox keeps the messages that changes caused. A claimed message is the caller's for a minute.
type outbox interface {
	Claim(ctx context.Context, limit int) ([]outboxstore.QueuedMessage, error)
	ClaimShard(ctx context.Context, shard, limit int) ([]outboxstore.QueuedMessage, error)
	NoteSent(ctx context.Context, keys ...string) error
	NoteRefused(ctx context.Context, key, failure string, ways map[string]string) error
	NoteUnreached(ctx context.Context, key string, ways []string) error
	Forget(ctx context.Context, key string) error
	Queue(ctx context.Context, notices ...contract.Notice) error
	NoteSettled(ctx context.Context, key string, settled []string, ways map[string]string) error
	Postpone(ctx context.Context, key, failure string, pause time.Duration, faults int) error
	Release(ctx context.Context, key string) error
}

// customers returns the customers of an order, if they have an account; else storeerrors.ErrNotFound.
type customers interface {
	OrderHolder(ctx context.Context, orderID string) (user.OrderHolder, error)
	FindRewardedInviter(ctx context.Context, orderID string) (user.Inviter, error)
}

// New takes the sender's port, the customers' choices about messages, the outbox, the links, the wordings in force, and more, if any.
func New(g messages.Gateway, c customers, o outbox, l Links, w wordings, more ...Option) *Activities {
	m := &Activities{gateway: g, customers: c, outbox: o, links: l, wordings: w}
	for _, add := range more {
		add(m)
	}
	return m
}

// Option adds a part to the activities.
type Option func(*Activities)

// NotifyCustomer sends one text on every channel of the order. For a message about the order's progress it sends only on the
// channels that the customer has chosen. The message to an invited customer about the line or its refund also brings the
// inviter the message about the reward. A refusal on one channel must not block the others. The keys make a repeat harmless.
func (m *Activities) NotifyCustomer(ctx context.Context, in contract.Notice) error {
	return m.notify(ctx, in, nil, activity.IsActivity(ctx) && activity.GetInfo(ctx).Attempt > 1).failed
}

// told is the result of one try to send the texts of a notice.
type told struct {
	failed    error             // the first failure that may pass, else the first refusal
	unreached []string          // channels on which the given address was invalid
	settled   []string          // keys of the texts that have left or were refused, in this try or an earlier one
	answered  map[string]bool   // by channel: whether its sender answered; a channel that was not tried is missing
	ways      map[string]string // by channel: the state of the customer's own text, if this try made one
	hasTexts  bool              // a copy whose first one has used all ways has none
}

// notify sends the texts of a notice, except settled ones. repeated says that an earlier try may have sent the others.
func (m *Activities) notify(ctx context.Context, in contract.Notice, settled []string, repeated bool) told {
	notices, err := m.addressNotices(ctx, in)
	if err != nil {
		return told{failed: failure.Map("find the ways of a notice", err)}
	}
	wording, err := m.wording(ctx, notices)
	if err != nil {
		return told{failed: failure.Map("find the words of a notice", err)}
	}
	result := told{settled: slices.Clip(settled), answered: map[string]bool{}, ways: map[string]string{}}
	var failed error
	all := addressed(notices)
	result.hasTexts = len(all) > 0
	for _, to := range all {
		if slices.Contains(settled, to.Key) {
			continue
		}
		message, err := m.inWords(ctx, to, wording)
		if err != nil {
			result.failed = failure.Map("keep the link of a notice", err)
			return result
		}
		message.Repeated = repeated
		if message.Key == keyOf(in, messages.Email) {
			message.Attachments = m.attachReceipt(ctx, in, message.To)
		}
		err = m.gateway.Send(ctx, message)
		result.noteTry(in, message, err)
		if err != nil && (failed == nil || errors.Is(failed, gateway.ErrFinal)) { // another try can still help the failure that is not final
			failed = err
		}
	}
	result.failed = failure.MapPartner("notify customer", failed, contract.FailOutsideSystem)
	return result
}

// noteTry adds the result of one text of a notice.
func (r *told) noteTry(in contract.Notice, message messages.Message, err error) {
	r.answered[message.Channel] = err == nil || errors.Is(err, gateway.ErrFinal)
	if r.answered[message.Channel] {
		r.settled = append(r.settled, message.Key)
	}
	if message.Key == keyOf(in, message.Channel) {
		r.ways[message.Channel] = stateAfter(err)
	}
	if isUnreachable(err) && (message.To == in.Mobile || message.To == in.Email) {
		r.unreached = append(r.unreached, message.Channel)
	}
}

// stateAfter returns the state of a text after a try.
func stateAfter(err error) string {
	switch {
	case err == nil:
		return outboxstore.MessageSent
	case errors.Is(err, gateway.ErrFinal):
		return outboxstore.MessageRefused
	default:
		return outboxstore.MessageQueued
	}
}

// isUnreachable tells an invalid address from a message that was refused for another reason.
func isUnreachable(err error) bool {
	var refused *gateway.Refusal
	return errors.As(err, &refused) && refused.Code == messages.AddressInvalid
}

// addressNotices returns a notice and the notices that follow from it, each with its addresses.
func (m *Activities) addressNotices(ctx context.Context, in contract.Notice) ([]contract.Notice, error) {
	ways, err := m.ways(ctx, in)
	if err != nil {
		return nil, err
	}
	in.Mobile, in.Email = ways.Mobile, ways.Email
	var news contract.Notice
	if in.Instead != "" { // its first copy has brought the news
		return []contract.Notice{in}, nil
	}
	switch in.Template {
	case notice.Welcome:
		news, err = m.reward(ctx, in.OrderID)
	case notice.RefundedInvited:
		news, err = m.reversalNotice(ctx, in.OrderID)
	}
	news.CausedAt = in.CausedAt
	return []contract.Notice{in, news}, err
}

// ways returns the addresses of a notice; of the copy of one that did not arrive, those that its first copy did not use.
func (m *Activities) ways(ctx context.Context, in contract.Notice) (notice.Ways, error) {
	chosen, err := m.chooseWays(ctx, in)
	if in.Instead == "" {
		return chosen, err
	}
	return notice.Rest(notice.Ways{Mobile: in.Mobile, Email: in.Email}, chosen), err
}

// chooseWays returns the addresses of a notice, by the choice of its customer.
func (m *Activities) chooseWays(ctx context.Context, in contract.Notice) (notice.Ways, error) {
	given := notice.Ways{Mobile: in.Mobile, Email: in.Email}
	if !notice.IsProgress(in.Template) {
		return given, nil
	}
	holder, err := m.customers.OrderHolder(ctx, in.OrderID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return given, nil
	}
	return notice.Chosen(given, notice.Choice{SMS: holder.SMS, Email: holder.Email}, holder.ConfirmedEmail), err
}

// reward is the message to the inviter of an order's customer. It has no address if there is no inviter, or if the inviter has
// not chosen such messages.
func (m *Activities) reward(ctx context.Context, orderID string) (contract.Notice, error) {
	return m.toInviter(ctx, orderID, notice.Reward, notice.Promoted)
}

// reversalNotice is the message that the reward was taken back. It is no promotion: a customer who loses money is told.
func (m *Activities) reversalNotice(ctx context.Context, orderID string) (contract.Notice, error) {
	return m.toInviter(ctx, orderID, notice.Reversal, func(known notice.Ways, choice notice.Choice) notice.Ways {
		return notice.Chosen(known, choice, known.Email)
	})
}

// toInviter addresses the inviter of an order's customer, if the inviter has an account.
func (m *Activities) toInviter(
	ctx context.Context, orderID, template string, waysOf func(notice.Ways, notice.Choice) notice.Ways,
) (contract.Notice, error) {
	inviter, err := m.customers.FindRewardedInviter(ctx, orderID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Notice{}, nil
	}
	choice := notice.Choice{SMS: inviter.Chosen.SMS, Email: inviter.Chosen.Email, Promotions: inviter.Chosen.Promotions}
	ways := waysOf(notice.Ways{Mobile: inviter.Mobile, Email: inviter.ConfirmedEmail}, choice)
	return contract.Notice{
		OrderID: orderID, Key: template, Template: template, Language: texts.Spoken(inviter.Chosen.Language),
		Mobile: ways.Mobile, Email: ways.Email, Params: map[string]string{"amount": money.Riyals(inviter.Amount)}, UserID: inviter.UserID,
	}, err
}

// spoken holds the wordings for a set of messages.
type spoken struct {
	texts.Wording
	call string // follows "contact support": the number to dial; empty if there is none
}

func (m *Activities) wording(ctx context.Context, notices []contract.Notice) (spoken, error) {
	templates := make([]string, len(notices))
	for i, in := range notices {
		templates[i] = in.Template
	}
	wording, err := m.wordings.Wording(ctx, templates...)
	if err != nil {
		return spoken{}, err
	}
	phone, err := m.wordings.SupportPhone(ctx)
	if err != nil || phone == "" {
		return spoken{Wording: wording}, err
	}
	return spoken{Wording: wording, call: " (" + phone + ")"}, nil
}

// keyOf returns the key of the text of a notice on a channel.
func keyOf(in contract.Notice, channel string) string {
	return in.OrderID + "-" + in.Key + "-" + channel
}

// text is a message without its words, and the notice that it tells.
type text struct {
	messages.Message
	of contract.Notice
}

// addressed returns a text for each address of notices.
func addressed(notices []contract.Notice) (all []text) {
	for _, in := range notices {
		for _, message := range []messages.Message{
			{Channel: messages.SMS, To: in.Mobile},
			{Channel: messages.Email, To: in.Email},
		} {
			if message.To != "" {
				message.Key = keyOf(in, message.Channel)
				all = append(all, text{message, in})
			}
		}
	}
	return all
}

// inDefaultAlphabet replaces the sign of hidden digits: the default alphabet of SMS lacks it, and another alphabet has half the room.
var inDefaultAlphabet = strings.NewReplacer("•", "*")

// inWords writes a message. It notes the message's link.
func (m *Activities) inWords(ctx context.Context, t text, wording spoken) (message messages.Message, err error) {
	message, in := t.Message, t.of
	params := map[string]string{"call": wording.call}
	if in.Reason != "" {
		params["reason"] = texts.Text(in.Language, in.Reason, nil)
	}
	maps.Copy(params, in.Params)
	if wording.Uses(in.Language, in.Template, "link") {
		if params["link"], err = m.links.linkOf(ctx, in, message.Key); err != nil {
			return message, err
		}
	}
	message.Class = notice.ClassOf(in.Template)
	message.Language = in.Language
	stop, err := m.stopOf(ctx, t)
	if err != nil {
		return message, err
	}
	switch message.Channel {
	case messages.Email:
		message.Subject = wording.Subject(in.Language, in.Template, params)
		message.Unsubscribe = stop.oneClick
		message.Text = m.letter(in, wording.Message(in.Language, in.Template, params))
		message.HTML = m.writePage(in, message.Subject, message.Text, stop)
		message.Text += stop.inLetter(in.Language)
	case messages.SMS:
		message.Text = inDefaultAlphabet.Replace(wording.SMS(in.Language, in.Template, params)) + m.links.bindCode(in) + stop.inSMS(in.Language)
	}
	return message, nil
}
