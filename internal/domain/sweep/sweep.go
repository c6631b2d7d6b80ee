// Package sweep names the findings of a comparison of rows with workflows.
package sweep

// Kind is the kind of a finding.
type Kind string

// Kinds of findings.
const (
	RowWithoutWorkflow Kind = "row-without-workflow"
	Late               Kind = "late"
	WorkflowWithoutRow Kind = "workflow-without-row"
	RefusedWrite       Kind = "refused-write" // our database refuses a write of the workflow for good
)

// Count counts the findings of a process.
type Count struct {
	Process                                                   string
	WithoutWorkflow, Late, WorkflowsWithoutRow, RefusedWrites int
}

// Total returns the number of findings.
func (c Count) Total() int {
	return c.WithoutWorkflow + c.Late + c.WorkflowsWithoutRow + c.RefusedWrites
}
