package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	einvoiceacts "selfcare/activities/einvoice"
	documents "selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/gateway/zatca"
	"selfcare/internal/store/einvoice"
)

// passChecks submits a document of each kind that the device's flags ask for, made and stamped like an invoice. A kind that has
// passed is not submitted again.
func (z ZATCA) passChecks(ctx context.Context, d einvoice.Device) (einvoice.Device, error) {
	device, err := stamp.Open(d.Enrolment.Key, d.Enrolment.Compliance.Token)
	if err != nil {
		return d, err
	}
	settings, err := z.parts.store.Settings.Get(ctx)
	if err != nil {
		return d, err
	}
	now, flags := time.Now(), d.Enrolment.Request.Flags
	samples, err := documents.Samples(einvoiceacts.Seller(settings), settings.VATPercent, flags.Standard(), flags.Simplified(), now)
	if err != nil {
		return d, err
	}
	place := documents.Place{Counter: 1, Previous: documents.FirstHash}
	for _, sample := range samples {
		doc := sample.Document
		doc.UUID, doc.Place = uuid.NewString(), place
		made, err := einvoiceacts.Stamp(device, doc, now)
		if err != nil {
			return d, fmt.Errorf("make the check document %s (mend the seller's name, VAT number and address in the settings): %w", sample.Name, err)
		}
		place = documents.Place{Counter: place.Counter + 1, Previous: made.Hash}
		if slices.Contains(d.Enrolment.Passed, sample.Name) {
			continue
		}
		if d, err = z.check(ctx, d, sample.Name, zatca.Submission{UUID: doc.UUID, Hash: made.Hash, XML: made.XML}); err != nil {
			return d, err
		}
	}
	return d, nil
}

func (z ZATCA) check(ctx context.Context, d einvoice.Device, name string, s zatca.Submission) (einvoice.Device, error) {
	compliance := d.Enrolment.Compliance
	if err := z.platform.Check(ctx, zatca.Credentials{Token: compliance.Token, Secret: compliance.Secret}, s); err != nil {
		return d, fmt.Errorf("check document %s: %w (repeat the command once the cause is mended; selfcare zatca csr --again begins anew if the platform refuses the certificate for checks)", name, err)
	}
	d.Enrolment.Passed = append(slices.Clone(d.Enrolment.Passed), name)
	saved, err := z.save(ctx, d)
	if err != nil {
		return d, err
	}
	return saved, z.say("The check document %s has passed.\n", name)
}
