package ticket

import "selfcare/internal/contract"

// WorkflowScan scans a file for viruses, and waits as long as the scanner is unavailable.
const WorkflowScan = "AttachmentScan"

// ScanWorkflowID is derived from the id of the file.
func ScanWorkflowID(fileID string) string { return "attachment/" + fileID }

// FileState says whether a file may be shown.
type FileState string

// States of a file.
const (
	Pending  FileState = "pending" // not scanned yet
	Clean    FileState = "clean"
	Infected FileState = "infected" // it was removed
)

// Scan starts WorkflowScan, and is the input of ScanAttachment.
type Scan struct {
	contract.Unknown
	FileID string `json:"fileId"`
}

// Scanned is the answer of ScanAttachment. The state is empty for a removed file.
type Scanned struct {
	contract.Unknown
	State FileState `json:"state,omitempty"`
}
