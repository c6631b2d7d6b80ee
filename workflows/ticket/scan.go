package ticket

import (
	"go.temporal.io/sdk/workflow"

	ticketacts "selfcare/activities/ticket"
	"selfcare/internal/contract/ticket"
	"selfcare/workflows/internal/process"
)

var scanning *ticketacts.Scanning // names of the activities; the methods are never called here

// AttachmentScan has a file be looked through for viruses, however long the scanner is away: nobody is shown it before. It ends without a
// verdict where the file is gone.
func AttachmentScan(ctx workflow.Context, in ticket.Scan) (ticket.Scanned, error) {
	var found ticket.Scanned
	err := process.Do(process.WithScanPolicy(ctx, "Look the file through"), &process.Attention{}, &found, scanning.ScanAttachment, in)
	return found, err
}
