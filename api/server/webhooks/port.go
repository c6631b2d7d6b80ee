package webhooks

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
)

// portNotice finds the port by our own id, which begins with the order's.
func (s *WebhookHandlers) portNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status, known := port.Status(textOf(event, "status"))
	if !known {
		return notice{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data.status": middleware.FieldInvalid}}
	}
	portID := textOf(event, "portId")
	orderID, ok := orderInReference(portID)
	if !ok {
		return notice{}, contract.Refuse(contract.FailOrderNotFound)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return notice{}, fmt.Errorf("find port: %w", err)
	}
	state := contract.PortState{Reference: textOf(event, "reference"), Status: status, Sequence: countOf(event, "sequence")}
	if status == contract.PortRejected {
		state.Reason = port.Reason(textOf(event, "reason"))
	}
	return notice{
		workflowID: contract.PortInWorkflowID(number), signal: contract.SignalPortReported,
		arg: contract.PortReported{EventID: event.EventId, PortID: portID, State: state},
	}, nil
}

func countOf(event gen.WebhookEvent, name string) int {
	count, _ := event.Data[name].(float64)
	return int(count)
}
