package deploy_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/embedded/redis"
	"selfcare/dev/embedded/temporal"
	platform "selfcare/internal/platform/temporal"
)

// patient asks the product and the simulators.
var patient = &http.Client{Timeout: 10 * time.Second}

// composition runs docker-compose.yml without containers: the real programs, with each service's command and
// environment. Only the addresses differ, and Postgres, Redis and Temporal are the embedded ones, in the versions of
// the file.
type composition struct {
	t        *testing.T
	ctx      context.Context //nolint:containedctx // ends the processes
	services types.Services
	bin      string
	moved    *strings.Replacer // addresses of containers to those of this machine
	secrets  string            // folder of the secrets of deploy/secrets.sh
	mounted  string            // the same with addresses of this machine
	own      map[string]map[string]string
}

// The steps of docs/quickstart.md, from an empty folder to the first order, with the trial's own environment.
func TestCompose_EmptyFolder_ReachesFirstOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all PART=deploy")
	}
	c := compose(t)
	c.completes("migrate")
	c.runs("simulator")
	c.completes("seed")
	c.runs("worker")
	c.runs("api")
	require.Eventually(t, func() bool { return c.health("api", "--ready") == nil }, time.Minute, 200*time.Millisecond, "all that it needs is there")

	public := c.moved.Replace(*c.services["api"].Environment["PUBLIC_URL"])
	simulated := c.moved.Replace("http://simulator:8090")
	api := customer.NewClient(public+"/api", "en")
	shopper := customer.New(api, &customer.Cards{Base: simulated + "/payment/v1", PublishableKey: "pk_test_selfcare_simulator", HTTP: patient}, customer.AnyPerson())
	shopper.Phone = &customer.Phone{Base: simulated, HTTP: patient}
	shopper.WantsESIM("apple-iphone-16")
	require.NoError(t, shopper.StartWithAny(c.ctx, "bronze"))
	require.NoError(t, shopper.ChoosePlan(c.ctx, "hawakom-55"))
	for _, step := range []func(context.Context) error{
		shopper.ShowEligibility, shopper.ProveIdentity, shopper.GiveContact, shopper.Confirm,
		func(ctx context.Context) error { return shopper.Pay(ctx, customer.CardApproved) },
		shopper.AwaitActivationCode,
	} {
		require.NoError(t, step(c.ctx))
	}
	require.NoError(t, shopper.Await(c.ctx, func(o gen.Order) bool { return o.Stage == "active" }))
}

func compose(t *testing.T) *composition {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(stop)
	values := trial(t)
	values["SECRETS"] = filepath.Join(t.TempDir(), "secrets")
	secretsIn(t, values["SECRETS"])
	project, err := composed(t, values, "core", "simulators", "seed")
	require.NoError(t, err)
	c := &composition{t: t, ctx: ctx, services: project.Services, bin: t.TempDir(), secrets: values["SECRETS"], mounted: t.TempDir()}
	c.build()
	c.embed()
	c.mount()
	return c
}

// build makes the programs of the image.
func (c *composition) build() {
	c.t.Helper()
	build := exec.CommandContext(c.ctx, "go", "build", "-buildvcs=false", "-ldflags", "-X selfcare/cmd/selfcare/app.commit=trial", "-o", c.bin,
		"./cmd/selfcare", "./cmd/simulator", "./cmd/devstack")
	build.Dir = ".."
	said, err := build.CombinedOutput()
	require.NoError(c.t, err, string(said))
}

// embed starts Postgres, Redis and Temporal, and records their addresses.
func (c *composition) embed() {
	c.t.Helper()
	state, database, shop := c.t.TempDir(), c.freePort(), c.freePort()
	db, err := postgres.Start(c.ctx, postgres.Options{BinDir: postgres.PackageBin("../web"), DataDir: filepath.Join(state, "postgres"), Port: database, Log: io.Discard})
	require.NoError(c.t, err)
	c.t.Cleanup(db.Stop)
	c.makeRoles(db.URL("postgres"))
	binary, err := filepath.Abs("../bin/temporal")
	require.NoError(c.t, err)
	engine, err := temporal.Start(c.ctx, temporal.Options{
		Binary: binary, StateDir: state, Port: c.freePort(), UIPort: c.freePort(), Namespace: "default", SearchAttributes: searchAttributes(),
	})
	require.NoError(c.t, err)
	c.t.Cleanup(engine.Stop)
	lost, err := redis.Start()
	require.NoError(c.t, err)
	c.t.Cleanup(lost.Stop)
	product, simulators, reports, letters := local(shop), c.anywhere(), c.anywhere(), c.anywhere()
	c.moved = strings.NewReplacer(
		"postgres:5432", local(database), "temporal:7233", engine.Address(), "redis://redis:6379/0", lost.URL(),
		"simulator:8090", simulators, "simulator:8025", letters, "localhost:8090", simulators, "api:8080", product, "api:8095", reports,
		"localhost:8080", "localhost:"+strconv.Itoa(shop),
	)
	c.own = map[string]map[string]string{
		"api":       {"OPS_ADDR": c.anywhere(), "HTTP_ADDR": product, "ES2PLUS_LISTEN": reports, "WEB_DIR": "../web/dist"},
		"worker":    {"OPS_ADDR": c.anywhere()},
		"simulator": {"SIM_LISTEN": simulators, "SIM_MAIL_LISTEN": letters, "SIM_STATE_DIR": c.t.TempDir()},
	}
}

// mount puts the secrets at the paths of the processes.
func (c *composition) mount() {
	c.t.Helper()
	files, err := os.ReadDir(c.secrets)
	require.NoError(c.t, err)
	for _, file := range files {
		require.NoError(c.t, os.WriteFile(filepath.Join(c.mounted, file.Name()), []byte(c.moved.Replace(c.secret(file.Name()))), 0o600))
	}
}

func (c *composition) secret(name string) string {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.secrets, name))
	require.NoError(c.t, err)
	return string(text)
}

func (c *composition) anywhere() string { return local(c.freePort()) }

func (c *composition) freePort() int {
	c.t.Helper()
	port, err := freeport.Pick()
	require.NoError(c.t, err)
	return port
}

func local(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

func searchAttributes() map[string]string {
	types := map[string]string{}
	for name, kind := range platform.SearchAttributes() {
		types[name] = kind.String()
	}
	return types
}

var (
	heredoc = regexp.MustCompile(`(?s)<<'SQL'\n(.*)\nSQL\n`)
	taken   = regexp.MustCompile(`(?m)^password\(\) .*$`)
)

// makeRoles runs the statements of the script that Postgres runs when its database is created.
func (c *composition) makeRoles(url string) {
	c.t.Helper()
	script, err := os.ReadFile("postgres/roles.sh")
	require.NoError(c.t, err)
	statements := heredoc.FindStringSubmatch(string(script))
	require.Len(c.t, statements, 2)
	text := strings.NewReplacer(
		":'owner'", "'"+c.password("migrate_database_url")+"'", ":'app'", "'"+c.password("database_url")+"'",
		":'temporal'", "'"+c.secret("temporal_password")+"'",
	).Replace(statements[1])
	first, second, found := strings.Cut(text, `\connect selfcare`)
	require.True(c.t, found)
	c.execute(url, first)
	c.execute(strings.Replace(url, "/postgres?", "/selfcare?", 1), second)
}

// password extracts it from an address with the script's own function.
func (c *composition) password(secret string) string {
	c.t.Helper()
	script, err := os.ReadFile("postgres/roles.sh")
	require.NoError(c.t, err)
	function := taken.FindString(string(script))
	require.NotEmpty(c.t, function)
	said, err := exec.CommandContext(c.ctx, "sh", "-c", strings.Replace(function, mountedAt, c.secrets+"/", 1)+"\npassword "+secret).Output()
	require.NoError(c.t, err)
	return strings.TrimSpace(string(said))
}

// execute runs statements one by one: a database cannot be created within a transaction.
func (c *composition) execute(url, statements string) {
	c.t.Helper()
	conn, err := pgx.Connect(c.ctx, url)
	require.NoError(c.t, err)
	for statement := range strings.SplitSeq(statements, ";\n") {
		_, err := conn.Exec(c.ctx, statement)
		require.NoError(c.t, err, statement)
	}
	require.NoError(c.t, conn.Close(c.ctx))
}

// process is a service's program, as its container would run it.
func (c *composition) process(name string, words []string) *exec.Cmd {
	c.t.Helper()
	service := c.services[name]
	process := exec.CommandContext(c.ctx, filepath.Join(c.bin, filepath.Base(words[0])), words[1:]...)
	process.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.t.TempDir()}
	for variable, value := range service.Environment {
		if value != nil && c.own[name][variable] == "" {
			process.Env = append(process.Env, variable+"="+strings.Replace(c.moved.Replace(*value), mountedAt, c.mounted+"/", 1))
		}
	}
	for variable, value := range c.own[name] {
		process.Env = append(process.Env, variable+"="+value)
	}
	for _, secret := range service.Secrets {
		if text := c.secret(secret.Source); text != "" {
			require.NotContains(c.t, strings.Join(process.Env, "\n"), text, "%s of %s", secret.Source, name)
		}
	}
	return process
}

// words is the command of a container: the image's program by default.
func (c *composition) words(name string) []string {
	service := c.services[name]
	begin := []string(service.Entrypoint)
	if len(begin) == 0 {
		begin = []string{map[bool]string{true: "/simulator", false: "/selfcare"}[name == "simulator"]}
	}
	return append(begin, service.Command...)
}

// completes runs a one-shot service.
func (c *composition) completes(name string) {
	c.t.Helper()
	said, err := c.process(name, c.words(name)).CombinedOutput()
	require.NoError(c.t, err, "%s: %s", name, said)
}

// runs starts a service and waits for its own health check.
func (c *composition) runs(name string) {
	c.t.Helper()
	process := c.process(name, c.words(name))
	var said bytes.Buffer
	process.Stdout, process.Stderr = &said, &said
	require.Error(c.t, c.health(name), "%s is well before it runs", name)
	require.NoError(c.t, process.Start())
	c.t.Cleanup(func() {
		_ = process.Process.Signal(os.Interrupt)
		_ = process.Wait() // to collect its whole output
		if c.t.Failed() {
			c.t.Logf("%s: %s", name, said.String())
		}
	})
	require.Eventually(c.t, func() bool { return c.health(name) == nil }, time.Minute, 200*time.Millisecond, "%s", name)
}

// health runs the service's own check.
func (c *composition) health(name string, more ...string) error {
	c.t.Helper()
	check := c.services[name].HealthCheck
	require.NotNil(c.t, check, name)
	require.Equal(c.t, "CMD", check.Test[0])
	ctx, cancel := context.WithTimeout(c.ctx, time.Duration(*check.Timeout))
	defer cancel()
	asked := c.process(name, append(check.Test[1:len(check.Test):len(check.Test)], more...))
	limited := exec.CommandContext(ctx, asked.Path, asked.Args[1:]...)
	limited.Env = asked.Env
	return limited.Run()
}
