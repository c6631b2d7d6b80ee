package jobs

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/einvoice"
	"selfcare/workflows/internal/process"
)

var issuer *einvoice.Activities // only the method names are used; the workflow never calls these

// EInvoiceDelivery keeps exactly one issuer at work on the due invoices of a device, forever. When the issuer's time is over or its
// worker is lost, another one takes over.
func EInvoiceDelivery(ctx workflow.Context, device int) error {
	return process.KeepAt(ctx, "Sign electronic invoices and submit them", EInvoiceDelivery, issuer.DeliverEInvoices, device)
}
