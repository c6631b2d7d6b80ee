package subscribers

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

type side struct {
	name, folder string
	pid          int
	Stack
}

func open(t *testing.T, name, folder string) *side {
	file, err := os.Open(filepath.Join(folder, "state/env"))
	require.NoError(t, err)
	vars := map[string]string{}
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		n, v, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "export "), "=")
		if found {
			vars[n] = strings.Trim(v, "'")
		}
	}
	cfg, err := config.Parse(vars)
	require.NoError(t, err)
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	require.NoError(t, err)
	db, err := pool.Open(t.Context(), cfg.OwnerURL())
	require.NoError(t, err)
	bare, err := pgxpool.New(t.Context(), cfg.OwnerURL())
	require.NoError(t, err)
	pk, err := codec.ParseKeys(cfg.PayloadKeys)
	require.NoError(t, err)
	c, err := temporal.Dial(t.Context(), temporal.Config{Temporal: cfg.Temporal, Keys: pk}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	raw, err := os.ReadFile(filepath.Join(folder, "pid"))
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	require.NoError(t, err)
	return &side{name, folder, pid, Stack{Pool: bare, Store: store.New(db, keys), Temporal: c}}
}

// cpu is the seconds of processor of a stack, by program.
func (s *side) cpu(t *testing.T) map[string]float64 {
	family, err := startedBy(s.pid)
	require.NoError(t, err)
	used := map[string]float64{}
	for _, pid := range append(family, s.pid) {
		raw, err := os.ReadFile(procFile(pid, "stat"))
		if err != nil {
			continue
		}
		text := string(raw)
		name := text[strings.Index(text, "(")+1 : strings.LastIndex(text, ")")]
		f := strings.Fields(text[strings.LastIndex(text, ")")+2:])
		for _, i := range []int{11, 12, 13, 14} {
			n, _ := strconv.ParseFloat(f[i], 64)
			used[name] += n / 100
		}
	}
	return used
}

func (s *side) temporalBytes() (sum int64) {
	_ = filepath.Walk(filepath.Join(s.folder, "state"), func(path string, info os.FileInfo, err error) error {
		if err == nil && strings.Contains(strings.ToLower(filepath.Base(path)), "temporal") && (strings.Contains(path, ".db") || strings.Contains(path, ".sqlite")) {
			sum += info.Size()
		}
		return nil
	})
	return sum
}

func (s *side) shardBytes(ctx context.Context) (events, bytes int64) {
	for shard := range 256 {
		id := fmt.Sprintf("plan-shard/%03d", shard)
		found, err := s.Temporal.DescribeWorkflowExecution(ctx, id, "")
		if err != nil {
			return events, bytes
		}
		events += found.GetWorkflowExecutionInfo().GetHistoryLength()
		bytes += found.GetWorkflowExecutionInfo().GetHistorySizeBytes()
	}
	return events, bytes
}

type result struct {
	Way             string
	Round           int
	N               int
	Seconds         float64
	PerSecond       float64
	CPU             map[string]float64
	IdleCPU         float64
	CPUEachMs       float64
	Twice, Missed   int
	FileBytesEach   float64
	CycleEvents     float64
	CycleBytes      float64
	ShardEvents     int64
	ShardBytes      int64
	PostingsASecond float64
	ChoiceP50Ms     float64
}

func sumOf(m map[string]float64) (sum float64) {
	for _, v := range m {
		sum += v
	}
	return sum
}

func TestDuel(t *testing.T) {
	if os.Getenv("DUEL_BEFORE") == "" {
		t.Skip()
	}
	ctx := t.Context()
	n, _ := strconv.Atoi(os.Getenv("DUEL_N"))
	rounds, _ := strconv.Atoi(os.Getenv("DUEL_ROUNDS"))
	number, _ := strconv.Atoi(os.Getenv("DUEL_FROM"))
	numbers.Store(int64(number))
	sides := []*side{open(t, "today", os.Getenv("DUEL_BEFORE")), open(t, "shards", os.Getenv("DUEL_AFTER"))}
	out, err := os.OpenFile(os.Getenv("DUEL_OUT"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	require.NoError(t, err)
	for round := range rounds {
		for i := range sides {
			s := sides[(i+round)%2]
			r := result{Way: s.name, Round: round, N: n}
			events, bytes := s.shardBytes(ctx)
			file := s.temporalBytes()
			ids, err := s.lines(ctx, n, s.topUp)
			require.NoError(t, err)
			due := time.Now().Add(20*time.Second + time.Duration(n)*80*time.Millisecond).Truncate(time.Second)
			require.NoError(t, s.start(ctx, ids, due))
			require.True(t, time.Now().Before(due.Add(-2*time.Second)), "started too late")
			idle := s.cpu(t)
			wait := time.Until(due)
			idleFor := min(wait-time.Second, 10*time.Second)
			time.Sleep(wait - idleFor - 500*time.Millisecond)
			idle = s.cpu(t)
			time.Sleep(idleFor)
			idleRate := (sumOf(s.cpu(t)) - sumOf(idle)) / idleFor.Seconds()
			time.Sleep(time.Until(due))
			before := s.cpu(t)
			require.NoError(t, s.until(ctx, n, "SELECT count(*) FROM plan_subscriptions WHERE cycle > 1 AND line_id = ANY($1::uuid[])", ids))
			took := time.Since(due).Seconds()
			time.Sleep(3 * time.Second) // what follows, such as the next run
			after := s.cpu(t)
			r.CPU = map[string]float64{}
			for name, v := range after {
				if used := v - before[name]; used > 0.05 {
					r.CPU[name] = used
				}
			}
			r.Seconds, r.PerSecond, r.IdleCPU = took, float64(n)/took, idleRate
			r.CPUEachMs = (sumOf(r.CPU) - idleRate*(took+3)) / float64(n) * 1000
			require.NoError(t, s.Pool.QueryRow(ctx, `
				SELECT count(*) FILTER (WHERE charged > 1), count(*) FILTER (WHERE charged = 0) FROM (
				    SELECT (SELECT count(*) FROM ledger_operations WHERE subject = line AND kind = 'renewal') AS charged FROM unnest($1::uuid[]) AS line
				) AS c`, ids).Scan(&r.Twice, &r.Missed))
			r.FileBytesEach = float64(s.temporalBytes()-file) / float64(n)
			for _, id := range ids[:5] {
				found, err := s.Temporal.DescribeWorkflowExecution(ctx, contract.PlanSubscriptionWorkflowID(id), "")
				if err != nil {
					continue
				}
				first := found.GetWorkflowExecutionInfo().GetFirstRunId()
				run, err := s.Temporal.DescribeWorkflowExecution(ctx, contract.PlanSubscriptionWorkflowID(id), first)
				require.NoError(t, err)
				r.CycleEvents += float64(run.GetWorkflowExecutionInfo().GetHistoryLength()) / 5
				r.CycleBytes += float64(run.GetWorkflowExecutionInfo().GetHistorySizeBytes()) / 5
			}
			e2, b2 := s.shardBytes(ctx)
			r.ShardEvents, r.ShardBytes = e2-events, b2-bytes
			plans, took40 := flow.NewSubscriptions(s.Temporal), []float64{}
			for _, id := range ids[:min(len(ids), 60)] {
				row, err := s.Store.PlanSubscriptions.Get(ctx, id)
				require.NoError(t, err)
				began := time.Now()
				_, err = plans.StopRenewal(ctx, row, uuid.NewString(), contract.RenewalChoice{UserID: "u"})
				require.NoError(t, err)
				took40 = append(took40, float64(time.Since(began).Microseconds())/1000)
			}
			slices.Sort(took40)
			r.ChoiceP50Ms = took40[len(took40)/2]
			begin := time.Now()
			for range 300 {
				require.NoError(t, s.topUp(ctx, ids[0]))
			}
			r.PostingsASecond = 300 / time.Since(begin).Seconds()
			raw, _ := json.Marshal(r)
			_, _ = out.Write(append(raw, '\n'))
			t.Logf("%s", raw)
		}
	}
}
