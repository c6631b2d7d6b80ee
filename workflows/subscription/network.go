package subscription

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/process"
)

// networkAgain is the pause before the network is told again after a refusal.
const networkAgain = time.Hour

// syncNetwork pushes the line's service level when the network's differs. A refusal must not block the plan: operators see
// it, and the network is told again later.
func (s *subscriptionRun) syncNetwork(ctx workflow.Context) {
	s.asked = false
	if !subscription.IsNetworkOutdated(s.State) {
		s.clearBehind(ctx)
		return
	}
	if process.Now(ctx).Before(s.behind) {
		return
	}
	s.telling = true
	defer func() { s.telling = false }()
	wanted := subscription.Service(s.State)
	err := s.tell(ctx, fmt.Sprintf("service:%s:%d", s.State.LineID, s.State.Seq), wanted)
	if err == nil {
		err = s.Apply(ctx, "Record that the network is up to date", plans.RecordService, contract.ServiceSet{At: process.At(ctx), Service: wanted})
	}
	if err != nil {
		s.markBehind(ctx, err)
		return
	}
	s.clearBehind(ctx)
}

// receiveRetries registers support's decision about a network that is behind.
func (s *subscriptionRun) receiveRetries(ctx workflow.Context) error {
	may := func(in contract.Resolution) error {
		return process.Refusal(subscription.ValidateResolution(s.State, in))
	}
	return process.RegisterUpdate(s.Process, ctx, contract.UpdateResolve, may, s.resolve)
}

// resolve tells the network again at once. The decision is recorded before the network answers.
func (s *subscriptionRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.PlanSubscription, error) {
	retry := contract.ServiceRetry{At: process.At(ctx), Resolution: in}
	err := s.CallLocal(ctx, "Inform the network again for support", nil, plans.NoteServiceRetry, s.State, retry)
	if err == nil && !s.behind.IsZero() { // otherwise the network is being told already
		s.behind, s.asked = process.Now(ctx), true
	}
	return s.State, err
}

func (s *subscriptionRun) tell(ctx workflow.Context, key string, wanted contract.NetworkService) error {
	order := contract.ServiceOrder{Key: key, LineID: s.State.LineID, Service: wanted}
	return s.Do(process.WithSwitchPolicy(ctx, "Inform the network of the line's services"), nil, service.SetService, order)
}

func (s *subscriptionRun) markBehind(ctx workflow.Context, err error) {
	if s.behind.IsZero() {
		workflow.GetLogger(ctx).Error("the network refused the service level", "error", err)
		s.Attention.Raise(ctx, process.CodeOf(err))
	}
	s.behind = process.Now(ctx).Add(s.retryPause())
}

func (s *subscriptionRun) clearBehind(ctx workflow.Context) {
	if !s.behind.IsZero() {
		s.behind = time.Time{}
		s.dropRefusals(ctx)
	}
}

// dropRefusals drops the reasons that markBehind may have raised.
func (s *subscriptionRun) dropRefusals(ctx workflow.Context) {
	for _, code := range []contract.Code{contract.FailNetworkRefused, contract.FailOutsideSystem, contract.FailRecord, contract.FailUnavailable} {
		s.Attention.Drop(ctx, code)
	}
}
