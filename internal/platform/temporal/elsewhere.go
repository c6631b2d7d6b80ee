package temporal

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// leftToDo is the exit code if only the operator of Temporal has steps left.
const leftToDo = 3

// ElsewhereError reports that Temporal lacks something that we may not add, such as in a cloud with its own console.
type ElsewhereError struct {
	Namespace   string
	NoNamespace bool
	Missing     map[string]enumspb.IndexedValueType
}

// Lacks returns what is missing.
func (e *ElsewhereError) Lacks() string {
	if e.NoNamespace {
		return "Temporal has no namespace " + e.Namespace
	}
	return "search attributes " + strings.Join(slices.Sorted(maps.Keys(e.Missing)), ", ") + " are missing in Temporal's namespace " + e.Namespace
}

// Error names what is missing, with the commands that add it in each environment.
func (e *ElsewhereError) Error() string {
	return e.Lacks() + ", and we may not add that. Do it, then repeat this command:\n  " + strings.Join(e.commands(), "\n  ") +
		"\nor, in Temporal Cloud:\n  " + strings.Join(e.cloudCommands(), "\n  ")
}

// ExitCode tells scripts that only these steps are left.
func (e *ElsewhereError) ExitCode() int { return leftToDo }

func (e *ElsewhereError) commands() []string {
	var lines []string
	if e.NoNamespace {
		lines = append(lines, "temporal operator namespace create --namespace "+e.Namespace+" --retention 30d")
	}
	attributes := "temporal operator search-attribute create --namespace " + e.Namespace
	for _, name := range slices.Sorted(maps.Keys(e.Missing)) {
		attributes += fmt.Sprintf(" --name %s --type %s", name, e.Missing[name])
	}
	return append(lines, attributes)
}

func (e *ElsewhereError) cloudCommands() []string {
	var lines []string
	if e.NoNamespace {
		lines = append(lines, "tcld namespace create --namespace "+e.Namespace+" --region <region> --retention-days 30 --auth-method api_key")
	}
	attributes := "tcld namespace search-attributes add --namespace " + e.Namespace
	for _, name := range slices.Sorted(maps.Keys(e.Missing)) {
		attributes += fmt.Sprintf(" --search-attribute %s=%s", name, e.Missing[name])
	}
	return append(lines, attributes)
}

// elsewhere reports whether the server refused because another party manages its attributes, or has no such service.
func elsewhere(err error) bool {
	var denied *serviceerror.PermissionDenied
	var absent *serviceerror.Unimplemented
	return errors.As(err, &denied) || errors.As(err, &absent)
}

func absentNamespace(err error) bool {
	var unknown *serviceerror.NamespaceNotFound
	var missing *serviceerror.NotFound
	return errors.As(err, &unknown) || errors.As(err, &missing)
}

// LookAtSearchAttributes returns an error for the search attributes that the namespace lacks, whichever party manages them;
// nil if it has all.
func LookAtSearchAttributes(ctx context.Context, c client.Client, namespace string) error {
	missing, err := missingAttributes(ctx, c, namespace)
	if elsewhere(err) {
		return lookByQuestions(ctx, c, namespace)
	}
	if absentNamespace(err) {
		return &ElsewhereError{Namespace: namespace, NoNamespace: true, Missing: SearchAttributes()}
	}
	if err == nil && len(missing) > 0 {
		return &ElsewhereError{Namespace: namespace, Missing: missing}
	}
	return err
}

// lookByQuestions checks each attribute with a query that fits its type, because every client that may run workflows may
// query.
func lookByQuestions(ctx context.Context, c client.Client, namespace string) error {
	missing := map[string]enumspb.IndexedValueType{}
	for name, kind := range SearchAttributes() {
		_, err := c.WorkflowService().CountWorkflowExecutions(ctx, &workflowservice.CountWorkflowExecutionsRequest{
			Namespace: namespace, Query: name + questions[kind],
		})
		var notUnderstood *serviceerror.InvalidArgument
		switch {
		case absentNamespace(err):
			return &ElsewhereError{Namespace: namespace, NoNamespace: true, Missing: SearchAttributes()}
		case errors.As(err, &notUnderstood):
			missing[name] = kind
		case err != nil:
			return fmt.Errorf("ask about search attribute %s: %w", name, err)
		}
	}
	if len(missing) > 0 {
		return &ElsewhereError{Namespace: namespace, Missing: missing}
	}
	return nil
}

// questions are queries that are valid for attributes of the type only.
var questions = map[enumspb.IndexedValueType]string{
	enumspb.INDEXED_VALUE_TYPE_KEYWORD:  ` = "nothing"`,
	enumspb.INDEXED_VALUE_TYPE_DATETIME: ` = "2026-01-01T00:00:00Z"`,
	enumspb.INDEXED_VALUE_TYPE_BOOL:     ` = true`,
}

// Retention returns how long the namespace keeps a finished workflow.
func Retention(ctx context.Context, c client.Client, namespace string) (time.Duration, error) {
	described, err := c.WorkflowService().DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: namespace})
	if err != nil {
		return 0, fmt.Errorf("ask how long namespace %s keeps workflows: %w", namespace, err)
	}
	return described.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration(), nil
}
