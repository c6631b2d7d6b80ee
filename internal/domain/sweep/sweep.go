// Package sweep names the findings of a comparison of rows with workflows.
package sweep

// Kind is the kind of a finding.
type Kind string

// Kinds of findings.
const (
	RowWithoutWorkflow Kind = "row-without-workflow"
	Late               Kind = "late"
	WorkflowWithoutRow Kind = "workflow-without-row"
)

// Count counts the findings of a process.
type Count struct {
	Process                                    string
	WithoutWorkflow, Late, WorkflowsWithoutRow int
}

// Total returns the number of findings.
func (c Count) Total() int { return c.WithoutWorkflow + c.Late + c.WorkflowsWithoutRow }
