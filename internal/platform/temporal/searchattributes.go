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
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

const registrationPoll = 100 * time.Millisecond

// SearchAttributes returns our attributes with their types. A development server gets them as flags.
func SearchAttributes() map[string]enumspb.IndexedValueType {
	return map[string]enumspb.IndexedValueType{
		contract.AttrOrderKind:      enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrStage:          enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrFailureCode:    enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrLineRef:        enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrPartnerRef:     enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrPlanID:         enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrNextCycle:      enumspb.INDEXED_VALUE_TYPE_DATETIME,
		contract.AttrWaitsFor:       enumspb.INDEXED_VALUE_TYPE_KEYWORD,
		contract.AttrNeedsAttention: enumspb.INDEXED_VALUE_TYPE_BOOL,
		contract.AttrDueAt:          enumspb.INDEXED_VALUE_TYPE_DATETIME,
		contract.AttrLate:           enumspb.INDEXED_VALUE_TYPE_BOOL,
	}
}

// EnsureSearchAttributes registers missing attributes and returns when workflows may use all of them. It may run at each
// start, on several machines at once. An attribute of another type is an error. If another party manages the attributes,
// missing ones are an ElsewhereError.
func EnsureSearchAttributes(ctx context.Context, c client.Client, namespace string) error {
	missing, err := missingAttributes(ctx, c, namespace)
	if elsewhere(err) || absentNamespace(err) {
		return LookAtSearchAttributes(ctx, c, namespace)
	}
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		_, err = c.OperatorService().AddSearchAttributes(ctx, &operatorservice.AddSearchAttributesRequest{
			Namespace: namespace, SearchAttributes: missing,
		})
		if elsewhere(err) {
			return &ElsewhereError{Namespace: namespace, Missing: missing}
		}
		var registered *serviceerror.AlreadyExists // another machine has just registered it
		if err != nil && !errors.As(err, &registered) {
			return fmt.Errorf("add search attributes: %w", err)
		}
	}
	return awaitUsable(ctx, c, namespace)
}

// awaitUsable queries with every attribute until the server accepts the query: it lists a new attribute seconds before its
// frontends accept it.
func awaitUsable(ctx context.Context, c client.Client, namespace string) error {
	names := slices.Sorted(maps.Keys(SearchAttributes()))
	question := &workflowservice.CountWorkflowExecutionsRequest{
		Namespace: namespace, Query: strings.Join(names, " IS NULL AND ") + " IS NULL",
	}
	poll := time.NewTicker(registrationPoll)
	defer poll.Stop()
	for {
		_, err := c.WorkflowService().CountWorkflowExecutions(ctx, question)
		var notYet *serviceerror.InvalidArgument
		if !errors.As(err, &notYet) {
			return wrap("use search attributes", err)
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("wait for search attributes: %w", errors.Join(ctx.Err(), err))
		}
	}
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}

func missingAttributes(ctx context.Context, c client.Client, namespace string) (map[string]enumspb.IndexedValueType, error) {
	known, err := c.OperatorService().ListSearchAttributes(ctx, &operatorservice.ListSearchAttributesRequest{Namespace: namespace})
	if err != nil {
		return nil, fmt.Errorf("list search attributes: %w", err)
	}
	missing := SearchAttributes()
	for name, want := range missing {
		got, exists := known.GetCustomAttributes()[name]
		if exists && got != want {
			return nil, fmt.Errorf("search attribute %s is %s in namespace %s, want %s", name, got, namespace, want)
		}
		if exists {
			delete(missing, name)
		}
	}
	return missing, nil
}
