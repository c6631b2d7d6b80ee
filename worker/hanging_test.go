package worker_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/gateway/social"
	"selfcare/internal/gateway/topup"
	"selfcare/internal/platform/rollout"
	"selfcare/worker"

	messageacts "selfcare/activities/message"
)

const (
	triesOfTopUp = 3
	slotsOfTopUp = 4
	hungCalls    = 40
	goesOnWithin = 20 * time.Second // each takes less than a second on a quiet machine; the hung calls take longer
)

// hungTopUps is a partner that takes calls and does not answer.
type hungTopUps struct {
	topup.Gateway

	now, most atomic.Int64
	release   chan struct{}
}

func (h *hungTopUps) Operator(context.Context, string) (topup.Operator, error) {
	running := h.now.Add(1)
	defer h.now.Add(-1)
	for {
		most := h.most.Load()
		if running <= most || h.most.CompareAndSwap(most, running) {
			break
		}
	}
	<-h.release // it ignores its deadline, as a call in the kernel does
	return topup.Operator{}, context.DeadlineExceeded
}

type signIns struct{ social.Gateway }

func (signIns) Address(context.Context, social.Request) (string, error) {
	return "https://provider.example", nil
}

type sender struct{ sent atomic.Int64 }

func (s *sender) Send(context.Context, messages.Message) error {
	s.sent.Add(1)
	return nil
}

// A partner that hangs has all its tries and slots in use. Messages, money, another partner, and the nightly jobs go on.
func TestWorkers_PartnerHangs_OthersGoOn(t *testing.T) {
	c := testkit.Temporal(t, nil)
	hung, sent := &hungTopUps{release: make(chan struct{})}, &sender{}
	w, err := worker.New(c, worker.Parts{
		Store:    testkit.Store(t),
		Links:    messageacts.Links{Origin: "https://selfcare.example", Signer: messagelink.NewSigner(bytes.Repeat([]byte("p"), 32))},
		Gateways: partners.Gateways{TopUp: hung, Social: signIns{}, SMS: sent, Email: sent},
	}, worker.Options{
		BuildID: firstBuild, Connections: 32, StopTimeout: time.Second,
		Queues: []string{"orders", "money", "messages", "keepers", "topup", "social"},
		Tries:  []string{fmt.Sprintf("topup=%d", triesOfTopUp)}, Slots: []string{fmt.Sprintf("topup=%d", slotsOfTopUp)},
	})
	require.NoError(t, err)
	require.NoError(t, w.Start())
	defer w.Stop()
	defer close(hung.release)
	require.Len(t, w, 6)
	served := slices.DeleteFunc(slices.Clone(worker.Queues), func(q rollout.Queue) bool {
		isOther := strings.Contains(q.Name, "-partner-") && !strings.HasSuffix(q.Name, "topup") && !strings.HasSuffix(q.Name, "social")
		return isOther || strings.HasSuffix(q.Name, "-processes") || strings.HasSuffix(q.Name, "-plans")
	})
	_, err = rollout.New(c, client.DefaultNamespace, worker.Deployment, served).AwaitFirst(within(t, 2*time.Minute), firstBuild)
	require.NoError(t, err)

	for i := range hungCalls {
		start(t, c, contract.WorkflowTopUpOffer, fmt.Sprintf("hung/%d", i), contract.TopUpQuestion{Mobile: "+911234567890"})
	}
	require.Eventually(t, func() bool { return hung.now.Load() == triesOfTopUp+slotsOfTopUp }, time.Minute, 10*time.Millisecond)

	began := time.Now()
	ends(t, start(t, c, contract.WorkflowSocialAddress, "other-partner", contract.SocialRequest{Provider: "google"}))
	ends(t, start(t, c, contract.WorkflowDunning, "money"))
	ends(t, start(t, c, contract.WorkflowExpectations, "job"))
	notice := contract.Notice{
		OrderID: "code", Key: "code", Template: "code-login", Language: "en", Mobile: "0571234567",
		Params: map[string]string{"code": "123456", "minutes": "5"},
	}
	ends(t, start(t, c, contract.WorkflowNotice, "message", contract.NoticeInput{Notice: notice, Within: time.Minute}))
	require.Less(t, time.Since(began), goesOnWithin)
	require.EqualValues(t, 1, sent.sent.Load())
	require.EqualValues(t, triesOfTopUp+slotsOfTopUp, hung.most.Load(), "and the partner never gets more calls at once")
}

func start(t *testing.T, c client.Client, workflow, id string, args ...any) client.WorkflowRun {
	t.Helper()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: contract.QueueOf(workflow)}, workflow, args...)
	require.NoError(t, err)
	return run
}

func ends(t *testing.T, run client.WorkflowRun) {
	t.Helper()
	require.NoError(t, run.Get(within(t, time.Minute), nil), run.GetID())
}
