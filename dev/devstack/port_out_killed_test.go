package devstack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	orderacts "selfcare/activities/order"
	"selfcare/dev/seed"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

const numbersPortedOut = 20

// leavers are numbers that leave for another operator at once.
type leavers struct {
	*counter
	lines map[string]string // by number
}

// A worker that dies during port-outs loses none of them, and ends no line twice. Afterwards each number can be ported
// in again.
func TestRun_WorkerDiesInPortOuts_EachLeavesOnce(t *testing.T) {
	testkit.Nightly(t, "stack")
	l := &leavers{counter: openApart(t), lines: map[string]string{}}
	l.inService()

	l.tell("knobs", map[string]any{"pace": map[string]int{"recipientServesAfterMs": 300}})
	for msisdn := range l.lines {
		l.tell("port-outs", map[string]any{"recipient": "stc", "msisdn": msisdn, "idNumber": owns(msisdn)})
	}
	require.Eventually(t, func() bool { return l.at("ACCEPTED") == numbersPortedOut }, 2*time.Minute, 50*time.Millisecond, "answered by itself")
	for _, asked := range l.asked() {
		l.tell("port-outs/"+asked.Reference+"/move", map[string]any{"status": "CUT_OVER"})
	}
	require.Eventually(t, func() bool { return l.gone() > 2 }, 2*time.Minute, time.Millisecond)
	l.killWorker()
	gone := l.gone()
	t.Logf("killed with %d of %d lines ended", gone, numbersPortedOut)
	require.Less(t, gone, numbersPortedOut, "the kill came too late")

	l.startWorker()
	require.Eventually(t, func() bool { return l.gone() == numbersPortedOut }, 2*time.Minute, 50*time.Millisecond)
	require.Equal(t, numbersPortedOut, l.at("COMPLETED"))
	l.requireEachOnce()
	l.requireEachMayComeBack()
	l.close()
}

// owns is the ID of a number's owner.
func owns(msisdn string) string { return "10770" + msisdn[5:] }

// inService creates lines with a plan, each with a number sold by an order.
func (l *leavers) inService() {
	l.t.Helper()
	for n := range numbersPortedOut {
		msisdn := fmt.Sprintf("0577%06d", n)
		line, err := l.store.Lines.Add(l.t.Context(), linestore.Line{
			MSISDN: msisdn, Kind: linestore.Voice, Type: "prepaid", PlanID: "hawakom-55",
			Person: contract.Person{IDNumber: owns(msisdn)}, Contact: contract.Contact{Email: "owner@example.com"},
		}, time.Now().AddDate(0, 0, -1))
		require.NoError(l.t, err)
		l.lines[msisdn] = line
		_, err = l.db.ExecContext(l.t.Context(), `
			INSERT INTO numbers (msisdn, category, status, order_id) VALUES (?, 'bronze', 'sold', gen_random_uuid())
			ON CONFLICT (msisdn) DO UPDATE SET status = 'sold', order_id = EXCLUDED.order_id`, msisdn)
		require.NoError(l.t, err)
	}
	require.NoError(l.t, seed.BeginPlans(l.t.Context(), l.db, l.store, time.Now()))
}

func (l *leavers) console(path string) string {
	return strings.TrimSuffix(l.variables["PORTABILITY_URL"], "/portability") + "/control/portability/" + path
}

// tell plays the clearing house, or the asking operator.
func (l *leavers) tell(path string, what any) {
	l.t.Helper()
	body, err := json.Marshal(what)
	require.NoError(l.t, err)
	request, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, l.console(path), bytes.NewReader(body))
	require.NoError(l.t, err)
	request.Header.Set("Content-Type", "application/json")
	answer, err := patient.Do(request)
	require.NoError(l.t, err)
	require.NoError(l.t, answer.Body.Close())
	require.Less(l.t, answer.StatusCode, http.StatusMultipleChoices, path)
}

// askedFor is a request at the clearing house.
type askedFor struct{ Reference, MSISDN, Status string }

func (l *leavers) asked() []askedFor {
	l.t.Helper()
	request, err := http.NewRequestWithContext(l.t.Context(), http.MethodGet, l.console("port-outs"), http.NoBody)
	require.NoError(l.t, err)
	answer, err := patient.Do(request)
	require.NoError(l.t, err)
	defer func() { require.NoError(l.t, answer.Body.Close()) }()
	var list struct{ Items []askedFor }
	require.NoError(l.t, json.NewDecoder(answer.Body).Decode(&list))
	return list.Items
}

// at counts the requests with that status at the clearing house.
func (l *leavers) at(status string) (n int) {
	l.t.Helper()
	for _, asked := range l.asked() {
		if asked.Status == status {
			n++
		}
	}
	return n
}

// gone counts the lines that have ended in our books.
func (l *leavers) gone() int {
	l.t.Helper()
	n, err := l.db.NewSelect().Table("line_endings").Where("fate = ?", contract.OutcomeLeft).Count(l.t.Context())
	require.NoError(l.t, err)
	return int(n)
}

// requireEachOnce compares lines, stock and messages with the requests.
func (l *leavers) requireEachOnce() {
	l.t.Helper()
	for msisdn, line := range l.lines {
		_, err := l.store.Lines.Get(l.t.Context(), line)
		require.ErrorIs(l.t, err, storeerrors.ErrNotFound, "%s has ended", msisdn)
	}
	for want, what := range map[string]string{
		"no number is ours to sell": "SELECT count(*) FROM numbers AS n JOIN lines AS l USING (msisdn) WHERE l.status = 'ended'",
		"no line is kept busy":      "SELECT count(*) FROM line_changes",
		"no message comes twice":    "SELECT count(*) FROM (SELECT FROM outbox WHERE template = 'line-ended' GROUP BY subject_id HAVING count(*) > 1) AS twice",
	} {
		var n int
		require.NoError(l.t, l.db.NewRaw(what).Scan(l.t.Context(), &n))
		require.Zero(l.t, n, want)
	}
	told, err := l.db.NewSelect().Table("outbox").Where("template = 'line-ended'").Count(l.t.Context())
	require.NoError(l.t, err)
	require.EqualValues(l.t, numbersPortedOut, told)
}

// requireEachMayComeBack lets an order port each number in from its operator, like any other number.
func (l *leavers) requireEachMayComeBack() {
	l.t.Helper()
	for msisdn := range l.lines {
		err := orderacts.New(l.store, nil).CheckPort(l.t.Context(), contract.Order{}, contract.PortChosen{
			At:      contract.At{Now: time.Now()},
			Request: contract.PortRequest{Operator: "stc", MSISDN: msisdn, AcceptTerms: true, Window: contract.WindowEarliest},
		})
		require.NoError(l.t, err, msisdn)
	}
}
