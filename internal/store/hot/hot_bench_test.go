package hot_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/session"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
)

// call is a statement with arguments for each of its calls.
type call struct {
	statement hot.Statement
	args      func() []any
}

// BenchmarkHot calls each statement prepared and through bun, in turn, and reports the share that it saves. It compares the
// fastest calls, because other work of the machine only adds to their time:
// go test -run=^$ -bench=Hot -benchtime=300x ./internal/store/hot
func BenchmarkHot(b *testing.B) {
	s := newShop(b)
	calls := s.calls()
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		b.Run(name, func(b *testing.B) {
			one := calls[name]
			columns := s.columnsOf(one)
			var prepared, formatted []time.Duration
			for range b.N {
				prepared = append(prepared, s.measure(func(args []any) error { return s.callPrepared(one.statement, columns, args) }, one.args()))
				formatted = append(formatted, s.measure(func(args []any) error { return s.callBun(one.statement, columns, args) }, one.args()))
			}
			fast, slow := slices.Min(prepared), slices.Min(formatted)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(fast.Microseconds()), "µs-prepared")
			b.ReportMetric(float64(slow.Microseconds()), "µs-bun")
			b.ReportMetric(100*(1-float64(fast)/float64(slow)), "%-saved")
		})
	}
}

// A statement that is not measured does not belong here.
func TestStatements_Each_IsMeasured(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "statements.go", nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	var declared []string
	for _, decl := range file.Decls {
		if vars, is := decl.(*ast.GenDecl); is && vars.Tok == token.VAR {
			for _, spec := range vars.Specs {
				declared = append(declared, spec.(*ast.ValueSpec).Names[0].Name) //nolint:forcetypeassert // of a var
			}
		}
	}
	slices.Sort(declared)
	require.Equal(t, declared, slices.Sorted(maps.Keys((&shop{}).calls())))
}

// shop has the rows that the statements find.
type shop struct {
	testing.TB
	*store.Store
	conn *tx.Conn

	user, line, plan      string
	token                 []byte
	order, seen           contract.Order
	purchase              contract.Purchase
	subscription          contract.PlanSubscription
	free                  []string
	requests              int
	orderSeq, purchaseSeq int64
	subscriptionSeq       int64
}

const owned = "0579990001"

func newShop(b *testing.B) *shop {
	b.Helper()
	url, keys := testkit.SeededURL(b)
	db, err := pool.Open(b.Context(), url)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, db.Close()) })
	s := &shop{TB: b, Store: store.New(db, keys), conn: &tx.Conn{DB: db, Keys: keys}}
	s.user = storetest.OwnerOf(b, s.Store, owned, storetest.HerID).ID
	line, err := s.Lines.ByNumber(b.Context(), owned)
	require.NoError(b, err)
	s.line = line.ID
	require.NoError(b, db.NewSelect().Table("plans").Column("id").Where("on_sale").Limit(1).Scan(b.Context(), &s.plan))
	require.NoError(b, db.NewSelect().Table("numbers").Column("msisdn").Where("category <> 'bronze'").Scan(b.Context(), &s.free))
	s.signIn()
	s.fillOrders()
	s.fillPlan()
	return s
}

func (s *shop) signIn() {
	hash := sha256.Sum256([]byte("token"))
	s.token = hash[:]
	require.NoError(s, s.Sessions.Open(s.Context(), session.Opening{
		TokenHash: s.token, UserID: s.user, DeviceID: storetest.NewID(), Provider: "password",
		Idle: time.Now().Add(time.Hour), Absolute: time.Now().Add(time.Hour),
	}))
}

func (s *shop) fillOrders() {
	s.order, s.seen = storetest.Opened(s, s.Store, storetest.FullOrder()), storetest.Opened(s, s.Store, storetest.FullOrder())
	s.orderSeq = s.order.Seq
	for range 8 {
		s.seen.Seq++
		require.NoError(s, s.Orders.Save(s.Context(), s.seen))
	}
	s.purchase = s.bought()
	s.purchaseSeq = s.purchase.Seq
	require.NoError(s, s.Purchases.Open(s.Context(), s.purchase, purchase.Opening{}))
}

func (s *shop) bought() contract.Purchase {
	id := storetest.NewID()
	return contract.Purchase{
		ID: id, Number: "PU" + id[len(id)-8:], Kind: contract.PurchaseRecharge, Stage: contract.PurchasePaying, UserID: s.user,
		PayerLineID: s.line, LineID: s.line, Total: 5000, Seq: 1, CreatedAt: time.Now(),
	}
}

func (s *shop) fillPlan() {
	now := time.Now()
	s.subscription = contract.PlanSubscription{
		LineID: s.line, PlanID: s.plan, Type: "prepaid", Language: "ar", Stage: contract.SubscriptionActive, AutoRenew: true, Cycle: 1,
		From: now, Until: now.AddDate(0, 0, 30), Step: contract.StepRenew, DueAt: now.AddDate(0, 0, 30), Seq: 1,
	}
	s.subscriptionSeq = s.subscription.Seq
	require.NoError(s, storetest.Win(s.PlanSubscriptions.Begin(s.Context(), s.subscription)))
	require.NoError(s, s.Ledger.Post(s.Context(), ledger.PayBackPosting(s.bought(), false)))
}

func (s *shop) measure(do func(args []any) error, args []any) time.Duration {
	begun := time.Now()
	err := do(args)
	took := time.Since(begun)
	if !errors.Is(err, sql.ErrNoRows) {
		require.NoError(s, err)
	}
	return took
}

// columnsOf returns how many columns a statement has; it calls it once.
func (s *shop) columnsOf(one call) int {
	rows, err := one.statement.Query(s.Context(), s.conn, one.args()...)
	require.NoError(s, err)
	columns, err := rows.Columns()
	require.NoError(s, errors.Join(err, rows.Close(), rows.Err()))
	return len(columns)
}

// listing statements are read by Query.
var listing = []hot.Statement{hot.SessionWithLines, hot.UserLines, hot.UserStandings, hot.LineUsage, hot.OrderTimeline, hot.ClaimMessages}

func (s *shop) callPrepared(statement hot.Statement, columns int, args []any) error {
	switch {
	case columns == 0:
		_, err := statement.Exec(context.Background(), s.conn, args...)
		return err
	case slices.Contains(listing, statement):
		rows, err := statement.Query(context.Background(), s.conn, args...)
		return readAll(rows, columns, err)
	default:
		return statement.Row(context.Background(), s.conn, args...).Scan(fieldsOf(columns)...)
	}
}

var dollar = regexp.MustCompile(`\$(\d+)`)

// callBun sends a statement as bun does, with the arguments in its text.
func (s *shop) callBun(statement hot.Statement, columns int, args []any) error {
	text := dollar.ReplaceAllStringFunc(statement.Text(), func(parameter string) string {
		n, err := strconv.Atoi(parameter[1:])
		require.NoError(s, err)
		return fmt.Sprintf("?%d", n-1)
	})
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg.(type) {
		case []string, []int32, [][]byte:
			args[i] = pgdialect.Array(arg)
		}
	}
	if columns == 0 {
		_, err := s.conn.DB.ExecContext(context.Background(), text, args...)
		return err
	}
	rows, err := s.conn.DB.QueryContext(context.Background(), text, args...)
	return readAll(rows, columns, err)
}

func readAll(rows *sql.Rows, columns int, err error) error {
	if err != nil {
		return err
	}
	for fields := fieldsOf(columns); rows.Next(); {
		if err := rows.Scan(fields...); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}

func fieldsOf(columns int) []any {
	fields := make([]any, columns)
	for i := range fields {
		fields[i] = new(any)
	}
	return fields
}

// next counts up.
func next(n *int64) int64 { *n++; return *n }

// number takes a free number.
func (s *shop) number() string {
	taken := s.free[0]
	s.free = s.free[1:]
	return taken
}

func (s *shop) calls() map[string]call {
	fixed := func(args ...any) func() []any { return func() []any { return args } }
	now := time.Now()
	return map[string]call{
		"BeginRequest":         {hot.BeginRequest, func() []any { return []any{"subject", s.request(), s.token, 86_400.0} }},
		"FinishRequest":        {hot.FinishRequest, s.begunRequest},
		"Session":              {hot.Session, fixed(s.token, now)},
		"SessionWithLines":     {hot.SessionWithLines, fixed(s.token, now)},
		"UserLines":            {hot.UserLines, fixed(s.user)},
		"UserStandings":        {hot.UserStandings, fixed(s.user)},
		"LineUsage":            {hot.LineUsage, fixed(s.line)},
		"LineConcerns":         {hot.LineConcerns, fixed(s.line, now)},
		"Line":                 {hot.Line, fixed(s.line)},
		"Plan":                 {hot.Plan, fixed(s.plan)},
		"OpenOrder":            {hot.OpenOrder, s.openedOrder},
		"SaveOrder":            {hot.SaveOrder, s.savedOrder},
		"Order":                {hot.Order, fixed(s.seen.ID)},
		"OrderSession":         {hot.OrderSession, fixed(s.seen.ID, []byte("session of "+s.seen.ID))},
		"OrderTimeline":        {hot.OrderTimeline, fixed(s.seen.ID)},
		"ClaimNumber":          {hot.ClaimNumber, func() []any { return []any{s.number(), storetest.NewID(), storetest.Soon()} }},
		"SuggestNumber":        {hot.SuggestNumber, func() []any { return []any{"bronze", storetest.NewID(), storetest.Soon(), ""} }},
		"SellNumber":           {hot.SellNumber, func() []any { return []any{s.number(), storetest.NewID()} }},
		"Post":                 {hot.Post, s.posted},
		"OpenPurchase":         {hot.OpenPurchase, s.openedPurchase},
		"SavePurchase":         {hot.SavePurchase, s.savedPurchase},
		"Purchase":             {hot.Purchase, fixed(s.purchase.ID)},
		"PlanLook":             {hot.PlanLook, fixed(s.line, s.plan, now)},
		"PlanView":             {hot.PlanView, fixed(s.line, s.user)},
		"SaveSubscription":     {hot.SaveSubscription, s.savedSubscription},
		"SaveSubscriptionTold": {hot.SaveSubscriptionTold, func() []any { return append(s.savedSubscription(), s.messages()...) }},
		"LockedSubscription":   {hot.LockedSubscription, fixed(s.line)},
		"QueueMessages":        {hot.QueueMessages, s.messages},
		"NoteSent":             {hot.NoteSent, s.queued},
		"ClaimMessages":        {hot.ClaimMessages, s.claimed},
	}
}

func (s *shop) request() string {
	s.requests++
	return fmt.Sprint("key-", s.requests)
}

func (s *shop) begunRequest() []any {
	key := s.request()
	_, err := s.Requests.Begin(s.Context(), "subject", key, s.token, time.Hour)
	require.NoError(s, err)
	return []any{"subject", key, 200, make([]byte, 600)}
}

const events = `[{"n": 0, "key": "number-held", "at": "2026-11-20T09:30:00Z", "params": {"msisdn": "0571234567"}}]`

func (s *shop) encoded(v any) string {
	text, err := json.Marshal(v)
	require.NoError(s, err)
	return string(text)
}

func (s *shop) openedOrder() []any {
	o := storetest.FullOrder()
	return []any{
		o.ID, o.Number, string(o.Kind), string(o.Stage), string(o.Step), nil, nil, nil, nil, nil,
		s.encoded(o), make([]byte, 400), o.Seq, s.token, "", o.CreatedAt, events,
	}
}

func (s *shop) savedOrder() []any {
	o := s.order
	o.Seq = next(&s.orderSeq)
	return []any{
		o.ID, string(o.Stage), string(o.Step), o.Booking.MSISDN, o.SIM.ICCID, nil, o.Booking.HeldUntil, s.token, s.encoded(o), make([]byte, 400),
		o.Seq, events, s.token, s.token, "", "", nil, "",
	}
}

func (s *shop) posted() []any {
	p := ledger.PayBackPosting(s.bought(), false)
	return []any{p.Key, p.Subject, p.Kind, s.encoded(p.Entries), p.Overdraws}
}

func (s *shop) openedPurchase() []any {
	p := s.bought()
	return []any{
		"", "", "", "[]", false, p.ID, p.Number, string(p.Kind), string(p.Stage), "", p.UserID, p.PayerLineID, p.LineID,
		int64(p.Total), p.Seq, s.encoded(p), p.CreatedAt, true,
	}
}

func (s *shop) savedPurchase() []any {
	p := s.purchase
	p.Seq = next(&s.purchaseSeq)
	return []any{p.ID, string(p.Stage), "", p.Seq, s.encoded(p)}
}

func (s *shop) savedSubscription() []any {
	p := s.subscription
	p.Seq = next(&s.subscriptionSeq)
	return []any{
		p.LineID, p.PlanID, string(p.Stage), p.AutoRenew, p.Cycle, p.From, p.Until, string(p.Step), p.DueAt,
		sql.NullString{},
		p.Seq,
		s.encoded(p), nil, false,
	}
}

func (s *shop) messages() []any {
	id := storetest.NewID()
	return []any{[]string{id}, []string{id}, []string{"order-placed"}, [][]byte{make([]byte, 300)}}
}

// queued queues a message.
func (s *shop) queued() []any {
	message := s.messages()
	_, err := hot.QueueMessages.Exec(s.Context(), s.conn, message...)
	require.NoError(s, err)
	return message[:1] // its keys
}

// claimed makes one message due, and all others not.
func (s *shop) claimed() []any {
	s.queued()
	return []any{20, 64, 60.0, 2.0, []int32{0, 1, 2, 3, 4, 5, 6, 7}}
}
