// Package sweep names what a comparison of rows with workflows finds.
package sweep

// Kind says what is wrong.
type Kind string

// Kinds of findings.
const (
	RowWithoutWorkflow Kind = "row-without-workflow"
	Late               Kind = "late"
	WorkflowWithoutRow Kind = "workflow-without-row"
)

// Count is what is wrong with the rows and workflows of a process.
type Count struct {
	Process                                    string
	WithoutWorkflow, Late, WorkflowsWithoutRow int
}

// Total is how many findings there are.
func (c Count) Total() int { return c.WithoutWorkflow + c.Late + c.WorkflowsWithoutRow }
