package scale

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// call is one call of the store.
type call struct {
	name string
	make func(ctx context.Context, tx *store.Tx) error
}

// errUndo takes back what a call has written.
var errUndo = errors.New("taken back")

// listCalls lists a call of each method of each table.
func listCalls(a arguments) (all []call) {
	tables := reflect.TypeFor[store.Tx]()
	for i := range tables.NumField() {
		field := tables.Field(i)
		if !field.IsExported() {
			continue
		}
		for m := range field.Type.NumMethod() {
			method := field.Type.Method(m)
			name := field.Name + "." + method.Name
			if method.Type.NumIn() < 2 || method.Type.In(1) != reflect.TypeFor[context.Context]() || byHand[name] {
				continue
			}
			all = append(all, call{name, func(ctx context.Context, tx *store.Tx) error {
				bound := reflect.ValueOf(tx).Elem().Field(i).Method(m)
				outs := bound.Call(a.of(ctx, sourceName(field.Type, method.Name), bound.Type()))
				if len(outs) == 0 {
					return nil
				}
				err, _ := outs[len(outs)-1].Interface().(error)
				return err
			}})
		}
	}
	return append(all, searches(a)...)
}

// sourceName is the name of a method in the source, which an embedded type may declare.
func sourceName(of reflect.Type, method string) string {
	if of.NumField() > 0 && of.Field(0).Anonymous && of.Field(0).Type.Kind() == reflect.Struct {
		if _, is := of.Field(0).Type.MethodByName(method); is {
			return sourceName(of.Field(0).Type, method)
		}
	}
	return lastPart(of.PkgPath()) + "." + of.Name() + "." + method
}

func lastPart(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

// Run makes all calls on a filled database, and takes back what they write. Root is the folder of the repository.
func Run(ctx context.Context, dsn, root string) (r Report, err error) {
	r = Report{At: time.Now(), Refused: map[string]string{}}
	t := &tracer{statements: map[string]*Statement{}, functions: map[string]bool{}}
	db, err := t.open(dsn)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	keys, err := Keys()
	if err != nil {
		return r, err
	}
	declared, err := readSource(root)
	if err != nil {
		return r, err
	}
	a, err := readArguments(ctx, db, declared.parameters)
	if err != nil {
		return r, err
	}
	s := store.New(db, keys)
	if err := keepCases(ctx, db, s); err != nil {
		return r, err
	}
	for _, c := range listCalls(a) {
		t.call = c.name
		if err := makeCall(ctx, s, c); err != nil {
			r.Refused[c.name] = err.Error()
		}
		t.explainFailed(ctx, db)
	}
	r.Statements = slices.SortedFunc(maps.Values(t.statements), func(a, b *Statement) int {
		return cmp.Or(cmp.Compare(b.Buffers, a.Buffers), cmp.Compare(a.Call, b.Call), cmp.Compare(a.Text, b.Text))
	})
	t.call = "" // what follows is no part of the report
	long, err := longTables(ctx, db)
	if err != nil {
		return r, err
	}
	for _, statement := range r.Statements {
		statement.Problem = statement.problem(long)
	}
	for name := range declared.senders {
		if !t.functions[name] {
			r.Unseen = append(r.Unseen, name)
		}
	}
	slices.Sort(r.Unseen)
	return r, nil
}

func makeCall(ctx context.Context, s *store.Store, c call) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	var answer error
	err = s.InTx(ctx, func(tx *store.Tx) error {
		answer = c.make(ctx, tx)
		return errUndo
	})
	if errors.Is(err, errUndo) {
		return answer
	}
	return err
}

// readArguments reads the ids of the sample rows.
func readArguments(ctx context.Context, db *bun.DB, names map[string][]string) (a arguments, err error) {
	a = arguments{names: names, now: time.Now().UTC().Truncate(time.Second)}
	var p struct {
		Line, User, Order, Purchase, Agent string
		Token                              []byte
	}
	err = db.NewRaw(`
		SELECT l.id AS line, s.user_id AS user, o.id AS order, p.id AS purchase, a.id AS agent,
		       (SELECT token_hash FROM sessions ORDER BY idle_expires_at DESC LIMIT 1) AS token
		FROM lines AS l JOIN subscriptions AS s ON s.line_id = l.id AND s.is_main, orders AS o, purchases AS p, users AS a
		WHERE l.msisdn = ? AND o.number = 'SC99999999' AND p.number = 'PU99999999' AND a.email = 'support@selfcare.example'`, heavy).Scan(ctx, &p)
	if err != nil {
		return a, fmt.Errorf("find the sample rows: %w", err)
	}
	a.texts = map[string]string{
		"lineid": p.Line, "line": p.Line, "payerline": p.Line, "payerlineid": p.Line, "subject": p.Order, "userid": p.User, "user": p.User, "by": p.Agent, "actor": p.Agent,
		"orderid": p.Order, "purchaseid": p.Purchase, "msisdn": heavy, "mobile": heavy, "number": "SC00000011", "idnumber": "1077000030", "email": "user10@example.sa",
		"code": "SCALE", "planid": "hawakom-90", "plan": "hawakom-90", "category": "bronze", "language": "ar", "day": a.now.AddDate(0, 0, -3).Format(time.DateOnly),
		"date": a.now.Format(time.DateOnly), "invoiceid": "00000022-0000-7000-8000-00000000001c", "city": "riyadh", "key": "message-10", "system": "payment",
		"eventid": "event-10", "paymentid": "pay-11", "iccid": "8996610000000000010", "reference": "CT00000010", "simid": "00000005-0000-7000-8000-00000000000a",
		"customerid": p.Line, "customer": "line/" + p.Line, "account": p.User, "holder": "order/SC00000011", "series": "INV2025", "operator": "stc", "country": "TR",
		"transactionid": "transaction-11", "airwaybill": "AWB1", "requestid": "00000026-0000-7000-8000-00000000000a", "area": "support", "kinds": "balance", "kind": "order",
		"action": "order-read", "note": "scale", "provider": "google", "subjectid": p.Order, "tokenhash": string(p.Token), "way": "refund", "stage": "held", "state": "pending", "templates": "order.confirmed",
		"template": "order.confirmed", "subscriptiontype": "prepaid", "type": "data", "unit": "MB", "network": "10.0.0.0/24",
		"bill.id": "00000022-0000-7000-8000-00000000001c", "bill.number": "INV2025-00000028", "line.id": p.Line, "order.id": p.Order, "user.id": p.User,
		"purchase.id": p.Purchase, "ticket.id": "00000026-0000-7000-8000-00000000000a", "portout.reference": "PO-31", "promo.id": p.Order, "supportcase.id": p.Order,
		"einvoice.id": "00000025-0000-7000-8000-00000000000a", "payment.id": "pay-11", "catalogue.id": "hawakom-90", "bundle.id": "b", "session.id": "00000008-0000-7000-8000-00000000000a",
	}
	a.states = map[reflect.Type]any{
		reflect.TypeFor[contract.Order](): withID(sampleOrder(a.now), p.Order),
		reflect.TypeFor[contract.Purchase](): contract.Purchase{
			ID: p.Purchase, Number: "PU99999999", Kind: contract.PurchaseRecharge, Stage: contract.PurchasePaying, UserID: p.User, PayerLineID: p.Line, LineID: p.Line,
			Amount: 5000, Total: 5750, Seq: 2, CreatedAt: a.now,
		},
		reflect.TypeFor[contract.PlanSubscription](): contract.PlanSubscription{
			LineID: p.Line, PlanID: "hawakom-90", Type: "prepaid", Stage: contract.SubscriptionActive, Cycle: 2, From: a.now, Until: a.now.AddDate(0, 0, 30),
			Step: contract.StepRenew, DueAt: a.now.AddDate(0, 0, 30), Seq: 2,
		},
	}
	return a, nil
}

func withID(o contract.Order, id string) contract.Order {
	o.ID, o.Seq = id, 2
	return o
}

// keepCases reads the list of cases and keeps it, as a server in service does. Without it each call would fill the list anew and take it
// back, and the next call would read the dead rows of all former ones.
func keepCases(ctx context.Context, db *bun.DB, s *store.Store) error {
	err := s.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Cases.Counts(ctx)
		return err
	})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM ANALYZE case_list")
	return err
}
