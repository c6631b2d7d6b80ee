package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/dev/customer"
	"selfcare/dev/scale"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	sessionstore "selfcare/internal/store/session"
)

const (
	purchasesARound = 100
	dueARound       = 2000
	eSIMsCompared   = 40
	packBought      = "data-1"
	packCosts       = contract.Halalas(2_000) // at most
	cycleCosts      = contract.Halalas(12_000)
	toppedUp        = contract.Halalas(100_000)
	reportedWithin  = 10 * time.Second // due plans, to their shards
	renewingWithin  = 15 * time.Minute
)

// withStacks lists the measurements that need the whole product.
func (f *filledBench) withStacks() []measurement {
	return []measurement{
		{id: "S1", what: "purchases from the balance", run: f.purchases},
		{id: "S2", what: "renewals", run: f.renewals},
		{id: "S3", what: "eSIM orders, as P1", run: f.eSIMs},
		{id: "S4", what: "orders, as P3", run: f.orders},
	}
}

// purchases buys data packs for random lines over HTTP, each until its workflow has ended. Temporal's file grows by all that it keeps
// of them.
func (f *filledBench) purchases(ctx context.Context) ([]Figure, error) {
	var bytes pairOfRounds
	var histories []float64
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		buyers, err := s.openBuyers(ctx, f.some(purchasesARound))
		if err != nil {
			return 0, err
		}
		before, err := s.temporalBytes()
		if err != nil {
			return 0, err
		}
		bought := make([]string, len(buyers))
		rate, err := atOnce(ctx, len(buyers), func(ctx context.Context, n int) (err error) {
			bought[n], err = s.buyData(ctx, buyers[n])
			return err
		})
		if err != nil {
			return 0, err
		}
		after, err := s.temporalBytes()
		if err != nil {
			return 0, err
		}
		found, err := s.temporal.DescribeWorkflowExecution(ctx, contract.PurchaseWorkflowID(bought[0]), "")
		histories = append(histories, float64(found.GetWorkflowExecutionInfo().GetHistorySizeBytes())/1024)
		each := float64(after-before) / float64(len(buyers)) / 1024
		if s.near {
			bytes.near = append(bytes.near, each)
		} else {
			bytes.full = append(bytes.full, each)
		}
		return rate, err
	})
	if err != nil {
		return nil, err
	}
	bytes.full, bytes.near = bytes.full[1:], bytes.near[1:]
	size := bytes.absolute("S1", "kB by which Temporal's SQLite files grow for each purchase", countAtMost(18))
	size.Note += notef("; its history alone has %.1f kB", median(histories))
	return []Figure{rates.against("S1", "purchases from the balance per second over HTTP, 10 at once, random lines", atLeast(0.95)), size}, nil
}

// openBuyers opens a session for random customers with money.
func (s *side) openBuyers(ctx context.Context, count int) ([]*customer.Customer, error) {
	found, err := s.customers(ctx, count, packCosts, isPrepaid)
	if err != nil {
		return nil, err
	}
	buyers := make([]*customer.Customer, count)
	for i, one := range found {
		token, hash := middleware.NewToken()
		err := s.store.Sessions.Open(ctx, sessionstore.Opening{
			TokenHash: hash, UserID: one.UserID, Provider: "password", Idle: time.Now().Add(time.Hour), Absolute: time.Now().Add(time.Hour),
		})
		if err != nil {
			return nil, err
		}
		buyers[i] = customer.New(s.web, s.cards, customer.AnyPerson())
		buyers[i].Token = token
	}
	return buyers, nil
}

// buyData buys a data pack, waits for the end of its workflow, and returns the number of the purchase.
func (s *side) buyData(ctx context.Context, c *customer.Customer) (number string, err error) {
	pack := packBought
	in := gen.StartPurchase{Kind: gen.StartPurchaseKindDataRecharge, DataPackId: &pack}
	in.Pay.Way = gen.PaymentMethodBalance
	var answer struct{ Data gen.Purchase }
	if err := c.Call(ctx, http.MethodPost, "/purchases", in, &answer); err != nil {
		return "", err
	}
	number = answer.Data.Number
	if err := s.temporal.GetWorkflow(ctx, contract.PurchaseWorkflowID(number), "").Get(ctx, nil); err != nil {
		return number, fmt.Errorf("wait for purchase %s: %w", number, err)
	}
	ended, err := s.store.Purchases.Get(ctx, answer.Data.Id)
	if err == nil && ended.Stage != contract.PurchaseCompleted {
		err = fmt.Errorf("purchase %s is %s", number, ended.Stage)
	}
	return number, err
}

// temporalBytes is the size of the files of Temporal's database.
func (s *side) temporalBytes() (sum int64, err error) {
	files, err := filepath.Glob(s.stack.path("state/temporal.db*"))
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return sum, err
		}
		sum += info.Size()
	}
	return sum, err
}

// renewals makes plans of random lines due at one moment, and compares the shards with postings on random lines alone.
func (f *filledBench) renewals(ctx context.Context) ([]Figure, error) {
	var postings, bare pairOfRounds
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		posted, plain, err := s.postings(ctx, f.some(postingsASlice))
		if err != nil {
			return 0, err
		}
		if s.near {
			postings.near, bare.near = append(postings.near, posted), append(bare.near, plain)
		} else {
			postings.full, bare.full = append(postings.full, posted), append(bare.full, plain)
		}
		return s.renew(ctx, f.some(dueARound))
	})
	if err != nil {
		return nil, err
	}
	posted := pairOfRounds{full: rates.full, near: postings.full[1:]}
	share := figure("S2", fmt.Sprintf("renewals per second, %d random lines due at once", f.some(dueARound)), "postings on random lines of the same database, 16 clients", atLeast(0.10), posted.ratios())
	share.Note = notef("%.1f renewals against %.0f postings and %.0f bare transactions of two rows per second", median(rates.full), median(postings.full), median(bare.full))
	share.Values = map[string][]float64{"renewals": rates.full, "postings": postings.full[1:], "bareTransactions": bare.full[1:]}
	share.Absolute = map[string]float64{"renewals": median(rates.full), "postings": median(postings.full[1:]), "bareTransactions": median(bare.full[1:])}
	return []Figure{share, rates.against("S2", "renewals per second", atLeast(0.95))}, nil
}

// postings returns the rates of postings on random lines, and of bare transactions of two rows.
func (s *side) postings(ctx context.Context, lines int) (posted, plain float64, err error) {
	b := ledgerBench{s.Bench}
	if _, err := s.pool.Exec(ctx, bareLedgerTable); err != nil {
		return 0, 0, fmt.Errorf("make the table of bare postings: %w", err)
	}
	found, err := s.customers(ctx, min(lines, s.size.Lines/3), 0, isPrepaid)
	if err != nil {
		return 0, 0, err
	}
	if posted, err = b.slice(ctx, func(ctx context.Context) error { return b.post(ctx, found[rand.IntN(len(found))].LineID) }); err != nil {
		return 0, 0, err
	}
	plain, err = b.slice(ctx, b.insertTwo)
	return posted, plain, err
}

// renew makes the plans of random lines due at a moment, tells their shards, and returns the rate from that moment on.
func (s *side) renew(ctx context.Context, count int) (float64, error) {
	found, err := s.customers(ctx, min(count, s.size.Lines/3), 0, isPrepaid)
	if err != nil {
		return 0, err
	}
	if err := s.topUp(ctx, found); err != nil {
		return 0, err
	}
	ids := make([]string, len(found))
	for i, c := range found {
		ids[i] = c.LineID
	}
	due := time.Now().Add(reportedWithin).Truncate(time.Second)
	if err := s.makeDue(ctx, ids, due); err != nil {
		return 0, err
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(time.Until(due)): // at once if the reports took longer: then the rate counts that, too
	}
	ctx, cancel := context.WithTimeout(ctx, renewingWithin)
	defer cancel()
	var renewed int
	err = until(ctx, 500*time.Millisecond, func() (bool, error) { // seldom: each look reads all rows
		err := s.pool.QueryRow(ctx, "SELECT count(*) FROM plan_subscriptions WHERE line_id = ANY($1::uuid[]) AND cycle_until > $2", ids, due.AddDate(0, 0, 7)).Scan(&renewed)
		return renewed == len(ids), err
	})
	if err != nil {
		return 0, fmt.Errorf("%d of %d renewed: %w", renewed, len(ids), err)
	}
	return float64(len(ids)) / time.Since(due).Seconds(), nil
}

// topUp gives money to those who could not pay for a cycle.
func (s *side) topUp(ctx context.Context, found []scale.Customer) error {
	for _, c := range found {
		var amount contract.Halalas
		if err := s.pool.QueryRow(ctx, "SELECT amount FROM line_balances WHERE line_id = $1", c.LineID).Scan(&amount); err != nil {
			return fmt.Errorf("read a balance: %w", err)
		}
		if amount < cycleCosts {
			if err := s.stacked().TopUp(ctx, c.LineID, toppedUp); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeDue ends the cycles of plans soon after a moment, at which the next ones are charged, and reports it to the shards.
func (s *side) makeDue(ctx context.Context, ids []string, due time.Time) error {
	ends := due.Add(30 * time.Minute)
	_, err := s.pool.Exec(ctx, `
		UPDATE plan_subscriptions SET cycle_from = $3, cycle_until = $4, step = 'renew', due_at = $2, aside_until = NULL, seq = seq + 1,
		       state = state - 'tried' || jsonb_build_object('from', $3::timestamptz, 'until', $4::timestamptz, 'dueAt', $2::timestamptz, 'step', 'renew',
		               'anchor', date_trunc('day', $4::timestamptz, 'Asia/Riyadh'), 'anchorCycle', cycle + 1, 'seq', seq + 1)
		WHERE line_id = ANY($1::uuid[])`, ids, due.UTC(), ends.AddDate(0, -1, 0), ends)
	if err != nil {
		return fmt.Errorf("make plans due: %w", err)
	}
	shards, told := flow.NewSubscriptions(s.temporal), map[int]bool{}
	group, telling := errgroup.WithContext(ctx)
	group.SetLimit(buyersAtOnce)
	for _, id := range ids {
		if shard, _ := contract.PlanShardOf(id); !told[shard] {
			told[shard] = true
			group.Go(func() error {
				return patiently(telling, func() error { return shards.ReportDue(telling, contract.PlanSubscription{LineID: id}) })
			})
		}
	}
	return group.Wait()
}

const fewTries = 5

// patiently repeats a call that a busy server has not answered in time.
func patiently(ctx context.Context, call func() error) (err error) {
	for range fewTries {
		if err = call(); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (f *filledBench) eSIMs(ctx context.Context) ([]Figure, error) {
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) { return s.eSIMOrders(ctx, f.some(eSIMsCompared)) })
	if err != nil {
		return nil, err
	}
	return []Figure{rates.against("S3", "P1: eSIM orders per second through the HTTP API, 10 at once", atLeast(0.95))}, nil
}

func (f *filledBench) orders(ctx context.Context) ([]Figure, error) {
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		return s.ordersOf(ctx, s.buy, func() shop { return productShop{s.Bench} })
	})
	if err != nil {
		return nil, err
	}
	return []Figure{rates.against("S4", "P3: orders per second, 10 at once, number to active line", atLeast(0.95))}, nil
}
