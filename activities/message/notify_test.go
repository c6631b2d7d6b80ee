package message_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	simulated "selfcare/dev/simulator/messages"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/gateway/messages"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/user"
)

// ours is a shop without changed wordings.
type ours struct{}

func (ours) Wording(context.Context, ...string) (texts.Wording, error) { return texts.Wording{}, nil }

func (ours) SupportPhone(context.Context) (string, error) { return "", nil }

// dialled is an operator with a telephone number of support.
type dialled struct{ ours }

func (dialled) SupportPhone(context.Context) (string, error) { return "920000000", nil }

// noAccounts is a shop in which no order belongs to an account.
type noAccounts struct{}

func (noAccounts) OrderHolder(context.Context, string) (user.OrderHolder, error) {
	return user.OrderHolder{}, storeerrors.ErrNotFound
}

// accountOf is a shop in which every order belongs to one account.
type accountOf struct {
	holder  user.OrderHolder
	inviter *user.Inviter
	err     error
}

func (h accountOf) OrderHolder(context.Context, string) (user.OrderHolder, error) {
	return h.holder, h.err
}

func (noAccounts) FindRewardedInviter(context.Context, string) (user.Inviter, error) {
	return user.Inviter{}, storeerrors.ErrNotFound
}

func (h accountOf) FindRewardedInviter(context.Context, string) (user.Inviter, error) {
	if h.inviter == nil {
		return user.Inviter{}, storeerrors.ErrNotFound
	}
	return *h.inviter, nil
}

func notice() contract.Notice {
	return contract.Notice{
		OrderID: "o1", Key: "line-active-7", Template: "line-active", Language: "en",
		Mobile: fixture.Noura.Mobile, Email: fixture.Noura.Email, Params: map[string]string{"msisdn": fixture.NumberA},
	}
}

func channels(sent []messages.Message) []string {
	var names []string
	for _, m := range sent {
		names = append(names, m.Channel)
	}
	return names
}

func TestNotifyCustomer_EachChannel_HasItsOwnKey(t *testing.T) {
	out := &sender{}
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	text := "Welcome! Your number " + fixture.NumberA + " is now active. Enjoy your new line. Your order: https://selfcare.example/en/find-order"
	require.Len(t, out.sent, 2)
	require.Equal(t, messages.Message{Key: "o1-line-active-7-sms", Channel: messages.SMS, To: fixture.Noura.Mobile, Class: "transactional", Language: "en", Text: text}, out.sent[0])
	email := out.sent[1]
	require.NotEmpty(t, email.Subject)
	email.Subject, email.HTML = "", ""
	require.Equal(t, messages.Message{Key: "o1-line-active-7-email", Channel: messages.Email, To: fixture.Noura.Email, Class: "transactional", Language: "en", Text: text}, email)
}

func TestNotifyCustomer_Language_IsTheOrders(t *testing.T) {
	out, in := &sender{}, notice()
	in.Language = "ar"
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
	require.Equal(t, "ar", out.sent[0].Language)
	require.Regexp(t, `\p{Arabic}`, out.sent[0].Text)
	require.Regexp(t, `\p{Arabic}`, out.sent[1].Subject)
	require.Contains(t, out.sent[0].Text, fixture.NumberA)
}

func TestNotifyCustomer_UnknownChannel_IsLeftOut(t *testing.T) {
	for want, in := range map[string]contract.Notice{
		messages.SMS:   {OrderID: "o1", Key: "k", Template: "line-active", Language: "en", Mobile: fixture.Noura.Mobile},
		messages.Email: {OrderID: "o1", Key: "k", Template: "line-active", Language: "en", Email: fixture.Noura.Email},
	} {
		out := &sender{}
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
		require.Equal(t, []string{want}, channels(out.sent))
	}
}

func TestNotifyCustomer_ChannelFails_OtherGoes(t *testing.T) {
	for name, failed := range map[string]error{"refused": fixture.RefusedWith("address_invalid"), "not taken": fixture.ErrRetry, "unknown": fixture.ErrUnknown} {
		for _, channel := range []string{messages.SMS, messages.Email} {
			out := &sender{failing: map[string]error{channel: failed}}
			require.Error(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, notice()), name)
			require.Equal(t, []string{messages.SMS, messages.Email}, channels(out.sent), name)
		}
	}
}

func TestNotifyCustomer_Errors_Sorted(t *testing.T) {
	invalid := fixture.RefusedWith("address_invalid")
	notify := func(sms, email error) error {
		out := &sender{failing: map[string]error{messages.SMS: sms, messages.Email: email}}
		return messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, notice())
	}
	fixture.RequireRefusal(t, notify(invalid, nil), contract.FailOutsideSystem)
	fixture.RequireRefusal(t, notify(nil, invalid), contract.FailOutsideSystem)
	fixture.RequireRetry(t, notify(fixture.ErrRetry, nil))
	fixture.RequireRetry(t, notify(fixture.ErrUnknown, nil))
	fixture.RequireRetry(t, notify(invalid, fixture.ErrRetry))
	fixture.RequireRetry(t, notify(fixture.ErrRetry, invalid))
}

func TestNotifyCustomer_Progress_ByChosenChannel(t *testing.T) {
	byEmail := accountOf{holder: user.OrderHolder{Email: true, ConfirmedEmail: "confirmed@example.com"}}
	out := &sender{}
	require.NoError(t, messageacts.New(out, byEmail, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	require.Equal(t, []string{messages.Email}, channels(out.sent))
	require.Equal(t, "confirmed@example.com", out.sent[0].To)

	out = &sender{}
	bySMS := accountOf{holder: user.OrderHolder{SMS: true, ConfirmedEmail: "confirmed@example.com"}}
	require.NoError(t, messageacts.New(out, bySMS, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	require.Equal(t, []string{messages.SMS}, channels(out.sent))
}

func TestNotifyCustomer_CodeOrWarning_AlwaysGoes(t *testing.T) {
	uncalled := accountOf{err: errors.New("must not be called")}
	for _, template := range []string{"code-order", "sim-taken-over", "password-changed", "payment-double"} {
		out, in := &sender{}, notice()
		in.Template = template
		require.NoError(t, messageacts.New(out, uncalled, nil, links, ours{}).NotifyCustomer(ctx, in))
		require.Equal(t, []string{messages.SMS, messages.Email}, channels(out.sent), template)
		require.Equal(t, fixture.Noura.Email, out.sent[1].To)
	}
}

func TestNotifyCustomer_ChoiceUnknown_Waits(t *testing.T) {
	out := &sender{}
	away := accountOf{err: errors.New("the database is away")}
	fixture.RequireRetry(t, messageacts.New(out, away, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	require.Empty(t, out.sent)
}

func TestNotify_Reward_TellsInviter(t *testing.T) {
	inviter := user.Inviter{
		Mobile: "0570000001", ConfirmedEmail: "inviter@example.com", Amount: 2500,
		Chosen: user.Preferences{Language: "ar", Email: true, Promotions: true},
	}
	friend := accountOf{holder: user.OrderHolder{SMS: true}, inviter: &inviter}
	out := &sender{}
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	require.Equal(t, []string{messages.SMS, messages.Email}, channels(out.sent))
	reward := out.sent[1]
	require.Equal(t, "o1-referral-rewarded-email inviter@example.com ar", reward.Key+" "+reward.To+" "+reward.Language)
	require.Contains(t, reward.Text, "25.00")

	inviter.Chosen.Promotions = false
	out = &sender{}
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, notice()))
	require.Equal(t, []string{messages.SMS}, channels(out.sent))

	inviter.Chosen.Promotions = true
	out, placed := &sender{}, notice()
	placed.Template = "order-placed"
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, placed))
	require.Len(t, out.sent, 1, "the reward comes with the line, not before")
}

// A promotion says how to stop promotions: in the text, and in a letter also for the button of the mail program.
func TestNotify_Promotion_CanBeStopped(t *testing.T) {
	const account = "01980000-0000-7000-8000-000000000009"
	for language, says := range map[string][2]string{"en": {"Stop offers: ", "Stop offers</a>"}, "ar": {"لإيقاف العروض: ", "إيقاف العروض</a>"}} {
		inviter := user.Inviter{
			UserID: account, Mobile: "0570000001", ConfirmedEmail: "inviter@example.com", Amount: 9999999,
			Chosen: user.Preferences{Language: language, SMS: true, Email: true, Promotions: true},
		}
		out, in := &sender{}, notice()
		in.CausedAt = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
		require.NoError(t, messageacts.New(out, accountOf{holder: user.OrderHolder{SMS: true}, inviter: &inviter}, nil, links, ours{}).NotifyCustomer(ctx, in))
		require.Equal(t, []string{messages.SMS, messages.SMS, messages.Email}, channels(out.sent))
		require.Empty(t, out.sent[0].Unsubscribe)
		require.NotContains(t, out.sent[0].Text, "unsubscribe", "news of an order cannot be declined")
		for _, m := range out.sent[1:] {
			_, link, found := strings.Cut(m.Text, says[0]+"https://selfcare.example/"+language+"/unsubscribe#")
			require.True(t, found, m.Text)
			require.Equal(t, messagelink.ToUnsubscribe(account, m.Channel, in.CausedAt), kept.find(link))
			if m.Channel == messages.SMS {
				require.Empty(t, m.Unsubscribe)
				require.LessOrEqual(t, simulated.SegmentsIn(strings.ReplaceAll(m.Text, links.Origin, longOrigin+"/")), mostSegments, m.Text)
				continue
			}
			require.Equal(t, "https://selfcare.example/api/unsubscribe/"+link, m.Unsubscribe)
			require.Contains(t, m.HTML, says[1])
		}
	}
}

func TestNotifyCustomer_Reversal_TellsAnyInviter(t *testing.T) {
	inviter := user.Inviter{
		Mobile: "0570000001", ConfirmedEmail: "inviter@example.com", Amount: 2500, Chosen: user.Preferences{Language: "ar", SMS: true},
	}
	friend := accountOf{inviter: &inviter}
	out, refunded := &sender{}, notice()
	refunded.Template, refunded.Email = "order-refunded-invited", ""
	refunded.Params = map[string]string{"order": "SC12345678", "amount": "145.00", "reward": "25.00"}
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, refunded))
	require.Equal(t, []string{messages.SMS, messages.SMS}, channels(out.sent))
	require.Contains(t, out.sent[0].Text, "145.00")
	require.Contains(t, out.sent[0].Text, "25.00")
	gone := out.sent[1]
	require.Equal(t, "o1-referral-reversed-sms 0570000001 ar", gone.Key+" "+gone.To+" "+gone.Language)
	require.Contains(t, gone.Text, "25.00")

	inviter.Mobile = "" // a data SIM: e-mail is the only channel
	out = &sender{}
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, refunded))
	require.Equal(t, "inviter@example.com", out.sent[1].To)

	out, refunded.Template = &sender{}, "order-refunded"
	require.NoError(t, messageacts.New(out, friend, nil, links, ours{}).NotifyCustomer(ctx, refunded))
	require.Len(t, out.sent, 1, "without a reward only the customer is told")
}

// sender gives the answers of the test and records its calls in order.
type sender struct {
	failing map[string]error // by channel
	at      sync.Mutex       // several sends run at once
	sent    []messages.Message
}

func (s *sender) Send(_ context.Context, m messages.Message) error {
	s.at.Lock()
	defer s.at.Unlock()
	s.sent = append(s.sent, m)
	return s.failing[m.Channel]
}

// keys returns the keys of the sent messages, in order.
func (s *sender) keys() []string {
	keys := make([]string, len(s.sent))
	for i, m := range s.sent {
		keys[i] = m.Key
	}
	return keys
}

// said holds wordings that operators have approved.
type said texts.Wording

func (said) SupportPhone(context.Context) (string, error) { return "", nil }

func (s said) Wording(context.Context, ...string) (texts.Wording, error) {
	return texts.Wording(s), nil
}

func TestNotifyCustomer_ApprovedWording_IsUsed(t *testing.T) {
	words := said{"line-active": {"en": {Subject: "{msisdn} is yours", Text: "Hello from {msisdn}. {link}"}}}
	out, in := &sender{}, notice()
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, words).NotifyCustomer(ctx, in))
	require.Equal(t, "Hello from "+fixture.NumberA+". https://selfcare.example/en/find-order", out.sent[0].Text)
	require.Equal(t, fixture.NumberA+" is yours", out.sent[1].Subject)
	in.Language = "ar"
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, words).NotifyCustomer(ctx, in))
	require.Regexp(t, `\p{Arabic}`, out.sent[2].Text, "without an approval, our own wordings count")
}

type unread struct{}

func (unread) Wording(context.Context, ...string) (texts.Wording, error) {
	return nil, storeerrors.ErrAway
}

func (unread) SupportPhone(context.Context) (string, error) { return "", storeerrors.ErrAway }

func TestNotifyCustomer_WordingsUnreadable_Waits(t *testing.T) {
	out := &sender{}
	fixture.RequireRetry(t, messageacts.New(out, noAccounts{}, nil, links, unread{}).NotifyCustomer(ctx, notice()))
	require.Empty(t, out.sent)
}

func TestNotifyCustomer_SwappedSIM_NamesSupport(t *testing.T) {
	for language, want := range map[string]string{
		texts.English: "contact support (920000000) at once.", texts.Arabic: "فتواصل مع الدعم (920000000) فورًا.", texts.Urdu: "سپورٹ (920000000) سے رابطہ",
	} {
		out := &sender{}
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, dialled{}).NotifyCustomer(ctx, linked("sim-taken-over", language)))
		require.Contains(t, out.sent[0].Text, want)
	}
	out := &sender{}
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, linked("sim-taken-over", texts.English)))
	require.Contains(t, out.sent[0].Text, "contact support at once.", "an operator without a number")
}
