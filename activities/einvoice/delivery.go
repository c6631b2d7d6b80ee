// Package einvoice stamps electronic invoices and submits them to the tax authority.
package einvoice

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/pace"
	"selfcare/activities/internal/standing"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway/zatca"
	"selfcare/internal/store"
	"selfcare/internal/store/einvoice"
)

// Settings of the delivery.
const (
	batch       = 32
	idlePoll    = time.Second
	alteredLook = 30 * time.Minute // a person must look first
	unusedLook  = time.Minute
)

// Activities stamp with our devices at the authority (EGS units). Each has a counter and a chain of its own. A hash of its
// receipt says which device issues an invoice.
type Activities struct {
	store    *store.Store
	platform zatca.Gateway
	devices  []string
}

// New takes the database, the authority's platform and the names of the devices.
func New(s *store.Store, platform zatca.Gateway, devices ...string) *Activities {
	return &Activities{s, platform, devices}
}

// DeliverEInvoices gives the due invoices of a device their place in its chain and submits them in batches, until its time is over
// or the worker stops. Killed half-way, it leaves each invoice either without a place or stamped for good. An invoice that is sent
// twice counts once. A renewed certificate counts from the next turn on. A device without a certificate, or that is not configured
// any more, has nothing to do.
func (a *Activities) DeliverEInvoices(ctx context.Context, device int) error {
	if device >= len(a.devices) {
		return standing.Repeat(ctx, func(context.Context) (time.Duration, error) { return unusedLook, nil })
	}
	d := delivery{Activities: a, share: einvoice.Share{Number: device, Of: len(a.devices)}, name: a.devices[device]}
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		pause, err := d.takeTurn(ctx)
		return pause, failure.Map("deliver e-invoices", err)
	})
}

// delivery issues the invoices of one device.
type delivery struct {
	*Activities
	share       einvoice.Share
	name        string
	version     int64         // of the device, as it was read
	device      *stamp.Device // nil without a certificate
	credentials zatca.Credentials
	partner     pace.Partner
}

// refresh reads the key and the certificate of the device if they have changed.
func (d *delivery) refresh(ctx context.Context) error {
	found, err := d.store.EInvoiceDevices.FindChanged(ctx, d.name, d.version)
	if err != nil || found == nil {
		return err
	}
	if c := found.Credentials; c != nil {
		if d.device, err = stamp.Open(c.Key, c.Token); err != nil {
			return err
		}
		d.credentials = zatca.Credentials{Token: c.Token, Secret: c.Secret}
	}
	d.version = found.Version
	return nil
}

// takeTurn stamps a batch and sends one. It returns the pause before the next turn.
func (d *delivery) takeTurn(ctx context.Context) (pause time.Duration, err error) {
	if err := d.refresh(ctx); err != nil {
		return 0, err
	}
	if d.device == nil {
		return unusedLook, nil
	}
	waiting, err := d.store.EInvoices.ToStamp(ctx, d.share, batch)
	if err != nil {
		return 0, err
	}
	for _, one := range waiting {
		activity.RecordHeartbeat(ctx)
		if err := d.issue(ctx, one); err != nil {
			return 0, err
		}
	}
	wasAway := d.partner.IsAway()
	sent, err := d.sendBatch(ctx)
	if err != nil {
		return 0, err
	}
	isAway := d.partner.IsAway()
	switch {
	case len(waiting) == batch, sent == batch, wasAway && !isAway:
		return 0, nil
	case isAway && sent > 0:
		return pace.ProbeEvery, nil
	default:
		return idlePoll, nil
	}
}

// sendBatch submits the due invoices. An invoice that is itself at fault waits longer after each try; an outage of the
// platform lengthens no wait.
func (d *delivery) sendBatch(ctx context.Context) (count int, err error) {
	stamped, err := d.store.EInvoices.ToSend(ctx, d.name, d.partner.Batch(batch))
	if err != nil {
		return 0, err
	}
	var failed []einvoice.Stamped
	answered := 0
	for _, one := range stamped {
		activity.RecordHeartbeat(ctx)
		outcome, err := d.send(ctx, one)
		if err != nil {
			return 0, err
		}
		switch outcome {
		case notAnswered:
			failed = append(failed, one)
		case wasAnswered:
			answered++
		case notSent:
		}
	}
	now := time.Now()
	d.partner.Tried(now, answered, len(failed))
	for _, one := range failed {
		pause, faults := pace.ProbeEvery, 0
		if d.partner.IsAtFault(now.Add(-one.DueFor)) {
			pause, faults = pace.PauseAfter(one.Faults+1), 1
		}
		if err := d.store.EInvoices.Postpone(ctx, one.ID, failNoAnswer, pause, faults); err != nil {
			return 0, err
		}
	}
	return len(stamped), nil
}

// Reasons for which an invoice waits, as operators see them.
const (
	failAltered  = "altered"
	failRefused  = "refused"
	failNoAnswer = "no_answer"
)

// outcome is the result of one try.
type outcome int

const (
	notSent outcome = iota // a person must look first
	notAnswered
	wasAnswered
)

// send makes one try, and records a final answer of the platform.
func (d *delivery) send(ctx context.Context, s einvoice.Stamped) (outcome, error) {
	doc, _, err := stamp.Read(s.XML)
	if err != nil {
		return notSent, d.store.EInvoices.Postpone(ctx, s.ID, failAltered, alteredLook, 0)
	}
	hand, status := d.platform.Report, einvoice.Reported
	if doc.Business {
		hand, status = d.platform.Clear, einvoice.Cleared
	}
	verdict, err := hand(ctx, d.credentials, zatca.Submission{UUID: doc.UUID, Hash: s.Hash, XML: s.XML})
	var rejected *zatca.Rejection
	switch {
	case err == nil:
		return wasAnswered, d.store.EInvoices.NoteTaken(ctx, s.ID, status, verdict.Warnings, verdict.Cleared)
	case errors.As(err, &rejected):
		return wasAnswered, d.store.EInvoices.Reject(ctx, s.ID, failRefused, rejected.Rules)
	default:
		return notAnswered, nil
	}
}
