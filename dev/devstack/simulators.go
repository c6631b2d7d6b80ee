package devstack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/dev/simulator"
	"selfcare/internal/platform/config"
)

// simulatorsStopWithin is the time of running calls at a stop.
const simulatorsStopWithin = 2 * time.Second

const readHeaderWithin = 5 * time.Second

// startSimulators plays the outside systems, with the product's credentials for them.
func (s *stack) startSimulators(ctx context.Context, cfg config.Config, variables map[string]string) error {
	if !s.settings.simulated() {
		return nil
	}
	simulated, err := s.simulatorConfig(cfg, variables)
	if err != nil {
		return err
	}
	systems, err := simulator.New(simulated)
	if err != nil {
		return fmt.Errorf("start the simulators: %w", err)
	}
	server := &http.Server{
		Addr:              local(s.settings.SimulatorPort),
		Handler:           systems.Handler(),
		ReadHeaderTimeout: readHeaderWithin,
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var group errgroup.Group
	group.Go(func() error { return systems.Run(running) })
	group.Go(func() error { return s.listen(server) })
	if s.mail != nil {
		group.Go(func() error { return systems.ServeMail(running, s.mail) })
	}
	smdp := &http.Server{Handler: systems.Handler(), ReadHeaderTimeout: readHeaderWithin}
	if s.smdp != nil {
		group.Go(func() error { return s.serveSMDP(smdp) })
	}
	s.stopping.Add("simulators", func(ctx context.Context) error {
		systems.Release()
		err := errors.Join(stopServer(ctx, server), stopServer(ctx, smdp))
		if s.mail != nil {
			err = errors.Join(err, ignoreClosed(s.mail.Close()))
		}
		cancel()
		return errors.Join(err, ignoreCancelled(group.Wait()), systems.Close())
	})
	return nil
}

// stopServer lets running calls end, and cuts off slow ones, as a disappearing partner does.
func stopServer(ctx context.Context, server *http.Server) error {
	stopping, release := context.WithTimeout(ctx, simulatorsStopWithin)
	defer release()
	err := server.Shutdown(stopping)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

// listen serves until shut down; a server that ends by itself ends the stack.
func (s *stack) listen(server *http.Server) error {
	err := server.ListenAndServe()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	s.died <- fmt.Errorf("the simulators ended by themselves: %w", err)
	return nil
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// simulatorConfig reads the partners' credentials from the product's configuration.
func (s *stack) simulatorConfig(cfg config.Config, variables map[string]string) (simulator.Config, error) {
	simulated, err := simulator.Read(variables)
	if err != nil {
		return simulated, fmt.Errorf("configure the simulators: %w", err)
	}
	simulated.StateDir = filepath.Join(s.settings.StateDir, "simulator")
	simulated.PublicURL = s.settings.browser(s.settings.SimulatorPort)
	simulated.CallbackBase = "http://" + reachable(cfg.HTTPAddr) + "/api/webhooks"
	simulated.SpeedOfTime = s.settings.SimulatorSpeed
	simulated.Log = s.log
	if cfg.SMTP.BouncesListen != "" {
		simulated.BouncesAddress = cfg.SMTP.BouncesListen
	}
	if s.smdp != nil {
		simulated.ES2PlusURL, simulated.ES2PlusClient, simulated.ES2PlusSecured = "https://"+cfg.ES2Plus.Listen, s.smdp.client, true
	}
	return simulated, nil
}
