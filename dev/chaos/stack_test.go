package chaos_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/interceptor"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/devstack"
	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/embedded/temporal"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/chaosshop"
	"selfcare/dev/testkit/crashpoint"
	"selfcare/dev/testkit/subprocess"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/logging"
	platform "selfcare/internal/platform/temporal"
	"selfcare/internal/store/pool"
)

const (
	repository = "../.."
	database   = "selfcare"
	asAPI      = "API"
	asWorker   = "worker"
	envNotes   = "CHAOS_NOTES"
	envPoints  = "CHAOS_POINTS"
	envLog     = "CHAOS_LOG"
)

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{asAPI: serves(app.Roles{API: true}), asWorker: serves(app.Roles{Worker: true, Promote: true})})
}

// serves runs a part of the product unchanged. Its workers also get their points of death.
func serves(roles app.Roles) subprocess.Role {
	return func(ctx context.Context, variables map[string]string) error {
		cfg, err := config.Parse(variables)
		if err != nil {
			return err
		}
		points, err := crashpoint.ParseList(variables[envPoints])
		if err != nil {
			return err
		}
		file, err := os.OpenFile(variables[envLog], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		roles.BuildID = "chaos"
		if notes := variables[envNotes]; notes != "" {
			roles.Interceptors = []interceptor.WorkerInterceptor{crashpoint.Interceptor(crashpoint.Notes(notes), points)}
		}
		return app.Serve(ctx, cfg, logging.New(file, cfg.LogLevel), roles)
	}
}

// stack has all parts of the product, each of which can go away; API and workers are processes of their own.
type stack struct {
	t         *testing.T
	dir       string
	variables map[string]string
	database  postgres.Options
	postgres  *postgres.Server
	engine    temporal.Options
	temporal  *temporal.Server
	db        *bun.DB
	shop      *chaosshop.Shop
	engineer  operator
	notes     crashpoint.Notes
	alive     sync.Map     // processes of the product, and what each is
	sold      atomic.Int64 // ended orders
	began     time.Time
}

// open runs a stack until the end of the test, with an API and without a worker.
func open(t *testing.T) *stack {
	t.Helper()
	dir, err := os.MkdirTemp("", "selfcare-chaos-") // which the user of Postgres may enter
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("what is left to look into: %s", dir)
			return
		}
		require.NoError(t, os.RemoveAll(dir))
	})
	s := &stack{t: t, dir: dir, notes: crashpoint.Notes(filepath.Join(dir, "notes"))}
	s.startDatabase()
	s.startEngine()
	s.startRest()
	s.db, err = pool.Open(t.Context(), s.variables["DATABASE_URL"])
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.db.Close()) })
	return s
}

func (s *stack) startDatabase() {
	s.t.Helper()
	s.database = postgres.Options{
		BinDir:  postgres.PackageBin(filepath.Join(repository, "web")),
		DataDir: filepath.Join(s.dir, "postgres"), Port: port(s.t),
	}
	var err error
	s.postgres, err = postgres.Start(s.t.Context(), s.database)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { s.postgres.Stop() })
	connection, err := pgx.Connect(s.t.Context(), s.postgres.URL("postgres"))
	require.NoError(s.t, err)
	for _, made := range []string{"DATABASE " + database, "ROLE " + postgres.Application + " LOGIN"} {
		_, err := connection.Exec(s.t.Context(), "CREATE "+made)
		require.NoError(s.t, err)
	}
	require.NoError(s.t, connection.Close(s.t.Context()))
}

// startEngine runs a server that notices a dead worker after three seconds instead of ten, which only shortens the
// runs.
func (s *stack) startEngine() {
	s.t.Helper()
	s.engine = temporal.Options{
		Binary: filepath.Join(repository, "bin", "temporal"), StateDir: s.dir, Port: port(s.t), UIPort: port(s.t), Namespace: "default",
		SearchAttributes: map[string]string{}, Dynamic: map[string]string{"history.defaultWorkflowTaskTimeout": `"3s"`},
	}
	for name, kind := range platform.SearchAttributes() {
		s.engine.SearchAttributes[name] = kind.String()
	}
	var err error
	s.temporal, err = temporal.Start(s.t.Context(), s.engine)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { s.temporal.Stop() })
}

// startRest runs the outside systems and Redis, and fills the database.
func (s *stack) startRest() {
	s.t.Helper()
	settings, err := devstack.Read(map[string]string{
		"STATE_DIR": s.dir, "PORT": strconv.Itoa(port(s.t)), "SIMULATOR_PORT": strconv.Itoa(port(s.t)), "SIM_SPEED": "20",
		"TEMPORAL_UI_PORT": strconv.Itoa(s.engine.UIPort), "TEMPORAL_ADDRESS": s.temporal.Address(),
		"DATABASE_URL": s.postgres.ApplicationURL(database), "MIGRATE_DATABASE_URL": s.postgres.URL(database),
	})
	require.NoError(s.t, err)
	ctx, stop := context.WithCancel(context.WithoutCancel(s.t.Context()))
	ready, ended := make(chan devstack.Addresses, 1), make(chan error, 1)
	go func() {
		ended <- devstack.Run(ctx, devstack.Options{Settings: settings, Apart: true, Ready: func(a devstack.Addresses) { ready <- a }})
	}()
	s.t.Cleanup(func() {
		stop()
		require.NoError(s.t, testkit.Receive(s.t, ended))
	})
	select {
	case <-ready:
	case err := <-ended:
		ended <- nil
		require.NoError(s.t, err)
	}
	s.variables, err = settings.Environment()
	require.NoError(s.t, err)
	maps.Copy(s.variables, map[string]string{envLog: filepath.Join(s.dir, "product.log"), "TRUSTED_PROXIES": "127.0.0.1"})
	s.engineer.cfg, err = config.Parse(s.variables)
	require.NoError(s.t, err)
	keys, err := codec.ParseKeys(s.engineer.cfg.PayloadKeys)
	require.NoError(s.t, err)
	s.engineer.converter = codec.DataConverter(keys)
	s.engineer.temporal, err = client.NewLazyClient(client.Options{
		HostPort: s.temporal.Address(), Namespace: s.engine.Namespace, DataConverter: s.engineer.converter, FailureConverter: codec.FailureConverter(keys),
	})
	require.NoError(s.t, err)
	s.t.Cleanup(s.engineer.temporal.Close)
	require.NoError(s.t, s.engineer.Figures(s.t.Context(), map[string]string{
		"orderStartsByAddress": "1000000", "holdsByAddress": "1000000", "deviceSessionsByAddress": "1000000", "eligibilityByAddress": "1000000",
	}))
}

// enter opens the shop for customers, once the API and a worker run.
func (s *stack) enter() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	var err error
	s.shop, err = chaosshop.Open(ctx, s.variables, s.engineer)
	require.NoError(s.t, err)
	s.began = time.Now()
}

// requireAllRight checks that there is no fault once every customer has finished.
func (s *stack) requireAllRight() {
	s.t.Helper()
	require.NoError(s.t, s.shop.Settles(context.WithoutCancel(s.t.Context()), s.db))
}

// keeps runs a part until ctx ends, and restarts it when killed. Each start gets further variables.
func (s *stack) keeps(ctx context.Context, role string, told func() map[string]string) error {
	for ctx.Err() == nil {
		p, err := subprocess.Begin(ctx, role, s.variables, map[string]string{"OPS_ADDR": ""}, told())
		if err != nil {
			return ignoreOver(ctx, err)
		}
		s.alive.Store(p, role)
		err = p.Wait()
		s.alive.Delete(p)
		if err != nil {
			return ignoreOver(ctx, err)
		}
	}
	return nil
}

// ignoreOver ignores errors after the end.
func ignoreOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// kill kills every present process of a part, and counts them. Their successors live.
func (s *stack) kill(role string) (killed int) {
	var there []*subprocess.Process
	s.alive.Range(func(p, is any) bool {
		if is == role {
			there = append(there, p.(*subprocess.Process))
		}
		return true
	})
	for _, p := range there {
		if p.Kill() == nil {
			killed++
		}
	}
	return killed
}

func port(t *testing.T) int {
	t.Helper()
	free, err := freeport.Pick()
	require.NoError(t, err)
	return free
}
