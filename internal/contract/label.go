package contract

// WorkflowParcelLabel asks the courier for the label of a parcel.
const WorkflowParcelLabel = "ParcelLabel"

// ParcelLabelWorkflowID identifies one request.
func ParcelLabelWorkflowID(callID string) string { return "parcel-label/" + callID }

// LabelQuestion is the input of ParcelLabel.
type LabelQuestion struct {
	AirwayBill string `json:"airwayBill"`
}

// ParcelLabel is the label of a parcel.
type ParcelLabel struct {
	PDF []byte `json:"pdf"` // at most LargestLabel bytes
}

// LargestLabel is the size of a label that fits into the answer of a workflow, in bytes. A label has some 100 KB.
const LargestLabel = 700 << 10

// Refusals of a label.
const (
	FailParcelNotBooked Code = "parcel_not_booked" // the order has no airway bill
	FailLabelNotOffered Code = "label_not_offered" // the courier hands out no labels
	FailLabelMissing    Code = "label_missing"     // the courier has no label of this parcel
)

var labelFailures = map[Code]Failure{
	FailParcelNotBooked: {409, -1215, true, FixNone},
	FailLabelNotOffered: {409, -1216, false, FixNone},
	FailLabelMissing:    {409, -1217, true, FixSupport},
}
