package bench

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/customer"
)

func (b *Bench) expSlow(ctx context.Context) ([]Figure, error) {
	for _, q := range []string{"ALTER SYSTEM SET log_min_duration_statement = 300", "ALTER SYSTEM SET log_checkpoints=on", "ALTER SYSTEM SET log_lock_waits=on", "SELECT pg_reload_conf()"} {
		if _, err := b.pool.Exec(ctx, q); err != nil {
			return nil, err
		}
	}
	numbers, err := b.freeNumbers(ctx, 3000)
	if err != nil {
		return nil, err
	}
	i := 0
	next := func() string { i++; return numbers[i-1] }
	kinds := []func() error{
		func() error { return customer.New(b.web, b.cards, customer.AnyPerson()).Start(ctx, next()) },
		func() error {
			input, err := b.newOrder(ctx)
			if err != nil {
				return err
			}
			_, err = b.orders.Start(ctx, input, next(), uuid.NewString())
			return err
		},
		func() error { return b.runNoOp(ctx) },
	}
	var all [3][]float64
	end := time.Now().Add(75 * time.Second)
	for time.Now().Before(end) && i < 2990 {
		for k, f := range kinds {
			t := time.Now()
			if err := f(); err != nil {
				return nil, err
			}
			d := time.Since(t)
			all[k] = append(all[k], milliseconds(d))
			if d > 300*time.Millisecond {
				fmt.Println("SLOW", k, t.UTC().Format("15:04:05.000"), d)
			}
		}
	}
	for k := range all {
		fmt.Printf("kind %d n %d p10 %.1f p50 %.1f p90 %.1f p99 %.1f max %.1f\n", k, len(all[k]), percentile(all[k], 10), percentile(all[k], 50), percentile(all[k], 90), percentile(all[k], 99), percentile(all[k], 100))
	}
	out, _ := exec.Command("sh", "-c", "grep -v 'CONTEXT' "+b.stack.path("state")+"/postgres.log | tail -30 | cut -c1-260; tail -15 "+b.stack.path("state")+"/selfcare.log | cut -c1-400; grep -ci error "+b.stack.path("state")+"/temporal.log; grep -v '\"level\":\"info\"' "+b.stack.path("state")+"/temporal.log | tail -8 | cut -c1-500").CombinedOutput()
	fmt.Println(string(out))
	return nil, nil
}
