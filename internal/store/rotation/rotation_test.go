package rotation_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/dev/testkit/fixture"
	"selfcare/dev/testkit/invoices"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/store"
	"selfcare/internal/store/card"
	einvoicestore "selfcare/internal/store/einvoice"
	purchasestore "selfcare/internal/store/purchase"
	"selfcare/internal/store/rotation"
	"selfcare/internal/store/seal"
	ticketstore "selfcare/internal/store/ticket"
)

// house is a database with a value in every column, with three rings: its key, a new key before its key, and the new key alone.
type house struct {
	t                  *testing.T
	db                 *bun.DB
	former, both, next *seal.Keys
	user, line         string
	order              string
	purchase, game     string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	url, _ := testkit.SeededURL(t)
	data, index := testkit.SeededRing()
	added := "next:" + testkit.RandomKey()
	ring := func(data string) *seal.Keys {
		keys, err := seal.Parse(data, index)
		require.NoError(t, err)
		return keys
	}
	h := &house{t: t, db: testkit.Connect(t, url), former: ring(data), both: ring(added + "," + data), next: ring(added)}
	require.NoError(t, h.db.NewRaw("SELECT user_id, line_id FROM subscriptions LIMIT 1").Scan(t.Context(), &h.user, &h.line))
	h.fill(store.New(h.db, h.former))
	return h
}

// fill writes values that the seed lacks, as the product does.
func (h *house) fill(s *store.Store) {
	h.t.Helper()
	ctx := h.t.Context()
	o := fixture.NewOrder()
	o.Person = &contract.Person{IDNumber: "1000000008", FullNameEn: "Noura"}
	h.order = o.ID
	require.NoError(h.t, s.Orders.Open(ctx, o, []byte("session"), ""))
	_, err := s.Cards.Add(ctx, h.user, card.Card{Token: "tok_0", Fingerprint: "f", Holder: "Noura", Brand: "MADA", Last4: "0015", ExpiryMonth: 12, ExpiryYear: 2030})
	require.NoError(h.t, err)
	_, err = s.Cards.Add(ctx, h.user, card.Card{Token: "tok_1", Fingerprint: "f", Holder: "Noura", Brand: "MADA", Last4: "0015", ExpiryMonth: 12, ExpiryYear: 2030})
	require.NoError(h.t, err)
	require.NoError(h.t, s.Users.ProposeEmail(ctx, h.user, "noura@selfcare.example"))
	require.NoError(h.t, s.Webhooks.Keep(ctx, "courier", "e/1", []byte(`{}`)))
	_, err = s.Requests.Begin(ctx, "user/1", "key/1", []byte("hash"), 24*time.Hour)
	require.NoError(h.t, err)
	require.NoError(h.t, s.Requests.Finish(ctx, "user/1", "key/1", 200, []byte(`{"name":"Noura"}`)))
	p := contract.Purchase{
		ID: uuid.NewString(), Number: "PU00000001", Kind: contract.TransferInternational, UserID: h.user, PayerLineID: h.line, LineID: h.line, CreatedAt: time.Now(),
		International: &contract.TopUpTransfer{Mobile: "+919876543210", Country: "IN"}, Stage: contract.PurchaseDelivering,
	}
	h.purchase = p.ID
	require.NoError(h.t, s.Purchases.Open(ctx, p, purchasestore.Opening{}))
	p.ID, p.Number, p.Kind, p.International = uuid.NewString(), "PU00000002", contract.PurchaseGame, nil
	p.Game = &contract.GameBought{Email: "gamer@selfcare.example", Mobile: "0550000001", Code: "WXYZ-9876"}
	h.game = p.ID
	require.NoError(h.t, s.Purchases.Open(ctx, p, purchasestore.Opening{}))
	blocked := contract.SettingChange{
		ID: uuid.NewString(), LineID: h.line, UserID: h.user, Kind: contract.SettingNumber, Item: "966512345678", Value: contract.SettingOn,
		Stage: contract.SettingDone, RequestedAt: time.Now(),
	}
	require.NoError(h.t, s.NumberSettings.Begin(ctx, blocked))
	require.NoError(h.t, s.NumberSettings.Finish(ctx, blocked, time.Now()))
	asked := contract.Ticket{ID: uuid.NewString(), Reference: "CR0000000001", Kind: contract.TicketComplaint, Topic: "calls", Stage: contract.TicketReceived, DueAt: time.Now(), ReceivedAt: time.Now(), Seq: 1}
	_, err = s.Tickets.Open(ctx, asked, contract.TicketDetails{FullName: "Noura", Contact: "0550000001"})
	require.NoError(h.t, err)
	require.NoError(h.t, s.Tickets.Say(ctx, asked.ID, ticketstore.Message{Seq: 1, Author: ticketstore.Customer, Action: contract.TicketReply, Text: "my calls drop", At: time.Now()}))
	code := messagelink.NewSigner([]byte("the secret of this test")).Code("page", "m-1")
	require.NoError(h.t, s.MessageLinks.Keep(ctx, code, messagelink.ToPage("service-request/CR0000000001#secret", time.Now())))
	h.hasFile(s)
	h.invoice(s)
	h.device(s)
}

// device stores a device with a certificate, which asks for another one.
func (h *house) device(s *store.Store) {
	h.t.Helper()
	_, err := s.EInvoiceDevices.Save(h.t.Context(), einvoicestore.Device{
		Name: "device", Enrolment: &einvoicestore.Enrolment{Key: "next"}, Credentials: &einvoicestore.Credentials{Key: "present", ExpiresAt: invoices.Now},
	})
	require.NoError(h.t, err)
}

// hasFile uploads a file.
func (h *house) hasFile(s *store.Store) {
	h.t.Helper()
	bill := ticketstore.File{ID: uuid.NewString(), Owner: "user:1", Name: "bill.png", Type: "image/png"}
	require.NoError(h.t, s.Files.Add(h.t.Context(), bill, []byte("what it shows")))
}

// invoice stores an invoice that was stamped and cleared.
func (h *house) invoice(s *store.Store) {
	h.t.Helper()
	ctx := h.t.Context()
	require.NoError(h.t, s.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Order, SubjectID: h.order, Kind: einvoice.Invoice, IssuedAt: invoices.Now}))
	waiting, err := s.EInvoices.ToStamp(ctx, einvoicestore.Share{}, 1)
	require.NoError(h.t, err)
	d := invoices.Simplified()
	d.Place, err = s.EInvoices.Next(ctx, "device")
	require.NoError(h.t, err)
	made, err := invoices.Device(h.t).Stamp(d, invoices.Now)
	require.NoError(h.t, err)
	_, err = s.EInvoices.Stamp(ctx, waiting[0].ID, "device", d.Place, made)
	require.NoError(h.t, err)
	require.NoError(h.t, s.EInvoices.NoteTaken(ctx, waiting[0].ID, "cleared", nil, made.XML))
}

func (h *house) counts() map[string]int64 {
	h.t.Helper()
	found, err := rotation.Counts(h.t.Context(), h.db)
	require.NoError(h.t, err)
	sums := map[string]int64{}
	for _, c := range found {
		sums[c.Key] += c.Values
	}
	return sums
}

// opens decrypts every value with a ring.
func (h *house) opens(keys *seal.Keys) error {
	for _, c := range rotation.Columns {
		var rows []struct {
			Context string
			Value   []byte
		}
		err := h.db.NewRaw("SELECT "+c.Context+" AS context, "+c.Value+" AS value FROM "+c.Table+" AS t WHERE "+c.Value+" IS NOT NULL").Scan(h.t.Context(), &rows)
		require.NoError(h.t, err)
		require.NotEmpty(h.t, rows, "%s has no value: how it is sealed is not proven", c.Name)
		for _, row := range rows {
			if _, err := keys.Open(row.Context, row.Value); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
	}
	return nil
}

func quiet(string, int64, int) {}

func TestRun_Rotation_ChangesOnlyTheKey(t *testing.T) {
	h := newHouse(t)
	require.NoError(t, h.opens(h.former))
	all := h.counts()["test"]
	require.Positive(t, all)

	told, over := map[string]int64{}, map[string]int{}
	left, err := rotation.Run(t.Context(), h.db, h.both, func(column string, sealed int64, percent int) { told[column], over[column] = sealed, percent })
	require.NoError(t, err)
	require.Empty(t, left)
	require.Len(t, over, len(rotation.Columns))
	var sum int64
	for column, percent := range over {
		require.Equal(t, 100, percent, column)
		sum += told[column]
	}
	require.Equal(t, all, sum)
	require.Equal(t, map[string]int64{"next": all}, h.counts())
	require.NoError(t, h.opens(h.next), "the former key can be dropped")
	h.reads(store.New(h.db, h.next))

	left, err = rotation.Run(t.Context(), h.db, h.next, func(column string, sealed int64, _ int) { require.Zero(t, sealed, column) })
	require.NoError(t, err)
	require.Empty(t, left)
}

// reads reads the values through the product's own functions.
func (h *house) reads(s *store.Store) {
	h.t.Helper()
	ctx := h.t.Context()
	o, err := s.Orders.Get(ctx, h.order)
	require.NoError(h.t, err)
	require.Equal(h.t, "Noura", o.Order.Person.FullNameEn)
	email, err := s.Users.GetProposedEmail(ctx, h.user)
	require.NoError(h.t, err)
	require.Equal(h.t, "noura@selfcare.example", email)
	replay, err := s.Requests.Begin(ctx, "user/1", "key/1", []byte("hash"), 24*time.Hour)
	require.NoError(h.t, err)
	require.JSONEq(h.t, `{"name":"Noura"}`, string(replay.Body))
	bought, err := s.Purchases.OfUser(ctx, h.user, h.purchase)
	require.NoError(h.t, err)
	require.Equal(h.t, "+919876543210", bought.International.Mobile)
	bought, err = s.Purchases.OfUser(ctx, h.user, h.game)
	require.NoError(h.t, err)
	require.Equal(h.t, "WXYZ-9876", bought.Game.Code)
}

// Numbers from before they were sealed are sealed by the first rotation.
func TestRun_ValuesInClear_AreSealed(t *testing.T) {
	h := newHouse(t)
	_, err := h.db.NewRaw(`UPDATE usage_events SET party = '\x00' || convert_to('0501234567', 'UTF8') WHERE party IS NOT NULL`).Exec(t.Context())
	require.NoError(t, err)
	require.Positive(t, h.counts()[""])
	left, err := rotation.Run(t.Context(), h.db, h.former, quiet)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, h.opens(h.former))
}

// Rows of two parts of a table may be in the same place of their part.
func TestRun_RowsOfTwoParts_KeepTheirOwn(t *testing.T) {
	h := newHouse(t)
	_, err := h.db.NewRaw(`INSERT INTO usage_events (used_at, line_id, amount, kind, type, event_id, party)
		SELECT date_trunc('day', now()) - n * interval '1 day', ?, 1, 'c', 'local', 'part-' || n, '\x00' || convert_to('050000000' || n, 'UTF8') FROM generate_series(0, 9) AS n`, h.line).
		Exec(t.Context())
	require.NoError(t, err)
	left, err := rotation.Run(t.Context(), h.db, h.former, quiet)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoError(t, h.opens(h.former))
}

// A window ends within the rows of a line, whose keys differ in their last column alone.
func TestRun_ManyRowsOfOneLine_AllSealed(t *testing.T) {
	h := newHouse(t)
	_, err := h.db.NewRaw(`INSERT INTO usage_events (used_at, line_id, amount, kind, type, event_id, party)
		SELECT date_trunc('day', now()) - interval '1 day', ?, 1, 'c', 'local', 'many-' || n, '\x00' || convert_to('050000000' || n, 'UTF8') FROM generate_series(1, 1200) AS n`, h.line).
		Exec(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1200, h.counts()[""])
	left, err := rotation.Run(t.Context(), h.db, h.former, quiet)
	require.NoError(t, err)
	require.Empty(t, left)
	require.Zero(t, h.counts()[""])
	require.NoError(t, h.opens(h.former))
}

func TestRun_Interrupted_Continues(t *testing.T) {
	h := newHouse(t)
	app := store.New(h.db, h.both)
	var over atomic.Bool
	var written string
	var writer errgroup.Group
	writer.Go(func() error {
		for n := 0; !over.Load(); n++ {
			written = fmt.Sprintf("noura-%d@selfcare.example", n)
			if err := app.Users.ProposeEmail(h.t.Context(), h.user, written); err != nil {
				return err
			}
			read, err := app.Users.GetProposedEmail(h.t.Context(), h.user)
			if err != nil || read != written {
				return fmt.Errorf("wrote %s and read %s: %w", written, read, err)
			}
		}
		return nil
	})

	before := h.counts()["test"]
	killed, kill := context.WithCancel(t.Context())
	told := 0
	_, err := rotation.Run(killed, h.db, h.both, func(string, int64, int) {
		if told++; told == 12 {
			kill()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	half := h.counts()
	require.Positive(t, half["next"])
	require.Positive(t, half["test"])
	require.Less(t, half["test"], before)
	require.NoError(t, h.opens(h.both), "unfinished values keep their key")

	left, err := rotation.Run(t.Context(), h.db, h.both, quiet)
	require.NoError(t, err)
	require.Empty(t, left)
	over.Store(true)
	require.NoError(t, writer.Wait(), "all is readable throughout")
	read, err := store.New(h.db, h.next).Users.GetProposedEmail(t.Context(), h.user)
	require.NoError(t, err)
	require.Equal(t, written, read, "no change is lost")
	require.NoError(t, h.opens(h.next))
}

func TestRun_LockedRows_AreReported(t *testing.T) {
	h := newHouse(t)
	holding, release := make(chan struct{}), make(chan struct{})
	held := make(chan error, 1)
	go func() {
		held <- h.db.RunInTx(t.Context(), nil, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.NewRaw("SELECT FROM cards FOR UPDATE").Exec(ctx)
			close(holding)
			<-release
			return err
		})
	}()
	testkit.Receive(t, holding)
	left, err := rotation.Run(t.Context(), h.db, h.both, quiet)
	require.NoError(t, err)
	require.Equal(t, []rotation.Count{{Column: "cards.personal", Key: "test", Values: 1}}, left)
	close(release)
	require.NoError(t, testkit.Receive(t, held))
	left, err = rotation.Run(t.Context(), h.db, h.both, quiet)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestRun_MissingKey_IsRefused(t *testing.T) {
	h := newHouse(t)
	_, err := rotation.Run(t.Context(), h.db, h.next, quiet)
	require.ErrorIs(t, err, rotation.ErrKeyMissing)
	require.ErrorContains(t, err, `1 values of cards.personal are sealed with "test"`)
	require.ErrorContains(t, err, `of sims.puk1 are sealed with "test"`)
	require.Zero(t, h.counts()["next"])
}

func TestRun_StampedInvoice_OnlyReseals(t *testing.T) {
	h := newHouse(t)
	for _, change := range []string{
		"UPDATE einvoices SET xml = 'forged' WHERE icv IS NOT NULL",
		"SET LOCAL selfcare.resealing = 'on'; UPDATE einvoices SET xml = NULL WHERE icv IS NOT NULL",
		"SET LOCAL selfcare.resealing = 'on'; UPDATE einvoices SET hash = 'forged' WHERE icv IS NOT NULL",
		"SET LOCAL selfcare.resealing = 'on'; DELETE FROM einvoices WHERE icv IS NOT NULL",
	} {
		err := h.db.RunInTx(t.Context(), nil, func(ctx context.Context, tx bun.Tx) error {
			_, err := tx.ExecContext(ctx, change)
			return err
		})
		require.ErrorContains(t, err, "a stamped invoice cannot be changed", change)
	}
	require.NoError(t, h.opens(h.former))
}
