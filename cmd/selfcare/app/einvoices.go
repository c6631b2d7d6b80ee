package app

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
	"selfcare/internal/store/einvoice"
	"selfcare/internal/store/pool"
)

// lookAtEInvoices reports until when invoices can be stamped, and whether any waits for a person.
func lookAtEInvoices(ctx context.Context, cfg config.Config) (string, error) {
	device, err := stamp.NewDevice(cfg.ZATCA.PrivateKey, cfg.ZATCA.Certificate)
	if err != nil {
		return "", fmt.Errorf("ZATCA_PRIVATE_KEY or ZATCA_CERTIFICATE: %w", err)
	}
	certificate := device.Certificate()
	until := certificate.Until().Format(time.DateOnly)
	if !certificate.ValidAt(time.Now()) {
		return "", fmt.Errorf("ZATCA_CERTIFICATE is not valid now (until %s): have it renewed", until)
	}
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	trouble, err := einvoice.Invoices{DB: db}.Trouble(ctx)
	if err != nil {
		return "", err
	}
	return untroubled(until, trouble)
}

func untroubled(until string, t einvoice.Trouble) (string, error) {
	if t != (einvoice.Trouble{}) {
		return "", fmt.Errorf("%d held, %d rejected, %d late: the table einvoices has the reasons (failure, rules)", t.Held, t.Rejected, t.Late)
	}
	return "none held, rejected or late; certificate until " + until, nil
}
