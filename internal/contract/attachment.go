package contract

// WorkflowAttachmentScan scans a file for viruses, and waits as long as the scanner is unavailable.
const WorkflowAttachmentScan = "AttachmentScan"

// AttachmentScanWorkflowID is derived from the id of the file.
func AttachmentScanWorkflowID(fileID string) string { return "attachment/" + fileID }

// AttachmentState says whether a file may be shown.
type AttachmentState string

// States of a file.
const (
	AttachmentPending  AttachmentState = "pending" // not scanned yet
	AttachmentClean    AttachmentState = "clean"
	AttachmentInfected AttachmentState = "infected" // it was removed
)

// AttachmentScan starts WorkflowAttachmentScan, and is the input of ScanAttachment.
type AttachmentScan struct {
	Unknown
	FileID string `json:"fileId"`
}

// AttachmentScanned is the answer of ScanAttachment. The state is empty for a removed file.
type AttachmentScanned struct {
	Unknown
	State AttachmentState `json:"state,omitempty"`
}
