package settlement_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	paymentacts "selfcare/activities/payment"
	settlementacts "selfcare/activities/settlement"
	"selfcare/dev/simulator"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway/payment/generic"
)

const (
	cardMada = "9682900000000015"
	cardVisa = "4000900000000011"
)

// world is our books and the provider's simulator. A charge there is written to our books.
type world struct {
	*fixture.Shop
	t     *testing.T
	url   string
	keys  simulator.Keys
	cards *generic.Provider
	acts  *settlementacts.Activities
	order contract.Order
	today string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Shop: fixture.NewShop(t), t: t, today: settlement.DayOf(time.Now())}
	cfg := simulator.Defaults()
	cfg.Log, cfg.SpeedOfTime = slog.New(slog.DiscardHandler), 0.001
	systems, err := simulator.New(cfg)
	require.NoError(t, err)
	server := httptest.NewServer(systems.Handler())
	t.Cleanup(func() {
		systems.Release()
		server.Close()
		require.NoError(t, systems.Close())
	})
	w.url, w.keys = server.URL, cfg.Keys
	w.cards, err = generic.New(generic.Config{URL: w.url + "/payment", SecretKey: w.keys.Payment}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	w.acts = settlementacts.New(w.Store, w.cards)
	w.order = w.Paying(fixture.NumberA)
	return w
}

// post calls the control API of the simulator.
func (w *world) post(path, credential string, body, answer any) {
	w.t.Helper()
	encoded, err := json.Marshal(body)
	require.NoError(w.t, err)
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+path, bytes.NewReader(encoded))
	require.NoError(w.t, err)
	req.Header.Set("Authorization", "Bearer "+credential)
	res, err := (&http.Client{Timeout: 10 * time.Second}).Do(req)
	require.NoError(w.t, err)
	defer func() { require.NoError(w.t, res.Body.Close()) }()
	require.Less(w.t, res.StatusCode, 300, path)
	if answer != nil {
		require.NoError(w.t, json.NewDecoder(res.Body).Decode(answer))
	}
}

// pays charges a card at the provider, records the answer as an order does, and returns the id of the payment.
func (w *world) pays(name, card string) string {
	w.t.Helper()
	attempt := fixture.Attempt(w.order, name, contract.PaymentProcessing)
	var made struct{ Token string }
	w.post("/payment/tokens", w.keys.PaymentPublishable, map[string]any{
		"number": card, "expMonth": 12, "expYear": 2039, "cvc": "123", "name": "Test Card",
	}, &made)
	paid, err := paymentacts.New(w.cards, nil, nil).ChargeCard(w.t.Context(), contract.PaymentInput{
		OrderID: w.order.ID, PaymentID: attempt.Payment.ID, CardToken: made.Token, Amount: attempt.Payment.Amount, ReturnURL: "http://localhost/back",
	})
	require.NoError(w.t, err)
	require.Equal(w.t, contract.PaymentPaid, paid.Status)
	paid.At = attempt.Payment.At
	attempt.Payment = paid
	w.order, err = w.Orders.RecordPayment(w.t.Context(), w.order, attempt)
	require.NoError(w.t, err)
	return paid.ID
}

// paysBack refunds a payment at the provider and in our books.
func (w *world) paysBack(paymentID string) {
	w.t.Helper()
	for _, p := range w.order.Payments {
		if p.ID != paymentID {
			continue
		}
		require.NoError(w.t, w.cards.Refund(w.t.Context(), paymentID, p.Amount))
		moved := contract.PaymentMoved{At: fixture.At(fixture.Now), Payment: p}
		var err error
		w.order, err = w.Orders.RecordRefund(w.t.Context(), w.order, moved)
		require.NoError(w.t, err)
		return
	}
	require.FailNow(w.t, "no payment "+paymentID)
}

// misstates puts a mistake about a charge or about the day into the file.
func (w *world) misstates(what, as string) {
	w.t.Helper()
	w.post("/control/payment/"+what+"/misstate", "", map[string]string{"as": as}, nil)
}

func (w *world) reconciles(day string) contract.Reconciled {
	w.t.Helper()
	done, err := w.acts.ReconcileDay(w.t.Context(), day)
	require.NoError(w.t, err)
	return done
}

func (w *world) tomorrow() string {
	w.t.Helper()
	day, err := settlement.Moved(w.today, 1)
	require.NoError(w.t, err)
	return day
}

// held lists the held differences.
func (w *world) held() map[string]settlement.Kind {
	w.t.Helper()
	items, err := w.Store.Settlements.Items(w.t.Context(), settlement.Held, nil, 1)
	require.NoError(w.t, err)
	found := map[string]settlement.Kind{}
	for _, item := range items {
		found[item.PaymentID] = item.Kind
	}
	require.Len(w.t, found, len(items), "each is about something else")
	return found
}

// accounts are the sums of the accounts.
func (w *world) accounts() map[string]contract.Halalas {
	w.t.Helper()
	var rows []struct {
		Account string
		Amount  contract.Halalas
	}
	require.NoError(w.t, w.DB.NewRaw("SELECT account, sum(amount)::bigint AS amount FROM ledger_lines GROUP BY account").Scan(w.t.Context(), &rows))
	accounts := map[string]contract.Halalas{}
	for _, r := range rows {
		accounts[r.Account] = r.Amount
	}
	return accounts
}

// fileOf is a provider with files of a test.
type fileOf map[string]string

func (f fileOf) ListSettlements(_ context.Context, day string) (settlement.Listing, error) {
	return settlement.Listing{IDs: []string{day}, Within: 1}, nil
}

func (f fileOf) ReadSettlement(_ context.Context, day string) (settlement.Batch, error) {
	content, written := f[day]
	if !written {
		return settlement.Batch{}, fixture.ErrRetry
	}
	hash := sha256.Sum256([]byte(content))
	batch, err := settlement.ReadFile(day, []byte(content))
	if err != nil {
		batch = settlement.Batch{ID: day, Broken: settlement.Reason(err)}
	}
	batch.SHA256 = hash[:]
	return batch, nil
}

// batchesOf is a provider that settles in batches of several days, by the day on which they were made. It settles within eight days.
type batchesOf map[string][]settlement.Batch

func (b batchesOf) ListSettlements(_ context.Context, day string) (settlement.Listing, error) {
	listing := settlement.Listing{Within: 8}
	for _, batch := range b[day] {
		listing.IDs = append(listing.IDs, batch.ID)
	}
	return listing, nil
}

// ReadSettlement fails for a batch without a hash, as if one of its pages had failed.
func (b batchesOf) ReadSettlement(_ context.Context, id string) (settlement.Batch, error) {
	for _, made := range b {
		for _, batch := range made {
			if batch.ID == id && batch.SHA256 != nil {
				return batch, nil
			}
		}
	}
	return settlement.Batch{}, fixture.ErrRetry
}

// batch adds lines up.
func batch(id string, lines ...settlement.Line) settlement.Batch {
	b := settlement.Batch{ID: id, SHA256: []byte(id), Lines: lines}
	for i := range lines {
		lines[i].Number, lines[i].ProviderRef, lines[i].SettledOn = i+1, "rrn", "2026-11-26"
		b.Sums.Count++
		b.Sums.Add(lines[i])
	}
	return b
}
