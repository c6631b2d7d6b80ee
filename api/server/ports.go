package server

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/port"
)

// ListOperators shows where a number can be brought from.
func (s *siteHandlers) ListOperators(ctx context.Context, _ gen.ListOperatorsRequestObject) (gen.ListOperatorsResponseObject, error) {
	donors, err := s.ports.Donors(ctx)
	if err != nil {
		return nil, fmt.Errorf("read operators: %w", err)
	}
	v := presenter{language: requestOf(ctx).language}
	items := make([]gen.Operator, len(donors))
	for i, donor := range donors {
		items[i] = gen.Operator{Key: donor.Key, Name: v.either(donor.NameAr, donor.NameEn)}
	}
	return gen.ListOperators200JSONResponse{Items: items}, nil
}

// ListMnpPlans shows the plans that take a number from another operator.
func (s *siteHandlers) ListMnpPlans(ctx context.Context, _ gen.ListMnpPlansRequestObject) (gen.ListMnpPlansResponseObject, error) {
	plans, err := s.catalogue.PortPlans(ctx)
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	v := presenter{language: requestOf(ctx).language}
	items := make([]gen.Plan, len(plans))
	for i, plan := range plans {
		items[i] = v.planOnSale(plan)
	}
	return gen.ListMnpPlans200JSONResponse{Items: items}, nil
}

// ListPortWindows shows the days on which a number can be moved.
func (s *siteHandlers) ListPortWindows(ctx context.Context, _ gen.ListPortWindowsRequestObject) (gen.ListPortWindowsResponseObject, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	now := s.now()
	days, err := s.ports.Calendar(ctx, settings, now)
	if err != nil {
		return nil, fmt.Errorf("read the calendar: %w", err)
	}
	answer := gen.ListPortWindows200JSONResponse{WorkingDays: settings.Site.PortInWorkingDays, Items: []gen.PortWindow{}}
	for _, window := range days.Days(now, settings.Port.DaysAhead) {
		answer.Items = append(answer.Items, gen.PortWindow{
			Date: calendar.Date(window.Start), From: window.Start, Until: window.End,
		})
	}
	return answer, nil
}

// RequestPort brings a number from another operator. A number of ours is refused before anybody is asked.
func (s *wizardHandlers) RequestPort(ctx context.Context, req gen.RequestPortRequestObject) (gen.RequestPortResponseObject, error) {
	if number.IsOurs(req.Body.Msisdn) {
		return nil, contract.RefuseField(port.FieldMSISDN, contract.FailNumberIsOurs)
	}
	answer, err := s.updates.apply(ctx, contract.UpdateRequestPort, contract.PortRequest{
		Operator: req.Body.Operator, MSISDN: req.Body.Msisdn, AcceptTerms: req.Body.AcceptTerms,
		Window: orDefault(valueOf(req.Body.Window), contract.WindowEarliest),
	})
	return gen.RequestPort200JSONResponse{OrderJSONResponse: answer}, err
}

// CorrectPort asks the old operator again with corrected data.
func (s *wizardHandlers) CorrectPort(ctx context.Context, req gen.CorrectPortRequestObject) (gen.CorrectPortResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateCorrectPort, contract.PortCorrection{
		Operator: valueOf(req.Body.Operator), MSISDN: valueOf(req.Body.Msisdn), Window: valueOf(req.Body.Window),
	})
	return gen.CorrectPort200JSONResponse{OrderJSONResponse: answer}, err
}

// ChoosePortWindow moves the switch. The order's row follows a moment later, so the port is shown as it said itself.
func (s *wizardHandlers) ChoosePortWindow(ctx context.Context, req gen.ChoosePortWindowRequestObject) (gen.ChoosePortWindowResponseObject, error) {
	current := requestOf(ctx)
	o := current.order.Order
	moved, err := s.flow.ChoosePortWindow(ctx, o.Number, current.key, contract.PortWindowChoice{Window: req.Body.Window})
	if err != nil {
		return nil, err
	}
	o.Port = &moved
	view, err := s.view(ctx, o)
	return gen.ChoosePortWindow200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}

// portNotice finds the port by our own id, which begins with the order's.
func (s *webhookHandlers) portNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status, known := port.Status(textOf(event, "status"))
	if !known {
		return notice{}, &invalid{code: contract.FailValidation, fields: map[string]string{"data.status": fieldInvalid}}
	}
	portID := textOf(event, "portId")
	orderID, ok := orderInReference(portID)
	if !ok {
		return notice{}, contract.Refuse(contract.FailOrderNotFound)
	}
	number, err := s.orders.NumberOf(ctx, orderID)
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

func (v presenter) port(view *gen.Order, p contract.Port) {
	shown := allocate(&view.Port)
	shown.Operator, shown.OperatorName = p.Operator, v.either(p.OperatorAr, p.OperatorEn)
	shown.Msisdn, shown.Window, shown.Status = p.MSISDN, p.Window, gen.OrderPortStatus(p.Status)
	shown.TriesLeft, shown.Escalated = max(0, v.settings.Port.Tries-p.Tries), p.Escalated
	shown.ExpectedAt, shown.CutOverAt = moment(p.ExpectedAt), moment(p.CutOverAt)
	open := port.MayChooseWindow(p) == nil
	shown.WindowOpen = &open
	if p.Rejection != "" {
		said := allocate(&shown.Rejection)
		said.Code, said.Message = string(p.Rejection), texts.Text(v.language, p.Rejection, nil)
		said.Editable = []gen.OrderPortRejectionEditable{}
		for _, field := range port.Editable(p.Rejection) {
			said.Editable = append(said.Editable, gen.OrderPortRejectionEditable(field))
		}
	}
	if len(p.Hints) > 0 {
		list := allocate(&shown.Hints)
		for _, hint := range p.Hints {
			*list = append(*list, struct {
				Code    string `json:"code"`
				Message string `json:"message"`
			}{string(hint), texts.Text(v.language, hint, nil)})
		}
	}
}
