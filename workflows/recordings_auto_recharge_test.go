//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// autoRecharges are the courses of a due date of an auto-recharge, each with its end.
var autoRecharges = map[string]struct {
	ends    contract.AutoStage
	perform func(*recording)
}{
	"recharged":           {contract.AutoRecharged, func(*recording) {}},
	"nothing-due":         {contract.AutoIdle, func(p *recording) { p.autos.Day = contract.AutoIdle }},
	"missed":              {contract.AutoMissed, func(p *recording) { p.autos.Day = contract.AutoMissed }},
	"looked-at-again":     {contract.AutoRecharged, func(p *recording) { p.autos.Looks = 2 }},
	"card-fails-once":     {contract.AutoRecharged, func(p *recording) { p.autos.Declines = 1 }},
	"card-fails":          {contract.AutoFailed, func(p *recording) { p.autos.Declines = 3 }},
	"ended-meanwhile":     {contract.AutoStopped, func(p *recording) { p.autos.Declines, p.autos.Ended = 1, true }},
	"card-gone":           {contract.AutoFailed, func(p *recording) { p.shop.Fails("open", workflowtest.No(contract.FailCardUnknown)) }},
	"numbers-taken":       {contract.AutoFailed, func(p *recording) { p.shop.Fails("open", workflowtest.No(contract.FailPurchaseNumber)) }},
	"opened-before":       {contract.AutoRecharged, func(p *recording) { p.shop.Has(contract.Purchase{ID: p.id(), Number: "7", Seq: 1}) }},
	"started-from-note":   {contract.AutoRecharged, func(p *recording) { p.shop.Fails("start", workflowtest.No(contract.FailOutsideSystem)) }},
}

// autoRefusals are the refusals of our books that end the run: the next look at the rule begins the date again.
var autoRefusals = []string{"begin-date", "begin-try", "record-try"}

func TestRecordAutoRecharges(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, one := range autoRecharges {
		t.Run(name, func(t *testing.T) {
			p := newRecording(t, server, name)
			one.perform(p)
			require.NoError(t, p.dueNow())
			require.Equal(t, one.ends, p.autos.Last().Stage)
			p.save("auto-recharge-"+name, autoRechargeID(name))
		})
	}
	for _, effect := range autoRefusals {
		t.Run(effect, func(t *testing.T) {
			p := newRecording(t, server, effect)
			p.autos.Fails(effect, workflowtest.No(contract.FailLineBlocked))
			require.Error(t, p.dueNow())
			p.save("auto-recharge-"+effect+"-refused", autoRechargeID(effect))
		})
	}
}

func TestRecordAutoRechargeByHand(t *testing.T) {
	server := startServer(t)
	p := newRecording(t, server, "by-hand")
	require.NoError(t, p.startsAutoRecharge(time.Time{}))
	p.save("auto-recharge-by-hand", autoRechargeID("by-hand"))
}

func TestRecordAutoRechargeDates(t *testing.T) {
	recordEndless(t, contract.WorkflowAutoRechargeDates, "auto-recharge-dates")
}

// dueNow starts the workflow of a date.
func (p *recording) dueNow() error {
	return p.startsAutoRecharge(time.Now().UTC().Truncate(time.Second))
}

func (p *recording) startsAutoRecharge(due time.Time) error {
	options := client.StartWorkflowOptions{ID: autoRechargeID(p.id()), TaskQueue: contract.TaskQueue}
	begun, err := p.server.ExecuteWorkflow(p.t.Context(), options, contract.WorkflowAutoRecharge, contract.AutoRechargeInput{LineID: p.id(), Due: due})
	require.NoError(p.t, err)
	return begun.Get(p.t.Context(), nil)
}

func autoRechargeID(line string) string { return contract.AutoRechargeID(line, "2026-11-30") }
