package worker

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	gateways "selfcare/internal/gateway/partners"
	"selfcare/internal/store"
)

func noParts() Parts { return Parts{Store: store.New(nil, nil)} }

func TestQueues_EachActivity_HasExactlyOne(t *testing.T) {
	of := map[string]string{}
	for queue, all := range activitiesOf(noParts()) {
		for _, one := range all {
			kind := reflect.TypeOf(one)
			for i := range kind.NumMethod() {
				name := kind.Method(i).Name
				require.NotContains(t, of, name, "%s of %s is registered twice", name, kind)
				of[name] = queue
			}
		}
	}
	for activity, queue := range map[string]string{
		"OpenOrder": contract.TaskQueue, "DeliverPurchase": contract.TaskQueueMoney, "NotifyCustomer": contract.TaskQueueMessages,
		"ForgetSessions": contract.TaskQueueKeepers, "ChargeCard": "selfcare-partner-payment", "SwitchPlan": "selfcare-processes",
	} {
		require.Equal(t, queue, of[activity], activity)
	}
	require.Equal(t, of, activitiesOf(noParts()).queueOf())
}

func TestQueues_EachPartner_HasOne(t *testing.T) {
	for _, p := range gateways.All {
		if p.Name == "sadad" || p.Name == "zatca" { // SADAD calls us; a keeper of its own calls ZATCA
			continue
		}
		short := p.Name
		if p.Name == "sms" || p.Name == "email" {
			short = "messages"
		}
		i := slices.IndexFunc(queues, func(q queue) bool { return q.short == short })
		require.NotEqual(t, -1, i, p.Name)
		require.Positive(t, queues[i].tries, "%s may hang", p.Name)
		require.True(t, isPartner(queues[i]) || short == "messages", p.Name)
	}
}

// A call of our own database is never refused because a partner is busy: the process would take it for an outage.
func TestQueues_OfDatabase_HaveNoLimit(t *testing.T) {
	for _, q := range queues {
		if q.short == "orders" || q.short == "money" || q.short == "keepers" {
			require.Zero(t, q.tries, q.short)
		}
	}
	of := activitiesOf(noParts()).queueOf()
	for _, activity := range []string{"PlanPort", "ChoosePortWindow", "SaveLineProof", "DueSettlements", "GiveUpItem"} {
		require.NotContains(t, of[activity], "partner", activity)
		require.NotContains(t, of[activity], "processes", activity)
	}
}

func TestQueues_EachWorkflow_StartsOnOne(t *testing.T) {
	var ordinary []string
	for _, wf := range Workflows {
		name := nameOf(wf)
		i := slices.IndexFunc(queues, func(q queue) bool { return q.name == contract.QueueOf(name) })
		require.True(t, queues[i].workflows, name)
		if queues[i].name == contract.TaskQueue {
			ordinary = append(ordinary, name)
		}
	}
	slices.Sort(ordinary)
	require.Equal(t, []string{
		"AttachmentScan", "BulkResolution", "LineChange", "LineDeactivation", "LineProof", "NationalAddress", "Order", "ParcelLabel", "PortIn", "PortOut", "PrimarySwitch",
		"SIMDeactivation", "ServiceRequest", "SettingChange", "SocialAddress", "SocialIdentity", "TopUpOffer",
	}, ordinary, "all others have a queue apart")
	for _, s := range schedules {
		require.NotEqual(t, contract.TaskQueue, contract.QueueOf(s.workflow), "a job does not wait among orders: %s", s.id)
	}
}

func TestServe_Configuration_Applies(t *testing.T) {
	all, tries, err := serve(Options{})
	require.NoError(t, err)
	require.Len(t, all, len(queues))
	require.Equal(t, triesOfPartner, tries["selfcare-partner-network"])

	some, tries, err := serve(Options{
		Queues: []string{"money", "partners"}, Slots: []string{"payment=7", "money=3"}, Tries: []string{"network=5"},
	})
	require.NoError(t, err)
	slots := map[string]int{}
	for _, q := range some {
		require.True(t, q.short == "money" || strings.Contains(q.name, "-partner-"), q.name)
		slots[q.short] = q.slots
	}
	require.Equal(t, 3, slots["money"])
	require.Equal(t, 7, slots["payment"])
	require.Equal(t, slotsOfPartner, slots["network"])
	require.Equal(t, 5, tries["selfcare-partner-network"], "tries run where the workflow runs")

	for _, wrong := range []Options{{Queues: []string{"moneys"}}, {Slots: []string{"payment"}}, {Slots: []string{"payment=0"}}, {Tries: []string{"pay=1"}}} {
		_, _, err := serve(wrong)
		require.ErrorContains(t, err, "WORKER_")
	}
}

// The workers of a process share its database connections; tries at partners hold none.
func TestLocalActivities_Workers_ShareConnections(t *testing.T) {
	tries := map[string]int{"a": 16, "b": 4}
	require.Equal(t, 24+20, localActivities(32, 1, tries))
	require.Equal(t, 12+20, localActivities(32, 2, tries))
	require.Equal(t, 1+20, localActivities(4, 2, tries))
}

func TestQueuesPage_EachQueue_HasItsRow(t *testing.T) {
	page, err := os.ReadFile("../docs/operations/queues.md")
	require.NoError(t, err)
	for _, q := range queues {
		limit := "no limit"
		if q.tries > 0 {
			limit = strconv.Itoa(q.tries)
		}
		require.Regexp(t, fmt.Sprintf("(?m)^\\| `%s` \\| `%s` \\| .+ \\| %d \\| %s \\|$", q.short, q.name, q.slots, limit), string(page))
	}
	require.Len(t, queues, strings.Count(string(page), "\n| `"))
}
