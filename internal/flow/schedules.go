package flow

import (
	"context"
	"fmt"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// Schedules says which schedules there are. The list of schedules may be behind.
type Schedules struct {
	temporal  client.Client
	namespace string
}

// NewSchedules returns the way behind c, which knows one namespace.
func NewSchedules(c client.Client, namespace string) *Schedules { return &Schedules{c, namespace} }

// ListRunning are those of the ids that the list of schedules has.
func (f *Schedules) ListRunning(ctx context.Context, ids []string) ([]string, error) {
	listed, _, err := f.list(ctx, "ScheduleId IN ("+quoted(ids)+")", len(ids), nil)
	return listed, err
}

// IsRunning asks for the schedule itself. One that is paused is there, too.
func (f *Schedules) IsRunning(ctx context.Context, id string) (bool, error) {
	_, err := f.temporal.ScheduleClient().GetHandle(ctx, id).Describe(ctx)
	if notFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("describe schedule: %w", err)
	}
	return true, nil
}

// Page are ids of all schedules, and where the list goes on; empty at its end.
func (f *Schedules) Page(ctx context.Context, _ string, most int, page []byte) (ids []string, next []byte, err error) {
	return f.list(ctx, "", most, page)
}

// Delete ends a schedule. One that is gone already is no error.
func (f *Schedules) Delete(ctx context.Context, id string) error {
	if err := f.temporal.ScheduleClient().GetHandle(ctx, id).Delete(ctx); err != nil && !notFound(err) {
		return fmt.Errorf("delete schedule: %w", err)
	}
	return nil
}

func (f *Schedules) list(ctx context.Context, query string, most int, page []byte) (ids []string, next []byte, err error) {
	listed, err := f.temporal.WorkflowService().ListSchedules(ctx, &workflowservice.ListSchedulesRequest{
		Namespace: f.namespace, Query: query, MaximumPageSize: int32(most), NextPageToken: page, //nolint:gosec // a hundred or so
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list schedules: %w", err)
	}
	for _, one := range listed.GetSchedules() {
		ids = append(ids, one.GetScheduleId())
	}
	return ids, listed.GetNextPageToken(), nil
}
