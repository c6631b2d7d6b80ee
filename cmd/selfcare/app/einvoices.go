package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/einvoice"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// renewCertificateWithin is the time before the end of a device's certificate from which on it should be renewed.
const renewCertificateWithin = 30 * 24 * time.Hour

// lookAtEInvoices reports until when invoices can be stamped, and whether any waits for a person.
func lookAtEInvoices(ctx context.Context, cfg config.Config) (string, error) {
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return "", err
	}
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return eInvoicesOf(ctx, store.New(db, keys), cfg.ZATCA, time.Now())
}

// eInvoicesOf is about all devices: a fault comes before a certificate that ends soon.
func eInvoicesOf(ctx context.Context, s *store.Store, cfg config.ZATCA, now time.Time) (string, error) {
	names, err := cfg.Devices()
	if err != nil {
		return "", err
	}
	trouble, err := s.EInvoices.Trouble(ctx)
	if err != nil {
		return "", err
	}
	var faults, missing, soon error
	if trouble != (einvoice.Trouble{}) {
		faults = fmt.Errorf("%d held, %d rejected, %d late: the table einvoices has the reasons (failure, rules)", trouble.Held, trouble.Rejected, trouble.Late)
	}
	var until time.Time // the earliest end
	for _, name := range names {
		end, err := certificateOf(ctx, s, cfg.URL, name, now)
		if errors.As(err, new(notYetError)) {
			missing = errors.Join(missing, err)
			continue
		}
		if err != nil {
			faults = errors.Join(faults, err)
			continue
		}
		if end.Sub(now) < renewCertificateWithin {
			soon = errors.Join(soon, fmt.Errorf("the certificate of %s ends on %s: selfcare zatca renew", name, end.Format(time.DateOnly)))
		}
		if until.IsZero() || end.Before(until) {
			until = end
		}
	}
	switch {
	case faults != nil:
		return "", errors.Join(faults, soon)
	case missing != nil:
		return "", missing
	case soon != nil:
		return "", warningError{soon}
	default:
		return "none held, rejected or late; certificate until " + until.Format(time.DateOnly), nil
	}
}

// certificateOf returns the end of a device's certificate.
func certificateOf(ctx context.Context, s *store.Store, url, name string, now time.Time) (end time.Time, err error) {
	d, err := s.EInvoiceDevices.Get(ctx, name)
	switch {
	case err != nil && !errors.Is(err, storeerrors.ErrNotFound):
		return end, err
	case d.Credentials == nil:
		return end, notYet("the device " + name + " has no certificate, so its invoices wait: selfcare zatca csr, then selfcare zatca onboard (docs/partners/zatca.md)")
	}
	if there, known := csr.EnvironmentOf(url); known && there != d.Credentials.Request.Environment {
		return end, fmt.Errorf("ZATCA_URL is the platform of the environment %s, the certificate of %s is of %s", there, name, d.Credentials.Request.Environment)
	}
	device, err := stamp.Open(d.Credentials.Key, d.Credentials.Token)
	if err != nil {
		return end, fmt.Errorf("the device %s: %w", name, err)
	}
	if certificate := device.Certificate(); !certificate.ValidAt(now) {
		return end, fmt.Errorf("the certificate of %s is not valid now (until %s): selfcare zatca renew, or csr and onboard", name, certificate.Until().Format(time.DateOnly))
	}
	return device.Certificate().Until(), nil
}
