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

// simulatorsStopWithin is how long calls under way may take.
const simulatorsStopWithin = 2 * time.Second

// startSimulators plays the outside systems, with the credentials the product has for them.
func (s *stack) startSimulators(ctx context.Context, cfg config.Config) error {
	if !s.settings.simulated() {
		return nil
	}
	systems, err := simulator.New(s.simulatorConfig(cfg))
	if err != nil {
		return fmt.Errorf("start the simulators: %w", err)
	}
	server := &http.Server{
		Addr:              local(s.settings.SimulatorPort),
		Handler:           systems.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var group errgroup.Group
	group.Go(func() error { return systems.Run(running) })
	group.Go(func() error { return s.listen(server) })
	s.stopping.Add("simulators", func(ctx context.Context) error {
		stopping, release := context.WithTimeout(ctx, simulatorsStopWithin)
		defer release()
		systems.Release()
		err := server.Shutdown(stopping)
		cancel()
		return errors.Join(err, ignoreCancelled(group.Wait()), systems.Close())
	})
	return nil
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

func (s *stack) simulatorConfig(cfg config.Config) simulator.Config {
	simulated := simulator.Defaults()
	simulated.StateDir = filepath.Join(s.settings.StateDir, "simulator")
	simulated.PublicURL = s.settings.browser(s.settings.SimulatorPort)
	simulated.CallbackBase = "http://" + reachable(cfg.HTTPAddr) + "/api/webhooks"
	simulated.SpeedOfTime = s.settings.SimulatorSpeed
	simulated.Log = s.log
	simulated.Keys = simulator.Keys{
		Payment:            cfg.Payment.SecretKey,
		PaymentPublishable: cfg.Payment.PublishableKey,
		IdentityAppID:      cfg.Identity.AppID,
		IdentityAppKey:     cfg.Identity.AppKey,
		Registry:           cfg.Registry.APIKey,
		Courier:            cfg.Courier.APIKey,
		Messages:           cfg.Messages.APIKey,
		Network:            cfg.Network.APIKey,
		ESIM:               cfg.ESIM.APIKey,
		Portability:        cfg.Portability.APIKey,
		OIDCClientID:       cfg.Social.Google.ClientID,
		OIDCSecret:         cfg.Social.Google.ClientSecret,
	}
	simulated.Secrets = simulator.Secrets{
		Payment:  cfg.Payment.WebhookSecret,
		Identity: cfg.Identity.WebhookSecret,
		Courier:  cfg.Courier.WebhookSecret,
		ESIM:     cfg.ESIM.WebhookSecret,

		Portability: cfg.Portability.WebhookSecret,
	}
	return simulated
}
