package devstack

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	linestore "selfcare/internal/store/line"
)

const lostPhones = 40

// phones are lines with lost phones.
type phones struct {
	*counter
	plans []contract.PlanSubscription
}

// A worker that dies during suspensions leaves no line in service, and sends no message twice.
func TestRun_WorkerDiesInSuspensions_EachHolds(t *testing.T) {
	testkit.Nightly(t, "stack")
	p := &phones{counter: openApart(t)}
	p.inService()

	owners, waiting := errgroup.WithContext(p.ctx)
	for _, plan := range p.plans {
		owners.Go(func() error { return p.suspends(waiting, plan) })
	}
	require.Eventually(t, func() bool { return len(p.off()) > 2 }, 2*time.Minute, time.Millisecond)
	p.killWorker()
	off := len(p.off())
	t.Logf("killed with %d of %d lines off", off, lostPhones)
	require.Less(t, off, lostPhones, "the kill came too late")

	p.startWorker()
	require.NoError(t, owners.Wait())
	require.Eventually(t, func() bool { return len(p.off()) == lostPhones }, 2*time.Minute, 50*time.Millisecond)
	p.requireEachTold()
	p.close()
}

// inService creates the lines, each with a plan.
func (p *phones) inService() {
	p.t.Helper()
	var lines []string
	for n := range lostPhones {
		line, err := p.store.Lines.Add(p.t.Context(), linestore.Line{
			MSISDN: fmt.Sprintf("0578%06d", n), Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-55",
			Person: contract.Person{IDNumber: uuid.NewString()},
		}, time.Now())
		require.NoError(p.t, err)
		lines = append(lines, line)
	}
	require.NoError(p.t, seed.BeginPlans(p.t.Context(), p.db, p.store, time.Now()))
	for _, line := range lines {
		plan, err := p.store.PlanSubscriptions.Get(p.t.Context(), line)
		require.NoError(p.t, err)
		p.plans = append(p.plans, plan)
	}
}

// suspends repeats the request until it is answered: the same request is the same suspension.
func (p *phones) suspends(ctx context.Context, plan contract.PlanSubscription) error {
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for key := uuid.NewString(); ; {
		_, err := flow.NewSubscriptions(p.client).SuspendLine(ctx, plan, key, contract.SuspensionChoice{Key: key, UserID: "u1", Language: "en"})
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("suspend line %s: %w", plan.LineID, err)
		case <-again.C:
		}
	}
}

// networkLine is a line in the network.
type networkLine struct {
	MSISDN, Level string
	Changes       int
}

// off lists the lines that the network has switched off.
func (p *phones) off() []networkLine {
	p.t.Helper()
	address := strings.TrimSuffix(p.variables["NETWORK_URL"], "/network") + "/control/network/lines"
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, address, http.NoBody)
	require.NoError(p.t, err)
	answer, err := patient.Do(request)
	require.NoError(p.t, err)
	defer func() { require.NoError(p.t, answer.Body.Close()) }()
	var list struct{ Items []networkLine }
	require.NoError(p.t, json.NewDecoder(answer.Body).Decode(&list))
	return slices.DeleteFunc(list.Items, func(l networkLine) bool { return l.Level != string(contract.ServiceNone) })
}

// requireEachTold compares the network's own list, the rows and the messages with the requests.
func (p *phones) requireEachTold() {
	p.t.Helper()
	for _, line := range p.off() {
		require.Equal(p.t, 1, line.Changes, "%s was switched off once", line.MSISDN)
	}
	for _, plan := range p.plans {
		line, err := p.store.Lines.Get(p.t.Context(), plan.LineID)
		require.NoError(p.t, err)
		require.True(p.t, line.IsSuspended())
		told, err := p.db.NewSelect().Table("outbox").Where("template = 'line-suspended' AND subject_id = ?", plan.LineID).Count(p.t.Context())
		require.NoError(p.t, err)
		require.EqualValues(p.t, 1, told, "its number, once")
	}
}
