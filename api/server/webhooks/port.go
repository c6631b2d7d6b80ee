package webhooks

import (
	"context"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
)

// portReport finds the port by our own id, which begins with the order's.
func (s *WebhookHandlers) portReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	if strings.HasPrefix(event.Type, portOutType) {
		return s.portOutReport(ctx, event)
	}
	if event.Type == numberReturned {
		return s.returnReport(event)
	}
	status, known := port.Status(textOf(event, "status"))
	if !known {
		return report{}, invalid("status")
	}
	portID := textOf(event, "portId")
	orderID, ok := orderInReference(portID)
	if !ok {
		return report{}, contract.Refuse(contract.FailOrderNotFound)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find port: %w", err)
	}
	state := contract.PortState{Reference: textOf(event, "reference"), Status: status, Sequence: countOf(event, "sequence")}
	if status == contract.PortRejected {
		state.Reason = port.Reason(textOf(event, "reason"))
	}
	return report{
		workflowID: contract.PortInWorkflowID(number), signal: contract.SignalPortReported,
		arg: contract.PortReported{EventID: event.EventId, PortID: portID, State: state},
	}, nil
}

func countOf(event gen.WebhookEvent, name string) int {
	count, _ := event.Data[name].(float64)
	return int(count)
}
