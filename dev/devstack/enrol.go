package devstack

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/platform/config"
)

// Enrol gives each device that stamps electronic invoices a certificate of the simulated platform, over the same wire as
// `selfcare zatca`. It may be repeated. It leaves devices of the authority's own platforms to an operator; production refuses it.
func Enrol(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	if cfg.IsProduction() {
		return errors.New("certificates of the simulator are refused in production (SELFCARE_ENV)")
	}
	if _, known := csr.EnvironmentOf(cfg.ZATCA.URL); known {
		return nil
	}
	devices, err := cfg.ZATCA.Devices()
	if err != nil {
		return err
	}
	for _, device := range devices {
		err := app.WithZATCA(ctx, cfg, log, io.Discard, device, func(z app.ZATCA) error { return enrol(ctx, z, device) })
		if err != nil {
			return fmt.Errorf("give the device %s a certificate: %w", device, err)
		}
	}
	return nil
}

func enrol(ctx context.Context, z app.ZATCA, device string) error {
	if has, err := z.HasCertificate(ctx); err != nil || has {
		return err
	}
	err := z.Request(ctx, csr.Request{
		Environment: csr.Sandbox, Branch: "Development", Serial: "1-Selfcare|2-devstack|3-" + device, Flags: "1100",
		Address: "RRRD2929", Category: "Telecommunications",
	}, true)
	if err != nil {
		return err
	}
	otp, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return fmt.Errorf("make a one-time password: %w", err)
	}
	return z.Onboard(ctx, fmt.Sprintf("%06d", otp))
}
