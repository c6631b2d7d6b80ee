// Package einvoice holds the process that hands electronic invoices over.
package einvoice

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/einvoice"
	"selfcare/workflows/internal/process"
)

var issuer *einvoice.Activities // names of the activities; the methods are never called here

// EInvoiceDelivery keeps one issuer at the invoices that are due, for ever: when its time is over or its worker is lost, another
// one takes over.
func EInvoiceDelivery(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Stamp electronic invoices and hand them over", EInvoiceDelivery, issuer.DeliverEInvoices)
}
