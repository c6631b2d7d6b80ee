package einvoice

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/rules"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/domain/einvoice/ubl"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
)

// unmakeable is why an invoice cannot be made; it takes no place in the chain.
type unmakeable struct {
	failure string
	rules   []string
	cause   error
}

func (u *unmakeable) Error() string {
	return strings.TrimSuffix(u.failure+": "+u.cause.Error()+" "+strings.Join(u.rules, " "), " ")
}

func (u *unmakeable) Unwrap() error { return u.cause }

// Reasons for which an invoice is held.
const (
	failReceipt     = "receipt"
	failRules       = "rules"
	failCertificate = "certificate"
	failStamp       = "stamp"
)

var (
	errExpired = errors.New("the device's certificate is not valid now")
	errRules   = errors.New("the document breaks rules")
)

// issue gives an invoice its place and stamps it, in one transaction. An invoice that cannot be made, or whose receipt cannot
// be read, is held, so that the ones after it continue. If even the hold fails, our database is unavailable.
func (d *delivery) issue(ctx context.Context, w einvoicestore.Waiting) error {
	err := d.store.InTx(ctx, func(q *store.Tx) error {
		doc, err := d.document(ctx, q, w)
		if err != nil {
			return &unmakeable{failReceipt, nil, err}
		}
		if doc.Place, err = q.EInvoices.Next(ctx, d.name); err != nil {
			return err
		}
		made, err := Stamp(d.device, doc, time.Now())
		if err != nil {
			return err
		}
		_, err = q.EInvoices.Stamp(ctx, w.ID, d.name, doc.Place, made)
		return err
	})
	var cannot *unmakeable
	if errors.As(err, &cannot) && ctx.Err() == nil {
		if activity.IsActivity(ctx) {
			activity.GetLogger(ctx).Error("an e-invoice cannot be made and is held", "einvoice", w.ID, "error", err)
		}
		return d.store.EInvoices.Hold(ctx, w.ID, cannot.failure, cannot.rules)
	}
	return err
}

// Stamp returns the stamped document, if it passes the rules.
func Stamp(device *stamp.Device, doc einvoice.Document, now time.Time) (stamp.Stamped, error) {
	if !device.Certificate().ValidAt(now) {
		return stamp.Stamped{}, &unmakeable{failCertificate, nil, errExpired}
	}
	made, err := device.Stamp(doc, now)
	if err != nil {
		return stamp.Stamped{}, &unmakeable{failStamp, nil, err}
	}
	tree, err := ubl.Parse(made.XML)
	if err != nil {
		return stamp.Stamped{}, &unmakeable{failStamp, nil, err}
	}
	if broken := rules.Broken(tree, now); len(broken) > 0 {
		return stamp.Stamped{}, &unmakeable{failRules, broken, errRules}
	}
	if _, _, err := stamp.Read(made.XML); err != nil { // an invoice that cannot be read back must not be sent
		return stamp.Stamped{}, &unmakeable{failStamp, nil, err}
	}
	return made, nil
}
