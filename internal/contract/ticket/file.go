package ticket

import "selfcare/internal/contract"

// WorkflowScan has a file be looked through for viruses, however long the scanner is away.
const WorkflowScan = "AttachmentScan"

// ScanWorkflowID is made of the id of the file.
func ScanWorkflowID(fileID string) string { return "attachment/" + fileID }

// FileState says whether a file may be shown.
type FileState string

// States of a file.
const (
	Pending  FileState = "pending" // nobody has looked through it yet
	Clean    FileState = "clean"
	Infected FileState = "infected" // it was removed
)

// Scan starts WorkflowScan, and is the input of ScanAttachment.
type Scan struct {
	contract.Unknown
	FileID string `json:"fileId"`
}

// Scanned is what ScanAttachment answers. Of a file that is gone the state is empty.
type Scanned struct {
	contract.Unknown
	State FileState `json:"state,omitempty"`
}
