package scale

import (
	"context"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// explaining makes the server send the plan of each statement, those within triggers and functions included, with the work that it was.
var explaining = map[string]string{
	"session_preload_libraries":          "auto_explain",
	"auto_explain.log_min_duration":      "0",
	"auto_explain.log_nested_statements": "on",
	"auto_explain.log_analyze":           "on",
	"auto_explain.log_timing":            "off",
	"auto_explain.log_buffers":           "on",
	"auto_explain.log_triggers":          "on",
	"auto_explain.log_format":            "json",
	"auto_explain.log_level":             "notice",
}

// tracer collects what the server does for one call of the store, and which functions of the store send statements.
type tracer struct {
	call       string
	sent       string
	failed     []string // statements that failed, of which the server has sent no plan
	caller     string
	statements map[string]*Statement // by call and text
	functions  map[string]bool       // of the store, that sent a statement
}

// open connects to a database with one connection, whose statements the tracer sees.
func (t *tracer) open(dsn string) (*bun.DB, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol // as the store's own connections
	config.Tracer = t
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) { t.note(notice.Message) }
	for name, value := range explaining {
		config.RuntimeParams[name] = value
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(1)
	return bun.NewDB(db, pgdialect.New()), nil
}

// TraceQueryStart notes the callers of a statement.
func (t *tracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	t.sent, t.caller = data.SQL, ""
	counters := make([]uintptr, 64)
	frames := runtime.CallersFrames(counters[:runtime.Callers(2, counters)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		name, ours := strings.CutPrefix(frame.Function, storePackages)
		if !ours {
			continue
		}
		name = functionName(name)
		t.functions[name] = true
		if t.caller == "" && !strings.HasPrefix(name, "hot.") && !strings.HasPrefix(name, "tx.") && !strings.HasPrefix(name, "pool.") {
			t.caller = name
		}
	}
	return ctx
}

// TraceQueryEnd keeps a statement that failed.
func (t *tracer) TraceQueryEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if data.Err != nil {
		t.failed = append(t.failed, t.sent)
	}
}

// explainFailed asks for the plans of the failed statements of a call, which a constraint has refused.
func (t *tracer) explainFailed(ctx context.Context, db *bun.DB) {
	for _, failed := range t.failed {
		caller, plan, generic := t.caller, "", ""
		if strings.Contains(failed, "$1") {
			generic = ", GENERIC_PLAN"
		}
		err := db.NewRaw("EXPLAIN (FORMAT JSON"+generic+") "+failed).Scan(ctx, &plan)
		if t.caller = caller; err == nil {
			t.add(failed, 0, plan)
		}
	}
	t.failed = nil
}

// storePackages is the beginning of the names of the store's functions.
const storePackages = "selfcare/internal/store/"

// functionName returns "number.Numbers.Search" for number.(*Numbers).Search.func1 and number.Numbers.Search.
func functionName(name string) string {
	name, _, _ = strings.Cut(name, ".func")
	name, _, _ = strings.Cut(name, "[") // of a generic function
	return strings.NewReplacer("(*", "", ")", "", "-fm", "").Replace(name)
}
