package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/bench/subscribers"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

const (
	ledgerLines     = 50
	ledgerClients   = 16
	postingsASlice  = 1000
	ledgerSlices    = 4
	bareLedgerTable = "CREATE TABLE IF NOT EXISTS bench_ledger (operation uuid NOT NULL, n int NOT NULL, account text NOT NULL, amount bigint NOT NULL, PRIMARY KEY (operation, n))"
)

// ledgerBench measures postings.
type ledgerBench struct{ *Bench }

// postings compares the ledger's statement with a bare transaction that inserts two rows, 16 clients on the accounts
// of 50 lines. Half of the postings take money away, so that some are refused; the books must be exact in the end.
func (b ledgerBench) postings(ctx context.Context) ([]Figure, error) {
	if _, err := b.pool.Exec(ctx, bareLedgerTable); err != nil {
		return nil, fmt.Errorf("make the table of bare postings: %w", err)
	}
	lines, err := b.accounts(ctx)
	if err != nil {
		return nil, err
	}
	type rates struct{ ours, bare float64 }
	rounds, err := perRound(b.Rounds, func(int) (r rates, err error) {
		for range ledgerSlices {
			ours, err := b.slice(ctx, func(ctx context.Context) error { return b.post(ctx, lines[rand.IntN(len(lines))]) })
			if err != nil {
				return r, err
			}
			bare, err := b.slice(ctx, b.insertTwo)
			if err != nil {
				return r, err
			}
			r.ours, r.bare = r.ours+ours/ledgerSlices, r.bare+bare/ledgerSlices
		}
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	wrong, err := b.wrong(ctx)
	if err != nil {
		return nil, err
	}
	var ratios, ours, bare []float64
	for _, r := range rounds {
		ratios, ours, bare = append(ratios, r.ours/r.bare), append(ours, r.ours), append(bare, r.bare)
	}
	f := figure("M2", "postings per second, 16 clients on 50 lines", "bare transaction of two rows through pgx", atLeast(0.25), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.0f against %.0f per second; a deadlock would have ended the run", median(ours), median(bare))
	exact := figure("M2", "balances below zero, or that are not the sum of their account; halalas that the ledger is off by", "count", exactly(0), []float64{wrong})
	exact.Note = "after all postings"
	return []Figure{f, exact}, nil
}

// accounts are those of new lines, or of random ones of a filled database.
func (b ledgerBench) accounts(ctx context.Context) (lines []string, err error) {
	if b.Filled != nil {
		return b.randomLines(ctx, ledgerLines)
	}
	lines = make([]string, ledgerLines)
	for i := range lines {
		line, err := b.store.Lines.Add(ctx, linestore.Line{
			MSISDN: "0579" + fmt.Sprintf("%06d", b.lines.Add(1)), Kind: linestore.Voice, Type: "prepaid", PlanID: plans[0],
			Person: contract.Person{IDNumber: uuid.NewString()},
		}, time.Now())
		if err != nil {
			return nil, err
		}
		lines[i] = line
	}
	return lines, nil
}

func (b ledgerBench) slice(ctx context.Context, post func(context.Context) error) (float64, error) {
	group, posting := errgroup.WithContext(ctx)
	begin := time.Now()
	for range ledgerClients {
		group.Go(func() error {
			for range postingsASlice / ledgerClients {
				if err := post(posting); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return float64(postingsASlice/ledgerClients*ledgerClients) / time.Since(begin).Seconds(), err
}

// post moves an amount to a line or away from it. A refusal for a lack of money is an answer.
func (b ledgerBench) post(ctx context.Context, line string) error {
	amount := contract.Halalas(rand.Int64N(2001) - 1000)
	if amount == 0 {
		amount = 1
	}
	err := b.store.Ledger.Post(ctx, ledger.Posting{Key: uuid.NewString(), Subject: line, Kind: "bench", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(line), Amount: amount}, {Account: "bench", Amount: -amount},
	}})
	if errors.Is(err, storeerrors.ErrNotCovered) {
		return nil
	}
	return err
}

func (b ledgerBench) insertTwo(ctx context.Context) error {
	tx, err := b.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	operation := uuid.NewString()
	for n := range 2 {
		if _, err := tx.Exec(ctx, "INSERT INTO bench_ledger VALUES ($1, $2, 'bench', $3)", operation, n, 100-200*n); err != nil {
			return fmt.Errorf("insert: %w", err)
		}
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// wrong counts broken rules of the books. Usage that the network reports afterwards is the only posting that may overdraw a prepaid line.
func (b ledgerBench) wrong(ctx context.Context) (count float64, err error) {
	err = b.pool.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM line_balances AS b JOIN lines AS l ON l.id = b.line_id WHERE b.amount < 0 AND l.subscription_type = 'prepaid'
		            AND NOT EXISTS (SELECT FROM ledger_operations AS o WHERE o.subject = b.line_id AND o.kind = 'usage' AND o.overdraws))
		     + (SELECT count(*) FROM line_balances AS b JOIN lines AS l ON l.id = b.line_id WHERE l.subscription_type = 'prepaid' AND b.amount <> coalesce(
		            (SELECT -sum(amount) FROM ledger_lines WHERE account = 'line/' || b.line_id), 0))
		     + (SELECT abs(coalesce(sum(amount), 0)) FROM ledger_lines)::float8`).Scan(&count)
	if err != nil {
		return 0, fmt.Errorf("check the books: %w", err)
	}
	return count, nil
}

const (
	giversOnLines     = 50
	transferSlices    = 4 // each line repeats one transfer, because a code is for one transfer
	transferAmount    = 100
	limitCounters     = "limit:*"
	transfersARound   = transferSlices * giversOnLines
	transfersAgainst  = "bare workflow of one activity"
	transfersMeasured = "credit transfers per second among 50 lines through the HTTP API, 10 at once"
)

// transferBench measures credit transfers between customers.
type transferBench struct{ *Bench }

// transfers compares whole transfers through the HTTP API with a bare workflow of one activity, both ten at once.
// Their codes are requested and read before the clock runs. No money may get lost or appear.
func (b transferBench) transfers(ctx context.Context) ([]Figure, error) {
	web := customer.NewClient(b.web.Base, b.web.Language)
	web.HTTP.Transport = &manyPlaces{next: web.HTTP.Transport}
	givers, err := planBench(b).stacked().OpenGivers(ctx, giversOnLines, func() *customer.Customer { return b.giver(web) })
	if err != nil {
		return nil, err
	}
	if _, err := b.transferSlice(ctx, givers); err != nil { // plans statements, fills connections and caches
		return nil, err
	}
	type rates struct{ ours, bare float64 }
	rounds, err := perRound(b.Rounds, func(int) (r rates, err error) {
		seconds := 0.0
		for range transferSlices {
			took, err := b.transferSlice(ctx, givers)
			if err != nil {
				return r, err
			}
			seconds += took
		}
		r.ours = transfersARound / seconds
		r.bare, err = atOnce(ctx, bareRuns, func(ctx context.Context, _ int) error { return b.runBare(ctx, OneActivity) })
		return r, err
	})
	if err != nil {
		return nil, err
	}
	var ratios, ours, bare []float64
	for _, r := range rounds {
		ratios, ours, bare = append(ratios, r.ours/r.bare), append(ours, r.ours), append(bare, r.bare)
	}
	f := figure("M6", transfersMeasured, transfersAgainst, atLeast(0.4), ratios)
	f.Absolute = map[string]float64{"transfersPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.1f transfers against %.1f bare workflows per second; %d a round", median(ours), median(bare), transfersARound)
	exact, err := b.exact(ctx, givers)
	return []Figure{f, exact}, err
}

func (b transferBench) exact(ctx context.Context, givers []*subscribers.Giver) (Figure, error) {
	wrong, err := ledgerBench(b).wrong(ctx)
	if err != nil {
		return Figure{}, err
	}
	astray, err := planBench(b).stacked().Astray(ctx, givers)
	wrong += math.Abs(float64(astray))
	f := figure("M6", "halalas that the fifty lines have more or less than before; balances below zero, or that are not the sum of their account", "count",
		exactly(0), []float64{wrong})
	f.Note = "after all transfers"
	return f, err
}

// giver reads its codes on a phone.
func (b transferBench) giver(web *customer.Client) *customer.Customer {
	c := customer.New(web, b.cards, customer.AnyPerson())
	c.Phone = &customer.Phone{Base: b.sims.base, HTTP: b.sims.http}
	return c
}

// transferSlice lets each line transfer to another one, and returns the seconds.
func (b transferBench) transferSlice(ctx context.Context, givers []*subscribers.Giver) (float64, error) {
	if err := b.forgetLimits(ctx); err != nil {
		return 0, err
	}
	away := 1 + rand.IntN(len(givers)-1)
	to := func(n int) *subscribers.Giver { return givers[(n+away)%len(givers)] }
	asked := func(ctx context.Context, n int) error { return givers[n].AskFor(ctx, to(n), transferAmount) }
	if _, err := atOnce(ctx, len(givers), asked); err != nil {
		return 0, err
	}
	stack := planBench(b).stacked()
	rate, err := atOnce(ctx, len(givers), func(ctx context.Context, n int) error { return stack.Give(ctx, givers[n], to(n), transferAmount) })
	return float64(len(givers)) / rate, err
}

// forgetLimits lets each line request more codes than a person would: only the transfer is measured.
func (b transferBench) forgetLimits(ctx context.Context) error {
	options, err := redis.ParseURL(b.cfg.RedisURL)
	if err != nil {
		return fmt.Errorf("read the address of Redis: %w", err)
	}
	counters := redis.NewClient(options)
	keys, err := counters.Keys(ctx, limitCounters).Result()
	if err == nil && len(keys) > 0 {
		err = counters.Del(ctx, keys...).Err()
	}
	return errors.Join(err, counters.Close())
}
