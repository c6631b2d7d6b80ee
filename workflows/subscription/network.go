package subscription

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/run"
)

// networkAgain is when the network is told again what it refused.
const networkAgain = time.Hour

// networkFollows tells the network what the line may do, where it goes by something else. What it refuses keeps nothing else of the
// plan from going on: operators see it, and it is told again.
func (s *subscriptionRun) networkFollows(ctx workflow.Context) {
	if !subscription.Behind(s.State) {
		s.caughtUp(ctx)
		return
	}
	if run.Now(ctx).Before(s.behind) {
		return
	}
	s.telling = true
	defer func() { s.telling = false }()
	wanted := subscription.Service(s.State)
	err := s.tell(ctx, fmt.Sprintf("service:%s:%d", s.State.LineID, s.State.Seq), wanted)
	if err == nil {
		err = s.Apply(ctx, "The network follows", plans.RecordService, contract.ServiceSet{At: run.At(ctx), Service: wanted})
	}
	if err != nil {
		s.fellBehind(ctx, err)
		return
	}
	s.caughtUp(ctx)
}

func (s *subscriptionRun) tell(ctx workflow.Context, key string, wanted contract.NetworkService) error {
	order := contract.ServiceOrder{Key: key, LineID: s.State.LineID, Service: wanted}
	return s.Do(run.WithSwitchPolicy(ctx, "Tell the network what the line may do"), nil, service.SetService, order)
}

func (s *subscriptionRun) fellBehind(ctx workflow.Context, err error) {
	if s.behind.IsZero() {
		s.Missed(ctx, "service of the network", err)
	}
	s.behind = run.Now(ctx).Add(s.again())
}

func (s *subscriptionRun) caughtUp(ctx workflow.Context) {
	if !s.behind.IsZero() {
		s.behind = time.Time{}
		s.Attention.Drop(ctx, contract.FailNetworkRefused)
		s.Attention.Drop(ctx, contract.FailOutsideSystem)
	}
}
