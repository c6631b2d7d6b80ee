package ticket

import (
	"context"
	"time"

	"selfcare/internal/contract"

	"selfcare/activities/internal/failure"
	"selfcare/internal/gateway/scan"
	ticketstore "selfcare/internal/store/ticket"
)

// Scanning scans files for viruses.
type Scanning struct {
	files   ticketstore.Files
	scanner scan.Gateway
}

// NewScanning takes the files and the scanner.
func NewScanning(files ticketstore.Files, scanner scan.Gateway) *Scanning {
	return &Scanning{files, scanner}
}

// ScanAttachment scans a file and records the verdict. It does nothing for a file that is already scanned or gone.
func (s *Scanning) ScanAttachment(ctx context.Context, in contract.AttachmentScan) (contract.AttachmentScanned, error) {
	f, _, err := s.files.Get(ctx, in.FileID)
	if err != nil || f.State != contract.AttachmentPending {
		return contract.AttachmentScanned{State: f.State}, failure.Map("scan file", err)
	}
	content, known, err := s.files.Content(ctx, f.ID, contract.AttachmentPending)
	if err != nil || !known {
		return contract.AttachmentScanned{}, failure.Map("scan file", err)
	}
	verdict, err := s.scanner.Scan(ctx, f.ID, content)
	if err != nil {
		return contract.AttachmentScanned{}, failure.Map("scan file", err)
	}
	state := contract.AttachmentInfected
	if verdict == scan.Clean {
		state = contract.AttachmentClean
	}
	return contract.AttachmentScanned{State: state}, failure.Map("scan file", s.files.SaveScan(ctx, f.ID, state))
}

// unnamedFor is how long a file is kept that no request names.
const unnamedFor = 24 * time.Hour

// ForgetServiceRequests deletes the files that no request names, and the service requests past their retention, with their
// files, as of the given time.
func (a *Activities) ForgetServiceRequests(ctx context.Context, now time.Time) (int, error) {
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return 0, failure.Map("forget service requests", err)
	}
	files, err := a.store.Files.PurgeFiles(ctx, now.Add(-unnamedFor))
	if err != nil {
		return 0, failure.Map("forget files", err)
	}
	requests, err := a.store.Tickets.PurgeTickets(ctx, now.AddDate(0, 0, -settings.Help.KeepDays))
	return files + requests, failure.Map("forget service requests", err)
}
