package app

import (
	"context"
	"fmt"
	"time"

	einvoiceacts "selfcare/activities/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
	"selfcare/internal/store/einvoice"
	"selfcare/internal/store/pool"
)

// lookAtEInvoices reports until when invoices can be stamped, and whether any waits for a person.
func lookAtEInvoices(ctx context.Context, cfg config.Config) (string, error) {
	devices, err := stampingDevices(cfg.ZATCA)
	if err != nil {
		return "", err
	}
	var until string // the earliest end
	for _, d := range devices {
		certificate := d.Stamp.Certificate()
		end := certificate.Until().Format(time.DateOnly)
		if !certificate.ValidAt(time.Now()) {
			return "", fmt.Errorf("ZATCA_CERTIFICATE of %s is not valid now (until %s): have it renewed", d.Name, end)
		}
		if until == "" || end < until {
			until = end
		}
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

// stampingDevices opens the devices of the configuration, still without the authority's platform.
func stampingDevices(cfg config.ZATCA) ([]einvoiceacts.Device, error) {
	configured, err := cfg.Devices()
	if err != nil {
		return nil, err
	}
	devices := make([]einvoiceacts.Device, len(configured))
	for i, d := range configured {
		device, err := stamp.NewDevice(d.PrivateKey, d.Certificate)
		if err != nil {
			return nil, fmt.Errorf("ZATCA_PRIVATE_KEY or ZATCA_CERTIFICATE of %s: %w", d.Name, err)
		}
		devices[i] = einvoiceacts.Device{Name: d.Name, Stamp: device}
	}
	return devices, nil
}

func untroubled(until string, t einvoice.Trouble) (string, error) {
	if t != (einvoice.Trouble{}) {
		return "", fmt.Errorf("%d held, %d rejected, %d late: the table einvoices has the reasons (failure, rules)", t.Held, t.Rejected, t.Late)
	}
	return "none held, rejected or late; certificate until " + until, nil
}
