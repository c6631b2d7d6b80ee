// Package einvoice stamps electronic invoices and hands them over to the tax authority.
package einvoice

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway/zatca"
	"selfcare/internal/store"
	"selfcare/internal/store/invoicing"
)

// How invoices are worked off.
const (
	deliverFor   = 10 * time.Minute // then the workflow starts the activity anew
	batch        = 32
	idlePoll     = time.Second
	longestPause = 30 * time.Minute
)

// Activities stamp with one device.
type Activities struct {
	store    *store.Store
	platform zatca.Gateway
	name     string // of the device
	device   *stamp.Device
}

// New needs the database, the authority's platform, and a device with its name.
func New(s *store.Store, g zatca.Gateway, name string, d *stamp.Device) *Activities {
	return &Activities{s, g, name, d}
}

// DeliverEInvoices gives the invoices that are due their place in the chain and hands them over, batch after batch, until its time
// is over or the worker stops. Killed half-way it leaves each either without a place or stamped for good; sent twice, it counts once.
func (a *Activities) DeliverEInvoices(ctx context.Context) error {
	over := time.NewTimer(deliverFor)
	defer over.Stop()
	for {
		activity.RecordHeartbeat(ctx)
		count, err := a.turn(ctx)
		if err != nil {
			return failure.Map("deliver e-invoices", err)
		}
		pause := idlePoll
		if count == batch {
			pause = 0
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return nil
		case <-over.C:
			return nil
		case <-time.After(pause):
		}
	}
}

// turn stamps a batch and sends one; it answers with how many the fuller of them had.
func (a *Activities) turn(ctx context.Context) (int, error) {
	waiting, err := a.store.EInvoices.ToStamp(ctx, batch)
	if err != nil {
		return 0, err
	}
	for _, one := range waiting {
		activity.RecordHeartbeat(ctx)
		if err := a.issue(ctx, one); err != nil {
			return 0, err
		}
	}
	stamped, err := a.store.EInvoices.ToSend(ctx, batch)
	if err != nil {
		return 0, err
	}
	for _, one := range stamped {
		activity.RecordHeartbeat(ctx)
		if err := a.send(ctx, one); err != nil {
			return 0, err
		}
	}
	return max(len(waiting), len(stamped)), nil
}

// Reasons why an invoice waits, as operators see them.
const (
	failAltered  = "altered"
	failRefused  = "refused"
	failNoAnswer = "no_answer"
)

// send makes one try. Whatever the platform does not say for good is tried again at growing intervals.
func (a *Activities) send(ctx context.Context, s invoicing.Stamped) error {
	doc, _, err := stamp.Read(s.XML)
	if err != nil { // not sent, and not given up either: somebody has to look
		return a.store.EInvoices.Later(ctx, s.ID, failAltered, longestPause)
	}
	hand, status := a.platform.Report, invoicing.Reported
	if doc.Business {
		hand, status = a.platform.Clear, invoicing.Cleared
	}
	verdict, err := hand(ctx, zatca.Submission{UUID: doc.UUID, Hash: s.Hash, XML: s.XML})
	var rejected *zatca.Rejection
	switch {
	case err == nil:
		return a.store.EInvoices.Taken(ctx, s.ID, status, verdict.Warnings, verdict.Cleared)
	case errors.As(err, &rejected):
		return a.store.EInvoices.Reject(ctx, s.ID, failRefused, rejected.Rules)
	default:
		return a.store.EInvoices.Later(ctx, s.ID, failNoAnswer, pauseAfter(s.Attempts))
	}
}

// pauseAfter doubles from two seconds to half an hour.
func pauseAfter(attempts int) time.Duration {
	return min(time.Second<<min(attempts, 20), longestPause)
}
