package order

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/proto"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// The kind table, not the folder of recordings, decides which histories of orders must exist. A build that drops a phase of a
// kind, or its undo, must fail the replay of an order of that kind.

// part is a phase of a kind, or an undo.
type part struct {
	kind order.Key
	what string
}

// noDifference are the parts whose absence no replay can notice, with the reason.
var noDifference = map[part]string{
	{replacementCard, string(contract.PhasePlaced)}:         "no number to lose, no profile to promise",
	{portCard, string(contract.PhasePortSubmitted)}:         "the next phase submits, too, and waits for more",
	{multiSIMCard, string(contract.WorkReleaseNumber)}:      "the number is the line's",
	{multiESIM, string(contract.WorkReleaseNumber)}:         "the number is the line's",
	{replacementCard, string(contract.WorkReleaseNumber)}:   "the number is the line's",
	{replacementByESIM, string(contract.WorkReleaseNumber)}: "the number is the line's",
}

var (
	portCard          = order.Key{Kind: contract.KindSIM, Source: contract.NumberPortIn, SIM: contract.SIMPhysical}
	multiSIMCard      = order.Key{Kind: contract.KindMultiSIM, Source: contract.NumberExisting, SIM: contract.SIMPhysical}
	multiESIM         = order.Key{Kind: contract.KindMultiSIM, Source: contract.NumberExisting, SIM: contract.SIMEmbedded}
	replacementCard   = order.Key{Kind: contract.KindSIMReplacement, Source: contract.NumberExisting, SIM: contract.SIMPhysical}
	replacementByESIM = order.Key{Kind: contract.KindESIMReplacement, Source: contract.NumberExisting, SIM: contract.SIMEmbedded}
)

func TestReplay_MissingPhase_Fails(t *testing.T) {
	recorded := recordedOrders(t)
	for _, key := range orderkinds.All() {
		for _, name := range order.Definitions[key].Phases {
			noticed := replayFails(t, recorded[key], name, func(p phase) phase {
				return phase{func(workflow.Context) error { return nil }, p.compensations}
			})
			requireNoticed(t, part{key, string(name)}, noticed)
		}
	}
}

func TestReplay_MissingUndo_Fails(t *testing.T) {
	recorded := recordedOrders(t)
	for _, key := range orderkinds.All() {
		for _, name := range order.Definitions[key].Phases {
			for i, work := range orderkinds.Compensations[name] {
				noticed := replayFails(t, recorded[key], name, func(p phase) phase {
					return phase{p.do, slices.Delete(slices.Clone(p.compensations), i, i+1)}
				})
				requireNoticed(t, part{key, string(work)}, noticed)
			}
		}
	}
}

func requireNoticed(t *testing.T, left part, noticed bool) {
	t.Helper()
	require.Equal(t, noDifference[left] == "", noticed, "a build without %q of %v: record an order that has it (make record)", left.what, left.kind)
}

// heldIn is the work that is held when a phase cannot continue; nothing of a placed order can fail.
var heldIn = map[contract.Phase]contract.Work{
	contract.PhasePaid: contract.WorkSellNumber, contract.PhaseSIMAllocated: contract.WorkAllocateSIM,
	contract.PhaseParcelDelivered: contract.WorkShip, contract.PhaseProfileReady: contract.WorkOrderProfile,
	contract.PhaseProfileInstalled: contract.WorkFollowProfile, contract.PhaseCustomerActivates: contract.WorkAwaitActivation,
	contract.PhaseLineOn: contract.WorkActivate, contract.PhasePortSubmitted: contract.WorkSubmitPort,
	contract.PhaseDonorApproved: contract.WorkSubmitPort, contract.PhaseNumberMoved: contract.WorkCutOver,
	contract.PhaseCompleted: contract.WorkComplete, contract.PhaseOldSIMSuspended: contract.WorkSuspendSIM,
	contract.PhaseSIMTakenOver: contract.WorkTakeOver, contract.PhaseExtraSIMAdded: contract.WorkAddExtraSIM,
	contract.PhaseHolderMayDispute: contract.WorkAnswerDispute,
}

// heldFrom is the stage that limits support's decision; any other phase can be cancelled.
var heldFrom = map[contract.Phase]contract.Stage{
	contract.PhaseNumberMoved: contract.StagePorting, contract.PhaseHolderMayDispute: contract.StageActive,
}

func TestRecorded_SupportDecisions_AllExist(t *testing.T) {
	taken := decisionsTaken(t)
	for name := range phasesOf(newOrderRun(contract.OrderInput{})) {
		if work, fails := heldIn[name]; fails {
			requireDecided(t, taken, work, heldFrom[name])
		}
		require.True(t, heldIn[name] != "" || name == contract.PhasePlaced, "no held work is known for a failure of %q", name)
		for _, work := range orderkinds.Compensations[name] {
			requireDecided(t, taken, work, contract.StageCancelling)
		}
	}
}

func requireDecided(t *testing.T, taken map[contract.Work]map[string]bool, work contract.Work, from contract.Stage) {
	t.Helper()
	held := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{Work: work, From: from, CanSkip: order.CanSkip(work)}}
	for _, action := range []string{contract.ResolveRetry, contract.ResolveSkip, contract.ResolveCancel} {
		if order.ValidateResolution(held, contract.Resolution{Action: action}) == nil {
			require.True(t, taken[work][action], "no recording holds %q and then decides %q (make record)", work, action)
		}
	}
}

// decisionsTaken reads from the histories which work was held at each decision of support.
func decisionsTaken(t *testing.T) map[contract.Work]map[string]bool {
	t.Helper()
	taken := map[contract.Work]map[string]bool{}
	for _, histories := range recordedOrders(t) {
		for _, history := range histories {
			var last contract.Order
			for _, event := range history.GetEvents() {
				if saved := event.GetMarkerRecordedEventAttributes().GetDetails()["result"].GetPayloads(); len(saved) > 0 {
					keepOrder(saved[0].GetData(), &last)
				}
				asked := event.GetWorkflowExecutionUpdateAcceptedEventAttributes().GetAcceptedRequest().GetInput()
				if asked.GetName() != contract.UpdateResolve || last.Held == nil {
					continue
				}
				var decision contract.Resolution
				require.NoError(t, json.Unmarshal(asked.GetArgs().GetPayloads()[0].GetData(), &decision))
				if taken[last.Held.Work] == nil {
					taken[last.Held.Work] = map[string]bool{}
				}
				taken[last.Held.Work][decision.Action] = true
			}
		}
	}
	return taken
}

// keepOrder takes the answer of an order's step; other steps answer something else.
func keepOrder(answer []byte, last *contract.Order) {
	var o contract.Order
	if json.Unmarshal(answer, &o) == nil && o.Stage != "" {
		*last = o
	}
}

// recordedOrders reads the recorded histories of orders, by kind.
func recordedOrders(t *testing.T) map[order.Key][]*historypb.History {
	t.Helper()
	files, err := filepath.Glob("../testdata/histories/order-*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	found := map[order.Key][]*historypb.History{}
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		history, err := client.HistoryFromJSON(file, client.HistoryJSONOptions{})
		require.NoError(t, err, name)
		require.NoError(t, file.Close())
		var in contract.OrderInput
		begun := history.GetEvents()[0].GetWorkflowExecutionStartedEventAttributes()
		require.NoError(t, json.Unmarshal(begun.GetInput().GetPayloads()[0].GetData(), &in))
		key := order.Key{Kind: in.Order.Kind, Source: in.Order.NumberSource, SIM: order.SIMTypeOf(in.Order.Kind, in.Order.SIMType)}
		found[key] = append(found[key], history)
	}
	return found
}

// replayFails reports whether a build with another phase of that name fails any of the histories.
func replayFails(t *testing.T, histories []*historypb.History, name contract.Phase, other func(phase) phase) bool {
	t.Helper()
	asBuilt := phasesOf
	defer func() { phasesOf = asBuilt }()
	phasesOf = func(o *orderRun) map[contract.Phase]phase {
		phases := asBuilt(o)
		phases[name] = other(phases[name])
		return phases
	}
	return slices.ContainsFunc(histories, func(history *historypb.History) bool {
		replayer := worker.NewWorkflowReplayer()
		replayer.RegisterWorkflow(Order)
		err := replayer.ReplayWorkflowHistory(log.NewStructuredLogger(slog.New(slog.DiscardHandler)), proto.CloneOf(history))
		return err != nil && !strings.Contains(err.Error(), "[TMPRL1101]") // a task took too long on a busy machine
	})
}
