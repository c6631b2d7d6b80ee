package flow

import (
	"context"
	"fmt"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// Schedules lists the schedules. The list may be behind.
type Schedules struct {
	temporal  client.Client
	namespace string
}

// NewSchedules returns Schedules for a client of one namespace.
func NewSchedules(c client.Client, namespace string) *Schedules { return &Schedules{c, namespace} }

// ListRunning returns those of the ids that the list of schedules contains.
func (f *Schedules) ListRunning(ctx context.Context, ids []string) ([]string, error) {
	listed, _, err := f.list(ctx, "ScheduleId IN ("+quoted(ids)+")", len(ids), nil)
	return listed, err
}

// IsRunning asks for the schedule itself. A paused schedule counts, too.
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

// Page returns ids of all schedules, and the next page; empty at the end.
func (f *Schedules) Page(ctx context.Context, _ string, most int, page []byte) (ids []string, next []byte, err error) {
	return f.list(ctx, "", most, page)
}

// Delete deletes a schedule. A missing one is no error.
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
