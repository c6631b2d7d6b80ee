package ticket

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract/ticket"
	"selfcare/internal/gateway/scan"
	ticketstore "selfcare/internal/store/ticket"
)

// Scanning looks files through for viruses.
type Scanning struct {
	files   ticketstore.Files
	scanner scan.Gateway
}

// NewScanning needs the files and the scanner.
func NewScanning(files ticketstore.Files, scanner scan.Gateway) *Scanning {
	return &Scanning{files, scanner}
}

// ScanAttachment has a file be looked through, and writes what was found. One that was before, or is gone, is left as it is.
func (s *Scanning) ScanAttachment(ctx context.Context, in ticket.Scan) (ticket.Scanned, error) {
	f, _, err := s.files.Get(ctx, in.FileID)
	if err != nil || f.State != ticket.Pending {
		return ticket.Scanned{State: f.State}, failure.Map("scan file", err)
	}
	content, known, err := s.files.Content(ctx, f.ID, ticket.Pending)
	if err != nil || !known {
		return ticket.Scanned{}, failure.Map("scan file", err)
	}
	verdict, err := s.scanner.Scan(ctx, f.ID, content)
	if err != nil {
		return ticket.Scanned{}, failure.Map("scan file", err)
	}
	state := ticket.Infected
	if verdict == scan.Clean {
		state = ticket.Clean
	}
	return ticket.Scanned{State: state}, failure.Map("scan file", s.files.SaveScan(ctx, f.ID, state))
}

// unnamedFor is how long a file is kept that nobody has named.
const unnamedFor = 24 * time.Hour

// ForgetServiceRequests drops, as of a moment, files that nobody has named, and service requests that are kept no longer, with their files.
func (a *Activities) ForgetServiceRequests(ctx context.Context, now time.Time) (int, error) {
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return 0, failure.Map("forget service requests", err)
	}
	files, err := a.store.Files.PurgeFiles(ctx, now.Add(-unnamedFor))
	if err != nil {
		return 0, failure.Map("forget files", err)
	}
	requests, err := a.store.ServiceRequests.PurgeRequests(ctx, now.AddDate(0, 0, -settings.Help.KeepDays))
	return files + requests, failure.Map("forget service requests", err)
}
