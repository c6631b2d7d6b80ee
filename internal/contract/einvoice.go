package contract

// WorkflowEInvoiceDelivery keeps electronic invoices being stamped and handed over.
const WorkflowEInvoiceDelivery = "EInvoiceDelivery"

// EInvoiceDeliveryWorkflowID names the one workflow that does so.
const EInvoiceDeliveryWorkflowID = "einvoices/outbox"
