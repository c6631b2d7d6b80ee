package devstack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/embedded/redis"
	"selfcare/dev/embedded/temporal"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/logging"
	"selfcare/internal/platform/shutdown"
	platform "selfcare/internal/platform/temporal"
)

const (
	startWithin = 60 * time.Second // the very first start makes a database cluster
	database    = "selfcare"
	namespace   = "default"
)

// Options say how to run the stack.
type Options struct {
	Settings Settings
	Roles    app.Roles
	// Apart runs all but the product, which another process starts with the variables in the state folder.
	Apart bool
	// Ready is called once every part answers.
	Ready func(Addresses)
}

// stack has the running parts.
type stack struct {
	options  Options
	settings Settings
	started  map[string]string // variables of the started parts
	stopping shutdown.Sequence
	died     chan error   // a part that ended by itself
	mail     net.Listener // for letters to the simulators; nil if no simulator takes them
	smdp     *smdp        // nil if it is no simulator
	log      *slog.Logger
}

// Run starts every part that no variable replaces, serves until ctx ends and stops all, newest first.
func Run(ctx context.Context, o Options) error {
	release, err := prepare(o.Settings)
	if err != nil {
		return err
	}
	defer release()
	s := &stack{options: o, settings: o.Settings, started: map[string]string{}, died: make(chan error, 3)}
	err = s.openLog()
	if err == nil {
		err = s.run(ctx)
	}
	if ctx.Err() != nil { // a stop was requested: later errors are expected
		err = nil
	}
	return errors.Join(err, s.stopping.Run(context.WithoutCancel(ctx)))
}

// openLog keeps the terminal free for messages to people.
func (s *stack) openLog() error {
	file, err := s.appendTo("selfcare.log")
	if err != nil {
		return err
	}
	s.log = logging.New(file, slog.LevelInfo)
	return nil
}

// appendTo opens a file of the state folder and closes it at the end.
func (s *stack) appendTo(name string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(s.settings.StateDir, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open a log: %w", err)
	}
	s.stopping.Add(name, func(context.Context) error { return file.Close() })
	return file, nil
}

func (s *stack) run(ctx context.Context) error {
	starting, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	if err := s.startParts(starting); err != nil {
		return err
	}
	cfg, variables, err := s.settings.configuration(s.started)
	if err != nil {
		return err
	}
	if err := writeEnvironment(filepath.Join(s.settings.StateDir, environmentFile), s.sharedWith(variables)); err != nil {
		return err
	}
	if err := s.startSimulators(ctx, cfg, variables); err != nil {
		return err
	}
	if err := s.fill(starting, cfg); err != nil {
		return err
	}
	return s.serve(ctx, cfg)
}

// sharedWith returns the variables for another process. Only one can answer at an address: beside our own API, it has none.
func (s *stack) sharedWith(variables map[string]string) map[string]string {
	shared := maps.Clone(variables)
	delete(shared, "OPS_ADDR")
	if !s.options.Apart {
		delete(shared, "ES2PLUS_LISTEN")
		delete(shared, "SMTP_BOUNCES_LISTEN")
	}
	return shared
}

// startParts starts the slow ones at the same time.
func (s *stack) startParts(ctx context.Context) error {
	logFile, err := s.appendTo("postgres.log")
	if err != nil {
		return err
	}
	var db *postgres.Server
	var engine *temporal.Server
	var group errgroup.Group
	group.Go(func() (err error) { db, err = s.startPostgres(ctx, logFile); return err })
	group.Go(func() (err error) { engine, err = s.startTemporal(ctx); return err })
	err = group.Wait()
	s.adoptPostgres(db)
	s.adoptTemporal(engine)
	return errors.Join(err, s.startRedis(), s.openMail(ctx), s.openSMDP(ctx))
}

// openMail opens the address at which the simulators take letters.
func (s *stack) openMail(ctx context.Context) (err error) {
	if s.settings.replaced("SMTP_ADDRESS") || !s.settings.simulated() {
		return nil
	}
	if s.mail, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return fmt.Errorf("open the address for letters: %w", err)
	}
	s.started["SMTP_ADDRESS"] = s.mail.Addr().String()
	if s.settings.replaced("SMTP_BOUNCES_LISTEN") {
		return nil
	}
	reports, err := freeport.Pick()
	s.started["SMTP_BOUNCES_LISTEN"] = local(reports)
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (s *stack) startPostgres(ctx context.Context, logFile io.Writer) (*postgres.Server, error) {
	if s.settings.replaced("DATABASE_URL") {
		return nil, nil //nolint:nilnil // nothing to start
	}
	server, err := postgres.Start(ctx, postgres.Options{
		BinDir:  s.settings.PostgresBin,
		DataDir: filepath.Join(s.settings.StateDir, "postgres"),
		Port:    s.settings.PostgresPort,
		Log:     logFile,
	})
	if err != nil {
		return nil, err
	}
	if err := createDatabase(ctx, server.URL("postgres"), database, postgres.Application); err != nil {
		server.Stop()
		return nil, err
	}
	return server, nil
}

func (s *stack) adoptPostgres(server *postgres.Server) {
	if server == nil {
		return
	}
	s.started["DATABASE_URL"], s.started["MIGRATE_DATABASE_URL"] = server.ApplicationURL(database), server.URL(database)
	s.adopt("Postgres", server, "postgres.log")
}

func (s *stack) startTemporal(ctx context.Context) (*temporal.Server, error) {
	if s.settings.replaced("TEMPORAL_ADDRESS") {
		return nil, nil //nolint:nilnil // nothing to start
	}
	return temporal.Start(ctx, temporal.Options{
		Binary:        s.settings.TemporalBinary,
		StateDir:      s.settings.StateDir,
		Port:          s.settings.TemporalPort,
		UIPort:        s.settings.TemporalUIPort,
		Namespace:     namespace,
		CodecEndpoint: s.settings.browser(s.settings.Port) + "/codec",

		SearchAttributes: searchAttributes(),
	})
}

func searchAttributes() map[string]string {
	types := map[string]string{}
	for name, kind := range platform.SearchAttributes() {
		types[name] = kind.String()
	}
	return types
}

func (s *stack) adoptTemporal(server *temporal.Server) {
	if server == nil {
		return
	}
	s.started["TEMPORAL_ADDRESS"] = server.Address()
	s.adopt("Temporal", server, "temporal.log")
}

// child is a server in its own process.
type child interface {
	Done() <-chan struct{}
	Stop()
}

// adopt stops a child in its turn, and stops everything if it ends earlier.
func (s *stack) adopt(name string, server child, logFile string) {
	wanted := make(chan struct{})
	go func() {
		select {
		case <-server.Done():
			s.died <- fmt.Errorf("%s ended by itself; its last messages are in %s", name, filepath.Join(s.settings.StateDir, logFile))
		case <-wanted:
		}
	}()
	s.stopping.Add(name, func(context.Context) error {
		close(wanted)
		server.Stop()
		return nil
	})
}

func (s *stack) startRedis() error {
	if s.settings.replaced("REDIS_URL") {
		return nil
	}
	server, err := redis.Start()
	if err != nil {
		return err
	}
	s.started["REDIS_URL"] = server.URL()
	s.stopping.Add("Redis", func(context.Context) error { server.Stop(); return nil })
	return nil
}

// fill migrates the database, adds the development data and gives the devices their certificates.
func (s *stack) fill(ctx context.Context, cfg config.Config) error {
	if err := app.Migrate(ctx, cfg, s.log); err != nil {
		return err
	}
	if err := Seed(ctx, cfg); err != nil {
		return err
	}
	return Enrol(ctx, cfg, s.log)
}

// serve runs the product until a stop is requested or a part has died.
func (s *stack) serve(ctx context.Context, cfg config.Config) error {
	serving, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case err := <-s.died:
			cancel(err)
		case <-serving.Done():
		}
	}()
	err := s.product(serving, cfg)
	if cause := context.Cause(serving); cause != nil && !errors.Is(cause, context.Canceled) {
		return errors.Join(cause, err)
	}
	return err
}

// product runs until ctx ends.
func (s *stack) product(ctx context.Context, cfg config.Config) error {
	if s.options.Apart {
		s.options.Ready(s.addresses(cfg))
		<-ctx.Done()
		return nil
	}
	go s.announce(ctx, cfg)
	roles := s.options.Roles
	roles.Promote = true // no other worker of this stack could continue its orders
	return app.Serve(ctx, cfg, s.log, roles)
}
