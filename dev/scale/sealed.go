package scale

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
	"selfcare/internal/store/sim"
)

// people are the personal values of the sample customer. A sealed value belongs to one row, so the fill cannot copy it: each row gets
// the value sealed anew.
type people struct {
	keys                       *seal.Keys
	subscriber, account, order []byte
}

// puk is that of each made-up SIM card.
const puk = "48151623"

func readPeople(ctx context.Context, db *bun.DB, keys *seal.Keys, sample Sample) (p people, err error) {
	var found struct{ IDHash, Subscriber, Account, Personal []byte }
	err = db.NewRaw(`
		SELECT s.id_hash, s.personal AS subscriber, u.personal AS account, o.personal
		FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id, users AS u, orders AS o WHERE l.id = ? AND u.id = ? AND o.id = ?`,
		sample["line"], sample["user"], sample["order"]).Scan(ctx, &found)
	if err != nil {
		return p, err
	}
	p.keys = keys
	for _, one := range []struct {
		to     *[]byte
		place  string
		sealed []byte
	}{
		{&p.subscriber, subscriberPlace(found.IDHash), found.Subscriber},
		{&p.account, accountPlace(sample["user"]), found.Account},
		{&p.order, orderPlace(sample["order"]), found.Personal},
	} {
		if *one.to, err = keys.Open(one.place, one.sealed); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Places of sealed values, as the store names them.
func subscriberPlace(hash []byte) string { return fmt.Sprintf("subscribers/%x", hash) }

func accountPlace(id string) string { return "users/" + id }

func orderPlace(id string) string { return "orders/" + id }

// Nouns of ids, as in the statements of the fill.
const (
	lineNoun  = 1
	userNoun  = 2
	orderNoun = 4
)

// id is pg_temp.id of the fill.
func id(noun, n int) string { return fmt.Sprintf("%08d-0000-7000-8000-%012x", noun, n) }

// orderOf returns the personal values of an order with the mobile and the e-mail address of a customer's account: the customer gets
// each message once on each way, as most customers do.
func (p people) orderOf(n int) []byte {
	values := bytes.ReplaceAll(p.order, []byte(sampleMobile), []byte(msisdn(n)))
	return bytes.ReplaceAll(values, []byte(sampleEmail), fmt.Appendf(nil, "user%d@example.sa", n))
}

// copied is a temporary table with sealed values.
type copied struct {
	name    string
	number  string   // column
	columns []string // of sealed values
	rows    int
	row     func(n int) []any
}

func (p people) copiesFor(size Size) []copied {
	return []copied{
		{"sealed_people", "n", []string{"subscriber", "account"}, size.Lines, func(n int) []any {
			hash := sha256.Sum256(fmt.Appendf(nil, "id%d", n))
			return []any{n, p.keys.Seal(subscriberPlace(hash[:]), p.subscriber), p.keys.Seal(accountPlace(id(userNoun, n)), p.account)}
		}},
		{"sealed_sims", "n", []string{"puk"}, size.Lines * 12 / 10, func(n int) []any {
			return []any{n, p.keys.Seal(sim.SealContext(fmt.Sprintf("8996610%012d", n)), []byte(puk))}
		}},
		{"sealed_orders", "k", []string{"personal"}, size.history() * 2, func(k int) []any {
			return []any{k, p.keys.Seal(orderPlace(id(orderNoun, k)), p.orderOf(1+(k-1)%size.Lines))}
		}},
	}
}

// copy makes the table on a connection, whose end drops it.
func (c copied) copy(ctx context.Context, conn bun.Conn) error {
	columns, create := append([]string{c.number}, c.columns...), "CREATE TEMP TABLE "+c.name+" ("+c.number+" bigint"
	for _, column := range c.columns {
		create += ", " + column + " bytea"
	}
	if _, err := conn.NewRaw(create + ")").Exec(ctx); err != nil {
		return err
	}
	n := 0
	next := func() ([]any, error) {
		if n++; n > c.rows {
			return nil, nil
		}
		return c.row(n), nil
	}
	return conn.Raw(func(raw any) error {
		server, is := raw.(*stdlib.Conn)
		if !is {
			return driver.ErrBadConn
		}
		_, err := server.Conn().CopyFrom(ctx, pgx.Identifier{c.name}, columns, pgx.CopyFromFunc(next))
		return err
	})
}
