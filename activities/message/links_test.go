package message_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	messageacts "selfcare/activities/message"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

var (
	signer = messagelink.NewSigner([]byte("the secret of the links in tests"))
	kept   = &table{rows: map[messagelink.Code]messagelink.Link{}}
	links  = messageacts.Links{Origin: "https://selfcare.example/", Signer: signer, Kept: kept}

	linkIn = regexp.MustCompile(`https://selfcare\.example/(en|ar)/o#([A-Za-z0-9_-]{16})(?:\s|$)`)
)

// table keeps links in memory.
type table struct {
	access sync.Mutex
	rows   map[messagelink.Code]messagelink.Link
}

func (t *table) Keep(_ context.Context, code messagelink.Code, to messagelink.Link) error {
	t.access.Lock()
	defer t.access.Unlock()
	t.rows[code] = to
	return nil
}

func (t *table) find(code string) messagelink.Link {
	t.access.Lock()
	defer t.access.Unlock()
	return t.rows[messagelink.Code(code)]
}

// brokenTable is a database that is away.
type brokenTable struct{}

func (brokenTable) Keep(context.Context, messagelink.Code, messagelink.Link) error {
	return errors.New("the database is away")
}

const linkedOrder = "01980000-0000-8000-8000-000000000001"

// linked is a message about an order, with every parameter that messages use.
func linked(template, language string) contract.Notice {
	in := notice()
	in.Template, in.Language, in.Opens = template, language, linkedOrder
	in.CausedAt = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	in.Params = map[string]string{
		"order": "SC12345678", "msisdn": "0570000001", "airwayBill": "123456789012", "attempt": "2", "attempts": "3", "amount": "1145.00",
		"price": "1145.00", "smdpAddress": "smdp.selfcare.example", "activationCode": "K2-1A2B3C-4D5E6F", "reward": "25.00", "when": "2026-11-29 08:05", "until": "2026-11-24 12:00", "by": "2026-11-24 13:00",
	}
	if template == "port-rejected" || template == "order-cancelled-port" {
		in.Reason = contract.PortIDMismatch
	}
	return in
}

// aboutOrders are the messages about orders. The others carry codes, or warn people whose order it may not be.
var aboutOrders = []string{
	"hold-expired", "order-placed", "order-dispatched", "delivery-failed", "order-delivered", "order-delivered-port", "line-active", "order-cancelled",
	"order-cancelled-unpaid", "order-cancelled-port", "order-abandoned", "payment-late", "payment-double", "number-lost", "order-held", "address-refused", "order-late", "incident-over", "activation-reminder",
	"esim-ready", "esim-ready-port", "esim-failed", "esim-reminder", "esim-promise-missed", "port-submitted", "port-rejected", "port-delayed",
	"port-approved", "port-soon", "port-rescheduled", "port-window-chosen", "port-postponed", "new-sim-active", "extra-sim-active", "order-refunded", "order-refunded-invited",
}

func TestNotifyCustomer_AboutOrder_LinksToIt(t *testing.T) {
	for _, template := range aboutOrders {
		for language, site := range map[string]string{texts.English: "en", texts.Arabic: "ar", texts.Urdu: "en"} {
			out := &sender{}
			in := linked(template, language)
			require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
			require.Len(t, out.sent, 2)
			tokens := map[string]bool{}
			for _, m := range out.sent {
				require.NotContains(t, m.Text+m.Subject, "{", template)
				found := linkIn.FindStringSubmatch(m.Text)
				require.NotNil(t, found, "%s in %s", template, language)
				require.Equal(t, site, found[1])
				opened := kept.find(found[2])
				require.Equal(t, linkedOrder, opened.OrderID)
				require.Equal(t, messagelink.ScopeOf(template), opened.Scope)
				tokens[found[2]] = true
			}
			require.Len(t, tokens, 2, "each channel's link is opened once")
		}
	}
}

func TestNotifyCustomer_Repeat_SendsTheSameLink(t *testing.T) {
	out := &sender{}
	m := messageacts.New(out, noAccounts{}, nil, links, ours{})
	require.NoError(t, m.NotifyCustomer(ctx, linked("order-placed", "en")))
	require.NoError(t, m.NotifyCustomer(ctx, linked("order-placed", "en")))
	require.Equal(t, out.sent[:2], out.sent[2:])
}

func TestNotifyCustomer_CodeOrWarning_HasNoLink(t *testing.T) {
	for _, template := range []string{"code-order", "code-login", "password-changed", "sim-taken-over", "sim-deactivated", "referral-rewarded"} {
		out := &sender{}
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, linked(template, "en")))
		require.NotContains(t, out.sent[0].Text, "/o#", template)
	}
}

// A page with a secret of its own has an address that is too long for an SMS.
func TestNotifyCustomer_LinkOfPage_IsShort(t *testing.T) {
	for language, site := range map[string]string{texts.English: "en", texts.Arabic: "ar", texts.Urdu: "en"} {
		out, warned := &sender{}, linked("replacement-requested", language)
		warned.Params["link"] = "https://selfcare.example/" + site + "/not-me/1#secret"
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, warned))
		for _, m := range out.sent {
			_, code, found := strings.Cut(m.Text, "https://selfcare.example/"+site+"/l#")
			require.True(t, found, m.Text)
			require.Equal(t, messagelink.ToPage("not-me/1#secret", warned.CausedAt), kept.find(code))
			require.NotContains(t, m.Text+m.HTML, "secret")
		}
	}
	out, elsewhere := &sender{}, linked("request-taken", "en")
	elsewhere.Params["link"] = "https://elsewhere.example/en/not-me/1#secret"
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, elsewhere))
	require.Contains(t, out.sent[0].Text, elsewhere.Params["link"], "a page of another site is not ours to open")
}

// A link that is not kept opens nothing, so its message waits.
func TestNotifyCustomer_LinkNotKept_SendsNothing(t *testing.T) {
	out, away := &sender{}, links
	away.Kept = brokenTable{}
	fixture.RequireRetry(t, messageacts.New(out, noAccounts{}, nil, away, ours{}).NotifyCustomer(ctx, linked("order-placed", "en")))
	require.Empty(t, out.sent)
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, away, ours{}).NotifyCustomer(ctx, linked("code-login", "en")), "a text without a link needs no row")
}

func TestNotifyCustomer_AboutBill_LinksToIt(t *testing.T) {
	out, in := &sender{}, linked("bill-due", "en")
	in.Opens, in.Bill = "", linkedOrder
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
	for _, m := range out.sent {
		_, code, found := strings.Cut(m.Text, "https://selfcare.example/en/pay-invoice#")
		require.True(t, found, m.Text)
		require.Equal(t, messagelink.ToInvoice(linkedOrder, in.CausedAt), kept.find(code))
	}
}

func TestDeliverMessages_Code_IsInNoRow(t *testing.T) {
	s := newShop(t)
	in := linked("order-placed", "en")
	in.CausedAt = time.Time{}
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	out, stored := &sender{}, links
	stored.Kept = s.Store.MessageLinks
	s.run(messageacts.New(out, noAccounts{}, s.Store.Outbox, stored, s.Store.Proposals))

	code := linkIn.FindStringSubmatch(out.sent[0].Text)[2]
	opened, err := s.Store.MessageLinks.Find(ctx, code)
	require.NoError(t, err)
	require.Equal(t, permission.Tracking, opened.Scope)
	require.WithinDuration(t, time.Now().Add(7*24*time.Hour), opened.Ends, time.Minute)
	for _, table := range []string{"message_links", "outbox"} {
		var holds bool
		require.NoError(t, s.DB.NewRaw("SELECT bool_or(t::text LIKE ?) FROM ? AS t", "%"+code+"%", bun.Ident(table)).Scan(ctx, &holds))
		require.False(t, holds, table)
	}
}
