package payloadkeys

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/proxy"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/platform/codec"
)

// Reseal encrypts the inputs of schedules anew with the first key, and returns the number of changed schedules. A schedule
// that another process changes meanwhile is left alone, because that process uses the first key too.
func Reseal(ctx context.Context, c client.Client, namespace string, keys *codec.Keys) (changed int, err error) {
	err = visitSchedules(ctx, c, namespace, func(id string) error {
		found, err := describe(ctx, c, namespace, id)
		if err != nil {
			return err
		}
		ids, err := listSealedWith(ctx, found.GetSchedule())
		delete(ids, keys.Current())
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := resealPayloads(ctx, found, keys); err != nil {
			return fmt.Errorf("schedule %s: %w", id, err)
		}
		_, err = c.WorkflowService().UpdateSchedule(ctx, &workflowservice.UpdateScheduleRequest{
			Namespace: namespace, ScheduleId: id, Schedule: found.GetSchedule(), ConflictToken: found.GetConflictToken(),
			Identity: "selfcare keys rotate", RequestId: uuid.NewString(),
		})
		var meanwhile *serviceerror.FailedPrecondition
		if errors.As(err, &meanwhile) {
			return nil
		}
		if err == nil {
			changed++
		}
		return err
	})
	return changed, err
}

func resealPayloads(ctx context.Context, found *workflowservice.DescribeScheduleResponse, keys *codec.Keys) error {
	return proxy.VisitPayloads(ctx, found.GetSchedule(), proxy.VisitPayloadsOptions{
		SkipSearchAttributes: true,
		Visitor: func(_ *proxy.VisitPayloadsContext, payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
			return keys.Reseal(payloads)
		},
	})
}

func describe(ctx context.Context, c client.Client, namespace, id string) (*workflowservice.DescribeScheduleResponse, error) {
	found, err := c.WorkflowService().DescribeSchedule(ctx, &workflowservice.DescribeScheduleRequest{Namespace: namespace, ScheduleId: id})
	if err != nil {
		return nil, fmt.Errorf("read schedule %s: %w", id, err)
	}
	return found, nil
}

func visitSchedules(ctx context.Context, c client.Client, namespace string, do func(id string) error) error {
	var token []byte
	for {
		page, err := c.WorkflowService().ListSchedules(ctx, &workflowservice.ListSchedulesRequest{
			Namespace: namespace, MaximumPageSize: pageSize, NextPageToken: token,
		})
		if err != nil {
			return fmt.Errorf("list schedules: %w", err)
		}
		for _, one := range page.GetSchedules() {
			err := do(one.GetScheduleId())
			var ended *serviceerror.NotFound
			if err != nil && !errors.As(err, &ended) {
				return err
			}
		}
		if token = page.GetNextPageToken(); len(token) == 0 {
			return nil
		}
	}
}
