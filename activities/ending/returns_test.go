package ending_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/ending"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/portability"
)

const broughtAlong = "0541234567" // from a range of mobily; it came from stc

// clearing gives the answers of the test and records its calls.
type clearing struct {
	portability.Gateway
	asked  []string
	status contract.ReturnStatus
	err    error // to a return
	known  error // to an inquiry
}

func (c *clearing) GiveBack(_ context.Context, r contract.NumberReturn) (contract.ReturnStatus, error) {
	c.asked = append(c.asked, "give "+r.ID+" "+r.MSISDN+" "+r.Operator)
	return c.status, c.err
}

func (c *clearing) ReturnStatus(_ context.Context, id string) (contract.ReturnStatus, error) {
	c.asked = append(c.asked, "ask "+id)
	return c.status, c.known
}

// endsBroughtAlong ends a line whose number came from another operator.
func endsBroughtAlong(t *testing.T) *rig {
	t.Helper()
	r := newRig(t, "prepaid")
	r.exec("UPDATE lines SET msisdn = ?, ported_from = 'stc'", broughtAlong)
	in := r.input()
	in.Ending.Fate, in.Ending.Operator = contract.OutcomeReturned, "mobily"
	r.ends(in)
	r.ends(in)
	return r
}

func (r *rig) returns() string {
	r.t.Helper()
	return r.text("SELECT concat_ws(' ', state, tries, nullif(failure, '')) FROM number_returns WHERE line_id = ?", r.lineID)
}

func TestEndLine_ForeignNumber_OwedToItsOperator(t *testing.T) {
	r := endsBroughtAlong(t)
	require.Equal(t, endingID+" 0541234567 mobily owed", r.text("SELECT concat_ws(' ', id, msisdn, operator, state) FROM number_returns"), "once")
}

func TestReturnDue_EachAnswer_Followed(t *testing.T) {
	give := "give " + endingID + " " + broughtAlong + " mobily"
	tests := map[string]struct {
		house clearing
		want  string
	}{
		"returned":                   {clearing{status: contract.ReturnComplete}, "returned 1"},
		"pending":                    {clearing{status: contract.ReturnPending}, "owed 1"},
		"refused":                    {clearing{status: contract.ReturnRejected}, "held 1 number_return_refused"},
		"the request is refused":     {clearing{err: gateway.ErrFinal}, "held 1 number_return_refused"},
		"unknown":                    {clearing{err: gateway.ErrUnknown}, "owed 1"},
		"the clearing house is away": {clearing{err: gateway.ErrRetry}, "owed 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := endsBroughtAlong(t)
			house := tt.house
			returns := ending.NewReturns(r.store.NumberReturns, r.store.Numbers, &house, time.Minute)
			require.NoError(t, returns.ReturnDue(ctx, ends.Add(-time.Second)))
			require.Empty(t, house.asked, "not before the line has ended")
			require.NoError(t, returns.ReturnDue(ctx, ends))
			require.NoError(t, returns.ReturnDue(ctx, ends))
			require.Equal(t, []string{give}, house.asked)
			require.Equal(t, tt.want, r.returns())
		})
	}
}

func TestReturnDue_UnknownOutcome_AsksFirst(t *testing.T) {
	r := endsBroughtAlong(t)
	house := clearing{err: gateway.ErrUnknown, known: gateway.ErrUnknown}
	returns := ending.NewReturns(r.store.NumberReturns, r.store.Numbers, &house, time.Minute)
	require.NoError(t, returns.ReturnDue(ctx, ends))
	require.NoError(t, returns.ReturnDue(ctx, ends.Add(time.Minute)))
	require.Len(t, house.asked, 2)
	require.Equal(t, "ask "+endingID, house.asked[1], "not asked for again while its outcome is unknown")

	house.known = gateway.ErrNotFound // the first request never arrived
	require.NoError(t, returns.ReturnDue(ctx, ends.Add(time.Hour)))
	require.Len(t, house.asked, 4)
	house.known, house.status = nil, contract.ReturnComplete
	require.NoError(t, returns.ReturnDue(ctx, ends.Add(3*time.Hour)))
	require.Len(t, house.asked, 5)
	require.Equal(t, "returned 4", r.returns())
}

func TestReturnDue_UnknownForADay_Held(t *testing.T) {
	r := endsBroughtAlong(t)
	house := clearing{err: gateway.ErrUnknown, known: gateway.ErrUnknown}
	returns := ending.NewReturns(r.store.NumberReturns, r.store.Numbers, &house, time.Minute)
	for hour := range 30 {
		require.NoError(t, returns.ReturnDue(ctx, ends.Add(time.Duration(hour)*time.Hour)))
	}
	require.Equal(t, "held 26 number_return_unknown", r.returns())
	require.Equal(t, "number-return return-number t", r.text("SELECT concat_ws(' ', kind, work, held) FROM support_cases WHERE case_id = ?", r.lineID))

	decided, err := r.store.NumberReturns.Decide(ctx, r.lineID, false, ends)
	require.NoError(t, err)
	require.True(t, decided)
	house.known, house.status = nil, contract.ReturnComplete
	require.NoError(t, returns.ReturnDue(ctx, ends))
	require.Equal(t, "returned 27", r.returns())
	decided, err = r.store.NumberReturns.Decide(ctx, r.lineID, true, ends)
	require.NoError(t, err)
	require.False(t, decided, "it is over")
}

func TestReturnDue_NumberInServiceAgain_IsHeld(t *testing.T) {
	r := endsBroughtAlong(t)
	r.exec("INSERT INTO lines (subscriber_id, msisdn, activated_at) SELECT subscriber_id, msisdn, now() FROM lines")
	house := clearing{status: contract.ReturnComplete}
	require.NoError(t, ending.NewReturns(r.store.NumberReturns, r.store.Numbers, &house, time.Minute).ReturnDue(ctx, ends))
	require.Empty(t, house.asked, "a customer has it")
	require.Equal(t, "held 1 number_return_in_service", r.returns())
}

func TestTakeBack_NumberThatLeft_IsSoldAgain(t *testing.T) {
	r := newRig(t, "prepaid")
	in := r.input()
	in.Ending.Fate, in.Ending.Operator, in.Ending.Cause = contract.OutcomeLeft, "stc", contract.CausePortedOut
	r.ends(in)
	until := time.Now().Add(time.Hour)
	taken, err := r.store.Endings.TakeBack(ctx, msisdn, until)
	require.NoError(t, err)
	require.True(t, taken)
	require.Equal(t, "quarantine", r.text("SELECT status FROM numbers WHERE msisdn = ?", msisdn))
	require.Zero(t, r.count("SELECT count(*) FROM departed_numbers"))
	taken, err = r.store.Endings.TakeBack(ctx, msisdn, until)
	require.NoError(t, err)
	require.False(t, taken, "once")
}
