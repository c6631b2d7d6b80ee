package ticket

import (
	"go.temporal.io/sdk/workflow"
	"selfcare/internal/contract"

	ticketacts "selfcare/activities/ticket"
	"selfcare/workflows/internal/process"
)

var scanning *ticketacts.Scanning // only the method names are used; the workflow never calls these

// AttachmentScan scans a file for viruses, however long the scanner is unavailable; the file is hidden until then. It ends
// without a verdict if the file is gone.
func AttachmentScan(ctx workflow.Context, in contract.AttachmentScan) (contract.AttachmentScanned, error) {
	var found contract.AttachmentScanned
	err := process.Do(process.WithScanPolicy(ctx, "Scan the file"), &process.Attention{}, &found, scanning.ScanAttachment, in)
	return found, err
}
