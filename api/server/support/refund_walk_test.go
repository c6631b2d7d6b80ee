package support_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/activities/order"
	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/flow"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/gateway/payment"
	"selfcare/worker"
)

// outsideParties plays the payment provider and the message sender that a refund needs.
type outsideParties struct {
	mu       sync.Mutex
	refunded []contract.Halalas
	sent     []messages.Message
}

func (p *outsideParties) Charge(context.Context, payment.Charge) (payment.Result, error) {
	return payment.Result{}, errors.New("nothing is charged here")
}

func (p *outsideParties) Inquire(context.Context, string) (payment.Result, error) {
	return payment.Result{}, errors.New("nothing is asked here")
}

func (p *outsideParties) Refund(_ context.Context, _ string, amount contract.Halalas) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refunded = append(p.refunded, amount)
	return nil
}

func (p *outsideParties) FindSavedCard(context.Context, string) (*payment.Card, error) {
	return nil, errors.New("no card is saved here")
}

func (p *outsideParties) EnterCode(context.Context, string, string) error {
	return errors.New("no wallet pays here")
}

func (p *outsideParties) ForgetCard(context.Context, string) error {
	return errors.New("no card is saved here")
}

func (p *outsideParties) ListSettlements(context.Context, string) (settlement.Listing, error) {
	return settlement.Listing{}, errors.New("nothing is settled here")
}

func (p *outsideParties) ReadSettlement(context.Context, string) (settlement.Batch, error) {
	return settlement.Batch{}, errors.New("nothing is settled here")
}

func (p *outsideParties) Send(_ context.Context, m messages.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, m)
	return nil
}

var changeOfKey = regexp.MustCompile(`-\d+-`)

// told lists the refund's messages by key, without the order id and the change number.
func (p *outsideParties) told(orderID string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var keys []string
	for _, m := range p.sent {
		key := changeOfKey.ReplaceAllString(strings.TrimPrefix(m.Key, orderID+"-"), "-")
		if strings.HasPrefix(key, "order-refunded") || strings.HasPrefix(key, "referral-reversed") {
			keys = append(keys, key+" to "+m.To)
		}
	}
	slices.Sort(keys)
	return keys
}

type silentAnnouncer struct{}

func (silentAnnouncer) PublishChange(context.Context, string, int64) {}

// withRefunds runs the refunds of a rig on a Temporal server.
func withRefunds(t *testing.T) (*servertest.Rig, *outsideParties) {
	t.Helper()
	binary, err := filepath.Abs("../../../bin/temporal")
	require.NoError(t, err)
	engine, err := testsuite.StartDevServer(t.Context(), testsuite.DevServerOptions{
		ExistingPath: binary, LogLevel: "error",
		ClientOptions: &client.Options{Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, engine.Stop()) })
	r := servertest.NewSeeded(t, func(o *server.Options) { o.Refunds = flow.NewRefunds(engine.Client()) })
	_, err = r.DB.ExecContext(t.Context(), "UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	require.NoError(t, err)
	outside := &outsideParties{}
	for _, queue := range []string{contract.TaskQueue, contract.TaskQueueMoney, contract.TaskQueueMessages, contract.TaskQueueKeepers} {
		w := sdk.New(engine.Client(), queue, sdk.Options{})
		worker.Register(w, worker.Parts{
			Store: r.Store, Announce: silentAnnouncer{}, Plans: flow.NewSubscriptions(engine.Client()), Gateways: partners.Gateways{Payment: outside, SMS: outside, Email: outside},
		})
		require.NoError(t, w.Start())
		t.Cleanup(w.Stop)
	}
	require.NoError(t, worker.Ensure(t.Context(), engine.Client(), 1))
	return r, outside
}

const invitedNumber = "0571998877"

// invited is the order of an invited customer, as its activities complete it.
func invited(r *servertest.Rig, code string) (servertest.Started, contract.Order) {
	r.T.Helper()
	ctx, at := r.T.Context(), contract.At{Now: time.Now().UTC()}
	got := r.Call(http.MethodPost, "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"`+code+`"}`, servertest.FreshKey())
	require.Equal(r.T, http.StatusCreated, got.StatusCode, string(got.Body))
	body := servertest.Decoded[struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}](r.T, got)
	begun := servertest.Started{ID: body.Order.Id, Session: body.OrderSessionID}
	orders := order.New(r.Store, silentAnnouncer{})
	next := func(o contract.Order, err error) contract.Order {
		r.T.Helper()
		require.NoError(r.T, err)
		return o
	}
	_, err := r.DB.ExecContext(ctx, "INSERT INTO numbers (msisdn, category) VALUES (?, 'bronze')", invitedNumber)
	require.NoError(r.T, err)
	o := r.Put(begun, func(full *contract.Order) {
		full.Plan = &contract.Plan{ID: "hawakom-90", NameEn: "Hawakom 90", NameAr: "هواكم 90", Price: 9000, SubscriptionType: "prepaid"}
		full.Person = &contract.Person{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"}
		full.Contact = &contract.Contact{FullName: "Noura", Email: "noura@example.sa", Mobile: "0501112233"}
	})
	o = next(orders.BookNumber(ctx, o, contract.Booked{At: at, MSISDN: invitedNumber, HoldFor: time.Hour, HoldCap: time.Hour}))
	p := contract.Payment{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: o.Price.Total, At: at.Now}
	o = next(orders.RecordPayment(ctx, o, contract.PaymentMoved{At: at, Payment: p}))
	o = next(orders.AllocateSIM(ctx, o, at))
	parcel := contract.Shipment{AirwayBill: "290000000001", Status: contract.ShipmentDelivered}
	o = next(orders.RecordShipment(ctx, o, contract.ShipmentMoved{At: at, Shipment: parcel}))
	return begun, next(orders.CompleteOrder(ctx, o, at))
}

func TestRefund_InvitedOrder_TakesRewardOnce(t *testing.T) {
	const inviter = "0570000001"
	r, outside := withRefunds(t)
	member, support := servertest.Bearer(r.SignIn(inviter)), servertest.Bearer(r.SignIn("support@selfcare.example"))
	invitations := func() gen.GetReferral200JSONResponse {
		return servertest.Decoded[gen.GetReferral200JSONResponse](t, r.Call(http.MethodGet, "/api/users/current/referral", "", member))
	}
	requireBooksAgree := func(orderID string) {
		books := servertest.Decoded[gen.OrderBooks](t, r.Call(http.MethodGet, "/api/support/orders/"+orderID+"/books", "", support))
		require.True(t, books.Agree, books.Findings)
	}
	before := r.BalanceOf(inviter)
	o, completed := invited(r, invitations().Data.Code)
	require.Equal(t, before+2500, r.BalanceOf(inviter))
	require.Equal(t, contract.Halalas(2500), r.BalanceOf(invitedNumber))
	require.Equal(t, 1, invitations().Data.Friends)
	requireBooksAgree(o.ID)

	var both sync.WaitGroup
	answers := make([]servertest.Answer, 2)
	for i := range answers {
		both.Go(func() { answers[i] = r.Refund(support, o.ID, servertest.FreshKey()) })
	}
	both.Wait()
	slices.SortFunc(answers, func(a, b servertest.Answer) int { return a.StatusCode - b.StatusCode })
	require.Equal(t, http.StatusOK, answers[0].StatusCode, string(answers[0].Body))
	require.Equal(t, http.StatusConflict, answers[1].StatusCode, string(answers[1].Body))
	require.Eventually(t, func() bool { return len(outside.told(o.ID)) == 4 }, time.Minute, 20*time.Millisecond)

	require.Equal(t, before, r.BalanceOf(inviter))
	require.Zero(t, r.BalanceOf(invitedNumber))
	require.Zero(t, invitations().Data.Friends)
	require.Zero(t, invitations().Data.Earned)
	require.Equal(t, []contract.Halalas{completed.Price.Total}, outside.refunded)
	require.Equal(t, []string{
		"order-refunded-invited-email to noura@example.sa", "order-refunded-invited-sms to 0501112233",
		"referral-reversed-email to prepaid@selfcare.example", "referral-reversed-sms to " + inviter,
	}, outside.told(o.ID))
	seen := servertest.Decoded[gen.Order](t, r.Get(o, ""))
	require.Equal(t, gen.OrderStage("active"), seen.Stage)
	require.NotNil(t, seen.Refund.DoneAt)
	requireBooksAgree(o.ID)
	audit := servertest.Decoded[struct{ Items []gen.AuditEntry }](t, r.Call(http.MethodGet, "/api/support/audit?orderId="+o.ID, "", support))
	decided := slices.DeleteFunc(audit.Items, func(e gen.AuditEntry) bool { return e.Action == "order-read" })
	require.Len(t, decided, 1)
	servertest.RequireRefused(t, r.Refund(support, o.ID, servertest.FreshKey()), contract.FailAlreadyRefunded)
}

func TestRefund_SpentReward_StopsOverage(t *testing.T) {
	const inviter = "0570000001"
	r, outside := withRefunds(t)
	member, support := servertest.Bearer(r.SignIn(inviter)), servertest.Bearer(r.SignIn("support@selfcare.example"))
	code := servertest.Decoded[gen.GetReferral200JSONResponse](t, r.Call(http.MethodGet, "/api/users/current/referral", "", member)).Data.Code
	o, _ := invited(r, code)
	r.ReportCharge("evt-reward-1", inviter, "data", int(r.BalanceOf(inviter)))
	require.Equal(t, contract.ServiceFull, r.Level(inviter))
	require.Equal(t, http.StatusOK, r.Refund(support, o.ID, servertest.FreshKey()).StatusCode)
	require.Eventually(t, func() bool { return len(outside.told(o.ID)) > 0 }, time.Minute, 20*time.Millisecond)
	require.Equal(t, contract.Halalas(-2500), r.BalanceOf(inviter))
	require.Equal(t, contract.ServiceIncluded, r.Level(inviter))
}
