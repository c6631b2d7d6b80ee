// Package payloadkeys finds the keys of the payload ring that Temporal still needs. Histories never change; schedules can be
// encrypted anew.
package payloadkeys

import (
	"context"
	"fmt"
	"sync"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/proxy"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/proto"

	"selfcare/internal/platform/codec"
)

const (
	atOnce   = 8   // histories read at the same time, because the server has other work
	pageSize = 500 // runs of a page
)

// Use counts what needs a key.
type Use struct {
	Runs      int       // open runs whose history it has encrypted in part
	Oldest    time.Time // start of the oldest of these runs
	Schedules int
}

// Uses holds the uses by key id.
type Uses struct {
	mu   sync.Mutex
	keys map[string]*Use
	// Runs counts all open runs. Retention is how long closed runs are kept, which still need their keys.
	Runs      int
	Retention time.Duration
}

// Of returns the uses of one key.
func (u *Uses) Of(id string) Use {
	u.mu.Lock()
	defer u.mu.Unlock()
	if found := u.keys[id]; found != nil {
		return *found
	}
	return Use{}
}

// IDs returns the ids of all keys in use.
func (u *Uses) IDs() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	ids := make([]string, 0, len(u.keys))
	for id := range u.keys {
		ids = append(ids, id)
	}
	return ids
}

func (u *Uses) note(ids map[string]bool, change func(*Use)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for id := range ids {
		if u.keys[id] == nil {
			u.keys[id] = &Use{}
		}
		change(u.keys[id])
	}
}

// Scan reads the histories of all open runs, and all schedules. It decrypts nothing, so it needs no key.
func Scan(ctx context.Context, c client.Client, namespace string, tell func(runs int)) (*Uses, error) {
	uses := &Uses{keys: map[string]*Use{}}
	about, err := c.WorkflowService().DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: namespace})
	if err != nil {
		return nil, fmt.Errorf("ask about the namespace: %w", err)
	}
	uses.Retention = about.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration()
	if err := scanRuns(ctx, c, namespace, uses, tell); err != nil {
		return nil, err
	}
	return uses, visitSchedules(ctx, c, namespace, func(id string) error {
		found, err := describe(ctx, c, namespace, id)
		if err != nil {
			return err
		}
		ids, err := listSealedWith(ctx, found.GetSchedule())
		uses.note(ids, func(u *Use) { u.Schedules++ })
		return err
	})
}

func scanRuns(ctx context.Context, c client.Client, namespace string, uses *Uses, tell func(runs int)) error {
	var token []byte
	for {
		page, err := c.WorkflowService().ListWorkflowExecutions(ctx, &workflowservice.ListWorkflowExecutionsRequest{
			Namespace: namespace, Query: `ExecutionStatus = "Running"`, PageSize: pageSize, NextPageToken: token,
		})
		if err != nil {
			return fmt.Errorf("list open workflows: %w", err)
		}
		group, within := errgroup.WithContext(ctx)
		group.SetLimit(atOnce)
		for _, run := range page.GetExecutions() {
			group.Go(func() error {
				ids, err := scanHistory(within, c, namespace, run.GetExecution())
				began := run.GetStartTime().AsTime()
				uses.note(ids, func(u *Use) {
					u.Runs++
					if u.Oldest.IsZero() || began.Before(u.Oldest) {
						u.Oldest = began
					}
				})
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		uses.Runs += len(page.GetExecutions())
		tell(uses.Runs)
		if token = page.GetNextPageToken(); len(token) == 0 {
			return nil
		}
	}
}

func scanHistory(ctx context.Context, c client.Client, namespace string, run *commonpb.WorkflowExecution) (map[string]bool, error) {
	found := map[string]bool{}
	var token []byte
	for {
		page, err := c.WorkflowService().GetWorkflowExecutionHistory(ctx, &workflowservice.GetWorkflowExecutionHistoryRequest{
			Namespace: namespace, Execution: run, NextPageToken: token,
		})
		if err != nil {
			return nil, fmt.Errorf("read the history of %s: %w", run.GetWorkflowId(), err)
		}
		if err := collect(ctx, page.GetHistory(), found); err != nil {
			return nil, err
		}
		if token = page.GetNextPageToken(); len(token) == 0 {
			return found, nil
		}
	}
}

func listSealedWith(ctx context.Context, message proto.Message) (map[string]bool, error) {
	found := map[string]bool{}
	return found, collect(ctx, message, found)
}

func collect(ctx context.Context, message proto.Message, into map[string]bool) error {
	err := proxy.VisitPayloads(ctx, message, proxy.VisitPayloadsOptions{
		SkipSearchAttributes: true,
		Visitor: func(_ *proxy.VisitPayloadsContext, payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
			for _, p := range payloads {
				if id := codec.KeyOf(p); id != "" {
					into[id] = true
				}
			}
			return payloads, nil
		},
	})
	if err != nil {
		return fmt.Errorf("look for payloads: %w", err)
	}
	return nil
}
