package activities_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/activities"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

const (
	numberA    = "0571000001"
	numberB    = "0571000002"
	goldNumber = "0571000003"
	cardOne    = "8996605000000000017"
	cardTwo    = "8996605000000000025"
	citizenID  = "1000000008"
	residentID = "2000000006"

	holdFor = 15 * time.Minute
	holdCap = time.Hour
)

var (
	ctx = context.Background()
	// now is close to the database's clock, which decides whether a hold is over.
	now = time.Now().UTC().Truncate(time.Second)
)

// shop has two bronze numbers, a gold one, a plan, a city, a branch and two SIM cards, all of the test's own.
type shop struct {
	t         *testing.T
	url       string
	db        *bun.DB
	keys      *store.Keys
	store     *store.Store
	orders    *activities.Orders
	announced *announcements
}

func newShop(t *testing.T) *shop {
	t.Helper()
	t.Parallel()
	url := testkit.PostgresURL(t)
	s := &shop{t: t, url: url, db: testkit.Connect(t, url), keys: testkit.Keys(t), announced: &announcements{}}
	s.store = store.New(s.db, s.keys)
	s.orders = activities.NewOrders(s.store, s.announced)
	s.exec("INSERT INTO number_categories VALUES ('bronze', 3000, 0), ('gold', 50000, 1)")
	s.exec("INSERT INTO numbers (msisdn, category) VALUES (?, 'bronze'), (?, 'bronze'), (?, 'gold')", numberA, numberB, goldNumber)
	s.exec(`INSERT INTO plans (id, name_en, name_ar, price, subscription_type, category, validity_days, position, on_sale) VALUES
		('hawakom-90', 'Hawakom 90', 'هواكم 90', 9000, 'prepaid', 'hawakom', 30, 0, true),
		('postpaid-200', 'Postpaid 200', 'المفوترة 200', 20000, 'postpaid', 'postpaid', 30, 1, true),
		('old-1', 'Old 1', 'قديمة 1', 100, 'prepaid', 'hawakom', 30, 2, false)`)
	s.exec("INSERT INTO devices VALUES ('apple-iphone-16', 'Apple', 'iPhone 16', 0)")
	s.exec("INSERT INTO cities VALUES ('riyadh', 'Riyadh', 'الرياض', 0)")
	require.NoError(t, s.store.Catalogue.ReplaceBranches(ctx, []store.Branch{{ID: "RUH-1", City: "riyadh", NameEn: "Olaya", NameAr: "العليا"}}))
	for _, iccid := range []string{cardOne, cardTwo} {
		s.exec("INSERT INTO sims (iccid, puk1) VALUES (?, ?)", iccid, s.keys.Seal(store.SIMPlace(iccid), []byte("48151623")))
	}
	return s
}

func (s *shop) exec(statement string, args ...any) {
	s.t.Helper()
	_, err := s.db.NewRaw(statement, args...).Exec(ctx)
	require.NoError(s.t, err)
}

// set changes a business figure, written as in the table of settings.
func (s *shop) set(key, value string) {
	s.t.Helper()
	require.NoError(s.t, s.store.Settings.Change(ctx, map[string]json.RawMessage{key: json.RawMessage(value)}))
}

// announcements remembers which states of which order were made known.
type announcements struct {
	mu   sync.Mutex
	seqs map[string][]int64
}

func (a *announcements) PublishOrder(_ context.Context, orderID string, seq int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seqs == nil {
		a.seqs = map[string][]int64{}
	}
	a.seqs[orderID] = append(a.seqs[orderID], seq)
}

func (a *announcements) of(orderID string) []int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seqs[orderID]
}

func newOrder() contract.Order {
	id := uuid.Must(uuid.NewV7()).String()
	return contract.Order{
		ID: id, Number: "SC" + id[len(id)-8:], Kind: contract.KindSIM, NumberSource: contract.NumberNew, Language: "en",
		Stage: contract.StageWizard, Step: contract.StepNumberSelection, CreatedAt: now,
	}
}

func at(moment time.Time) contract.At { return contract.At{Now: moment} }

func booking(msisdn string, moment time.Time) contract.Booked {
	return contract.Booked{At: at(moment), MSISDN: msisdn, HoldFor: holdFor, HoldCap: holdCap}
}
