package portout_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/ending"
	"selfcare/activities/order"
	"selfcare/activities/portout"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
)

var ctx = context.Background()

const (
	number = "0570000001"
	owner  = "1000000008"
)

// desk has one prepaid line of an owner.
type desk struct {
	*portout.Activities
	t    *testing.T
	db   *store.Store
	line string
	now  time.Time
}

func newDesk(t *testing.T, l linestore.Line) *desk {
	t.Helper()
	pg, s := testkit.Databases(t)
	_, err := pg.ExecContext(ctx, "INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES ('stc', 'STC', 'إس تي سي', false, 0), ('selfcare', 'Selfcare', 'سيلف كير', true, 1)")
	require.NoError(t, err)
	l.MSISDN, l.Person, l.Contact = number, contract.Person{IDNumber: owner}, contract.Contact{Email: "owner@example.com"}
	now := time.Now().UTC().Truncate(time.Millisecond)
	line, err := s.Lines.Add(ctx, l, now.AddDate(0, -6, 0))
	require.NoError(t, err)
	return &desk{Activities: portout.New(s), t: t, db: s, line: line, now: now}
}

func voice() linestore.Line { return linestore.Line{Kind: linestore.Voice, Type: "prepaid"} }

func (d *desk) asked(reference string) contract.PortOut {
	return contract.PortOut{
		ID: "0190a000-0000-8000-8000-0000000000a1", Reference: reference, Recipient: "stc", Stage: contract.PortOutChecking,
		AskedAt: d.now, AnswerBy: d.now.Add(2 * time.Hour), CutOverAt: d.now.Add(48 * time.Hour),
	}
}

func (d *desk) checks(p contract.PortOut, id string) contract.PortOut {
	d.t.Helper()
	next, err := d.CheckPortOut(ctx, p, contract.PortOutCheck{
		At: contract.At{Now: d.now}, Asked: contract.PortOutAsked{MSISDN: number, IDNumber: id, Origin: "https://selfcare.example", Secret: "s"},
	})
	require.NoError(d.t, err)
	saved, err := d.db.PortOuts.Get(ctx, p.Reference)
	require.NoError(d.t, err)
	require.Equal(d.t, saved, next)
	return next
}

// told returns the messages that wait to be sent, by template; each channel to a holder counts.
func (d *desk) told() map[string][]contract.Notice {
	d.t.Helper()
	queued, err := d.db.Outbox.Claim(ctx, 100)
	require.NoError(d.t, err)
	all := map[string][]contract.Notice{}
	for _, message := range queued {
		all[message.Notice.Template] = append(all[message.Notice.Template], message.Notice)
		require.NoError(d.t, d.db.Outbox.NoteSent(ctx, message.Key)) // a later one of the line waits for it
	}
	return all
}

func (d *desk) has(amount contract.Halalas) {
	d.t.Helper()
	require.NoError(d.t, d.db.Ledger.Post(ctx, ledger.Posting{Key: "top-up", Subject: d.line, Kind: "top-up", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(d.line), Amount: -amount}, {Account: "customer", Amount: amount},
	}}))
}

func (d *desk) owes(amount contract.Halalas) {
	d.t.Helper()
	require.NoError(d.t, d.db.Ledger.Post(ctx, ledger.Posting{Key: "debt", Subject: d.line, Kind: "reversal", Overdraws: true, Entries: []ledger.Entry{
		{Account: ledger.LineAccount(d.line), Amount: amount}, {Account: "customer", Amount: -amount},
	}}))
}

var blocked = line.Condition{Status: contract.LineBlocked}

func requireAhead(t *testing.T, err error, want contract.PortOut) {
	t.Helper()
	var failed *temporal.ApplicationError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, contract.ErrorSavedAhead, failed.Type())
	var saved contract.PortOut
	require.NoError(t, failed.Details(&saved))
	require.Equal(t, want, saved)
}

func TestCheck_MayLeave_ClaimsLineAndTellsHolders(t *testing.T) {
	d := newDesk(t, voice())
	d.has(2350)
	require.NoError(t, d.db.PlanSubscriptions.Commit(ctx, d.line, subscription.Commitment{Months: 12, Waived: 120_000, Since: d.now}))
	p := d.checks(d.asked("PO00000001"), owner)
	require.Equal(t, contract.PortOutAgreed, p.Stage, "a commitment costs money but does not stop the move")
	require.Equal(t, contract.PortOutBill{Lost: 2350, Commitment: 110_000}, p.Bill)
	claim, err := d.db.Lines.ClaimOf(ctx, d.line)
	require.NoError(t, err)
	require.Equal(t, "port-out/PO00000001", claim.Holder)
	told := d.told()["port-out-asked"]
	require.Len(t, told, 2, "by SMS and e-mail")
	require.Equal(t, "https://selfcare.example/ar/leaving/PO00000001#s", told[0].Params["link"])
	require.Equal(t, "إس تي سي", told[0].Params["operator"])
	require.Contains(t, told[0].Params["costs"], "23.50")
	require.Contains(t, told[0].Params["costs"], "1,100.00")
}

func TestCheck_Repeated_SameDecision(t *testing.T) {
	d := newDesk(t, voice())
	first := d.checks(d.asked("PO00000001"), owner)
	_, err := d.CheckPortOut(ctx, d.asked("PO00000001"), contract.PortOutCheck{At: contract.At{Now: d.now}})
	requireAhead(t, err, first)
	require.Len(t, d.told()["port-out-asked"], 2)
}

func TestCheck_Rules_Refuse(t *testing.T) {
	prepare := func(change func(d *desk)) *desk {
		d := newDesk(t, voice())
		change(d)
		return d
	}
	tests := map[string]struct {
		desk *desk
		id   string
		want contract.Code
		told int
	}{
		"another customer's number": {newDesk(t, voice()), "1000000016", contract.PortOutNotOwner, 2},
		"a blocked line":            {newDesk(t, linestore.Line{Kind: linestore.Voice, Type: "prepaid", Condition: blocked}), owner, contract.PortOutBlocked, 2},
		"line being changed": {prepare(func(d *desk) {
			require.NoError(t, d.db.Lines.Claim(ctx, linestore.Claim{LineID: d.line, Holder: "order", Until: d.now.Add(time.Hour)}))
		}), owner, contract.PortOutLineBusy, 2},
		"line already leaving": {prepare(func(d *desk) { d.checks(d.asked("PO00000009"), owner); d.told() }), owner, contract.PortOutInProgress, 2},
		"line in debt":         {prepare(func(d *desk) { d.owes(1) }), owner, contract.PortOutDues, 2},
		"not our number": {prepare(func(d *desk) {
			require.NoError(t, d.db.Endings.EndLine(ctx, d.line, d.now))
		}), owner, contract.PortOutNotOurs, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := tt.desk.checks(tt.desk.asked("PO00000002"), tt.id)
			require.Equal(t, contract.PortOutRejected, p.Stage)
			require.Equal(t, tt.want, p.Reason)
			require.Len(t, tt.desk.told()["port-out-refused"], tt.told)
		})
	}
}

func TestEnd_NumberStays_ReleasesLine(t *testing.T) {
	for stage, template := range map[contract.PortOutStage]string{
		contract.PortOutStopped: "port-out-stopped", contract.PortOutWithdrawn: "port-out-withdrawn", contract.PortOutFailed: "port-out-failed",
	} {
		d := newDesk(t, voice())
		p := d.checks(d.asked("PO00000001"), owner)
		p, err := d.RecordObjection(ctx, p, contract.At{Now: d.now})
		require.NoError(t, err)
		after, err := d.EndPortOut(ctx, p, contract.PortOutEnded{At: contract.At{Now: d.now}, Stage: stage})
		require.NoError(t, err)
		_, err = d.EndPortOut(ctx, p, contract.PortOutEnded{At: contract.At{Now: d.now}, Stage: stage})
		requireAhead(t, err, after)
		require.Len(t, d.told()[template], 2, stage)
		_, err = d.db.Lines.ClaimOf(ctx, d.line)
		require.ErrorIs(t, err, storeerrors.ErrNotFound)
	}
}

// A worker that died had saved the next steps.
func TestMoving_Repeated_ChangesNothing(t *testing.T) {
	for name, ends := range map[string]func(*desk, contract.PortOut, contract.At) (contract.PortOut, error){
		"left": func(d *desk, p contract.PortOut, at contract.At) (contract.PortOut, error) {
			return d.CompletePortOut(ctx, p, at)
		},
		"failed": func(d *desk, p contract.PortOut, at contract.At) (contract.PortOut, error) {
			return d.EndPortOut(ctx, p, contract.PortOutEnded{At: at, Stage: contract.PortOutFailed})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, voice())
			moves := func(p contract.PortOut, at contract.At) contract.PortOut {
				p, err := d.BeginPortOut(ctx, p, at)
				require.NoError(t, err)
				p, err = ends(d, p, at)
				require.NoError(t, err)
				return p
			}
			over := moves(d.checks(d.asked("PO00000001"), owner), contract.At{Now: d.now})
			require.EqualValues(t, name, over.Stage)
			require.Equal(t, over, moves(over, contract.At{Now: d.now.Add(time.Hour)}))
		})
	}
}

func TestRefuse_DecidedTooLate_IsUndone(t *testing.T) {
	d := newDesk(t, voice())
	p := d.checks(d.asked("PO00000001"), owner)
	refusal := contract.PortOutRefusal{At: contract.At{Now: d.now}, MSISDN: number, Reason: contract.PortOutUnchecked}
	_, err := d.RefusePortOut(ctx, d.asked("PO00000001"), refusal)
	requireAhead(t, err, p)
	p, err = d.RefusePortOut(ctx, p, refusal)
	require.NoError(t, err)
	require.Equal(t, contract.PortOutRejected, p.Stage)
	_, err = d.db.Lines.ClaimOf(ctx, d.line)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.Len(t, d.told()["port-out-refused"], 2)
	p.Reason = contract.PortOutDues
	again, err := d.RefusePortOut(ctx, p, refusal)
	require.NoError(t, err)
	require.Equal(t, p, again, "an earlier refusal keeps its reason")
	require.Empty(t, d.told()["port-out-refused"], "no further message")
}

func TestHeld_SupportDecision_IsAudited(t *testing.T) {
	d := newDesk(t, voice())
	p := d.checks(d.asked("PO00000001"), owner)
	p, err := d.HoldPortOut(ctx, p, contract.PortOutHeldUp{At: contract.At{Now: d.now}, FailureCode: contract.FailNetworkRefused, Work: contract.WorkLetNumberGo})
	require.NoError(t, err)
	held, err := d.db.PortOuts.ForSupport(ctx, "", 1)
	require.NoError(t, err)
	require.Len(t, held, 1)
	p, err = d.ResumePortOut(ctx, p, contract.PortOutResumed{Resolution: contract.Resolution{Action: contract.ResolveRetry, Note: "asked them", Actor: "0190a000-0000-7000-8000-000000000009"}})
	require.NoError(t, err)
	require.Nil(t, p.Held)
	held, err = d.db.PortOuts.ForSupport(ctx, "", 1)
	require.NoError(t, err)
	require.Empty(t, held)
}

// A number that left can be brought back: it is not in our stock, and its former line does not block it.
func TestPortBack_NumberThatLeft_CanComeBack(t *testing.T) {
	d := newDesk(t, voice())
	p := d.checks(d.asked("PO00000001"), owner)
	left, err := d.db.Ports.HasLeft(ctx, number)
	require.NoError(t, err)
	require.False(t, left, "it is only to leave")
	p, err = d.BeginPortOut(ctx, p, contract.At{Now: d.now})
	require.NoError(t, err)
	p, err = d.CompletePortOut(ctx, p, contract.At{Now: d.now})
	require.NoError(t, err)
	_, err = ending.New(d.db).EndLine(ctx, contract.LineEndingAt{At: contract.At{Now: d.now}, Ending: contract.LineEnding{
		ID: p.ID, LineID: p.LineID, Cause: contract.CausePortedOut, AskedBy: p.Recipient, Fate: contract.OutcomeLeft, Operator: p.Recipient,
		Language: p.Language, Holder: contract.HolderPortOut + p.Reference, RequestedAt: p.AskedAt,
	}})
	require.NoError(t, err)
	left, err = d.db.Ports.HasLeft(ctx, number)
	require.NoError(t, err)
	require.True(t, left)
	require.NoError(t, order.New(d.db, nil).CheckPort(ctx, contract.Order{}, contract.PortChosen{
		At: contract.At{Now: d.now}, Request: contract.PortRequest{Operator: "stc", MSISDN: number, AcceptTerms: true, Window: contract.WindowEarliest},
	}))
	back, err := d.db.Lines.Add(ctx, linestore.Line{MSISDN: number, Kind: linestore.Voice, Type: "prepaid", Person: contract.Person{IDNumber: owner}}, d.now.Add(time.Hour))
	require.NoError(t, err)
	require.NotEqual(t, d.line, back)
	left, err = d.db.Ports.HasLeft(ctx, number)
	require.NoError(t, err)
	require.False(t, left)
}
