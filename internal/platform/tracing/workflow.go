package tracing

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/workflow"
)

// InterceptWorkflow puts the SDK's interceptor on outbound calls and ours on inbound ones.
func (s *steps) InterceptWorkflow(ctx workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	told := &toldSteps{all: s, sdk: s.Interceptor.InterceptWorkflow(ctx, &askedSteps{WorkflowInboundInterceptorBase: interceptor.WorkflowInboundInterceptorBase{Next: next}})}
	told.Next = next
	return told
}

// toldSteps intercepts the inbound calls of a workflow: its start, updates and signals.
type toldSteps struct {
	interceptor.WorkflowInboundInterceptorBase
	all *steps
	sdk interceptor.WorkflowInboundInterceptor
}

// Init passes the outbound calls to the SDK's interceptor.
func (s *toldSteps) Init(outbound interceptor.WorkflowOutboundInterceptor) error {
	return s.sdk.Init(outbound)
}

// ExecuteWorkflow traces the start of a run.
func (s *toldSteps) ExecuteWorkflow(ctx workflow.Context, in *interceptor.ExecuteWorkflowInput) (any, error) {
	ctx, end := s.enter(ctx, "RunWorkflow", workflow.GetInfo(ctx).WorkflowType.Name)
	end(nil) // the span covers only the start: the end may be weeks away, on another worker
	return s.Next.ExecuteWorkflow(ctx, in)
}

// ExecuteUpdate traces an accepted update.
func (s *toldSteps) ExecuteUpdate(ctx workflow.Context, in *interceptor.UpdateInput) (any, error) {
	ctx, end := s.enter(ctx, "HandleUpdate", in.Name)
	answer, err := s.Next.ExecuteUpdate(ctx, in)
	end(err)
	return answer, err
}

// HandleSignal traces a signal.
func (s *toldSteps) HandleSignal(ctx workflow.Context, in *interceptor.HandleSignalInput) error {
	ctx, end := s.enter(ctx, "HandleSignal", in.SignalName)
	err := s.Next.HandleSignal(ctx, in)
	end(err)
	return err
}

// enter puts the following calls into the trace of the caller. It begins a span only the first time; on a replay the following
// calls become children of the caller's span.
func (s *toldSteps) enter(ctx workflow.Context, operation, name string) (_ workflow.Context, end func(error)) {
	teller := s.all.tracer.SpanFromContext(trace.ContextWithRemoteSpanContext(context.Background(), s.teller(ctx))) //nolint:forbidigo // a workflow has no Go context
	if workflow.IsReplaying(ctx) {
		return workflow.WithValue(ctx, spanKey{}, teller), func(error) {}
	}
	info := workflow.GetInfo(ctx)
	span, err := s.all.tracer.StartSpan(&interceptor.TracerStartSpanOptions{
		Parent: teller, Operation: operation, Name: name, FromHeader: true,
		Tags: map[string]string{"temporalWorkflowID": info.WorkflowExecution.ID, "temporalRunID": info.WorkflowExecution.RunID},
	})
	if err != nil { // a workflow never fails because of tracing
		return ctx, func(error) {}
	}
	return workflow.WithValue(ctx, spanKey{}, span), func(err error) { span.Finish(&interceptor.TracerFinishSpanOptions{Error: err}) }
}

// teller returns the span of the workflow's caller. Without one, the trace follows from the run's id, so that all workers of
// the run use the same.
func (s *toldSteps) teller(ctx workflow.Context) trace.SpanContext {
	var carried map[string]string
	if written := interceptor.WorkflowHeader(ctx)[headerKey]; written != nil {
		if err := converter.GetDefaultDataConverter().FromPayload(written, &carried); err != nil {
			carried = nil // of another library; a workflow never fails because of tracing
		}
	}
	known := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier(carried))) //nolint:forbidigo // only carries what is read
	if known.IsValid() {
		return known
	}
	return s.all.ofRun(workflow.GetInfo(ctx).WorkflowExecution.RunID)
}

// askedSteps intercepts the outbound calls of a workflow, before the SDK's interceptor.
type askedSteps struct {
	interceptor.WorkflowInboundInterceptorBase
}

// Init puts our interceptor in front.
func (s *askedSteps) Init(sdk interceptor.WorkflowOutboundInterceptor) error {
	asked := &newRuns{}
	asked.Next = sdk
	return s.Next.Init(asked)
}

type newRuns struct {
	interceptor.WorkflowOutboundInterceptorBase
}

// NewContinueAsNewError hides the trace, so that the new run begins one of its own.
func (r *newRuns) NewContinueAsNewError(ctx workflow.Context, next any, args ...any) error {
	return r.Next.NewContinueAsNewError(workflow.WithValue(ctx, spanKey{}, nil), next, args...)
}
