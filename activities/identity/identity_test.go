package identity_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	identityacts "selfcare/activities/identity"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/registry"
	storeerrors "selfcare/internal/store/errors"
)

var ctx = context.Background()

var push = contract.IdentityRequest{OrderID: "o1", Purpose: contract.PurposeOrder, Try: 1, IDNumber: fixture.CitizenID, Language: "ar", ClientAddress: "203.0.113.77"}

func TestRequestIdentity_Sent_ReturnsNumberToPick(t *testing.T) {
	until := fixture.Now.Add(3 * time.Minute)
	app := &identityApp{request: identity.Request{TransactionID: "t1", Random: "42", ExpiresAt: until}}
	sent, err := identityacts.New(app, &pushRecord{}).RequestIdentity(ctx, push)
	require.NoError(t, err)
	require.Len(t, app.requestIDs, 1)
	require.Equal(t, contract.Identity{
		RequestID: app.requestIDs[0], TransactionID: "t1", Random: "42", Status: contract.IdentityWaiting, ExpiresAt: until,
	}, sent)
	require.Equal(t, [][]string{{fixture.CitizenID, "ar", "203.0.113.77"}}, app.asked)
}

func TestRequestIdentity_Errors_Sorted(t *testing.T) {
	_, err := identityacts.New(&identityApp{requestErr: []error{fixture.RefusedWith(identity.CodeIDUnknown)}}, &pushRecord{}).RequestIdentity(ctx, push)
	fixture.RequireRefusal(t, err, contract.FailIdentityUnknown)
	for _, again := range []error{fixture.ErrRetry, fixture.ErrUnknown, fixture.RefusedWith("unauthorized")} { // our key is wrong
		_, err := identityacts.New(&identityApp{requestErr: []error{again}}, &pushRecord{}).RequestIdentity(ctx, push)
		fixture.RequireRetry(t, err)
	}
}

func TestRequestIdentity_AlreadyOpen_ContinuesOwnPush(t *testing.T) {
	own := contract.Identity{RequestID: "r1", TransactionID: "t1", Random: "42", Status: contract.IdentityWaiting, ExpiresAt: fixture.Now}
	tests := map[string]struct {
		record    pushRecord
		status    contract.IdentityStatus
		statusErr error
		refused   contract.Code
		again     bool
	}{
		"own push waits":                {record: pushRecord{open: own}, status: contract.IdentityWaiting},
		"push of another company":       {refused: contract.FailIdentityInProgress},
		"own push was rejected before":  {record: pushRecord{open: own}, status: contract.IdentityRejected, refused: contract.FailIdentityInProgress},
		"own push is of another person": {record: pushRecord{open: own}, statusErr: fixture.ErrNotFound, refused: contract.FailIdentityInProgress},
		"the app is silent":             {record: pushRecord{open: own}, statusErr: fixture.ErrRetry, again: true},
		"our record cannot be read":     {record: pushRecord{err: errors.New("connection refused")}, again: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			app := &identityApp{requestErr: []error{fixture.RefusedWith(identity.CodeOpen)}, status: tt.status, statusErr: tt.statusErr}
			got, err := identityacts.New(app, &tt.record).RequestIdentity(ctx, push)
			require.Equal(t, push, tt.record.asked)
			switch {
			case tt.refused != "":
				fixture.RequireRefusal(t, err, tt.refused)
			case tt.again:
				fixture.RequireRetry(t, err)
			default:
				require.NoError(t, err)
				require.Equal(t, own, got)
				require.Equal(t, []string{"t1", fixture.CitizenID, "42"}, app.asked[1], "the app knows whether the push is this person's")
			}
		})
	}
}

// The app answers a known request id with its earlier answer, so an id used twice could let the answer of one person prove
// another. The activity id would not do, because a worker that died may have had the step under another one.
func TestRequestIdentity_Repeat_SameRequestID(t *testing.T) {
	app := &identityApp{}
	worker := identityacts.New(app, &pushRecord{})
	for _, step := range []string{"click 1", "click 1", "click 2"} {
		asked := push
		asked.Step = step
		_, err := worker.RequestIdentity(ctx, asked)
		require.NoError(t, err)
	}

	require.Len(t, app.requestIDs, 3)
	require.Equal(t, app.requestIDs[0], app.requestIDs[1])
	require.NotEqual(t, app.requestIDs[0], app.requestIDs[2])
}

func TestAskIdentity_Answers_AreSorted(t *testing.T) {
	query := contract.IdentityQuery{TransactionID: "t1", IDNumber: fixture.CitizenID, Random: "42"}
	app := &identityApp{status: contract.IdentityCompleted}
	ask := func() (contract.IdentityStatus, error) {
		return identityacts.New(app, &pushRecord{}).AskIdentity(ctx, query)
	}
	status, err := ask()
	require.NoError(t, err)
	require.Equal(t, contract.IdentityCompleted, status)
	require.Equal(t, [][]string{{"t1", fixture.CitizenID, "42"}}, app.asked)

	app.status = ""
	app.statusErr = fixture.ErrNotFound
	status, err = ask()
	require.NoError(t, err)
	require.Equal(t, contract.IdentityExpired, status, "a request the app has forgotten has expired")
	for _, silent := range []error{fixture.ErrRetry, fixture.ErrUnknown, fixture.RefusedWith("forbidden")} { // our key is wrong: the status stays unknown
		app.statusErr = silent
		_, err := ask()
		fixture.RequireRetry(t, err)
	}
}

func TestLookUpPerson_Found_JoinsClaimAndAnswer(t *testing.T) {
	claim := fixture.Found(fixture.CitizenID, "SA").Claim
	people := &personRegistry{person: registry.Person{FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي", Gender: contract.GenderFemale, SIMCount: 3, Blocked: true}}
	answer, err := identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: claim})
	require.NoError(t, err)
	require.Equal(t, contract.PersonFound{
		Claim: claim, FullNameEn: "Noura Alharbi", FullNameAr: "نورة الحربي", Gender: contract.GenderFemale, SIMCount: 3, Blocked: true,
	}, answer)
	require.Equal(t, registry.Query{IDNumber: fixture.CitizenID, BirthDate: "1410-06-04", Calendar: contract.CalendarHijri}, people.asked)
}

func TestLookUpPerson_HijriDate_AsksAsTyped(t *testing.T) {
	claim := fixture.Found(fixture.CitizenID, "SA").Claim
	claim.BirthDate, claim.BirthDateCalendar = "1410-06-03", contract.CalendarHijri
	people := &personRegistry{}
	_, err := identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: claim})
	require.NoError(t, err)
	require.Equal(t, registry.Query{IDNumber: fixture.CitizenID, BirthDate: "1410-06-03", Calendar: contract.CalendarHijri}, people.asked)
}

func TestLookUpPerson_CalendarDayOff_FindsPerson(t *testing.T) {
	citizen := fixture.Found(fixture.CitizenID, "SA").Claim
	citizen.BirthDate = "1983-10-31" // 25 Muharram 1404 in one printed calendar, the 24th on the card
	people := &personRegistry{born: "1404-01-24", person: registry.Person{FullNameEn: "Noura Alharbi"}}
	answer, err := identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: citizen})
	require.NoError(t, err)
	require.Equal(t, contract.PersonFound{Claim: citizen, FullNameEn: "Noura Alharbi"}, answer)

	resident := contract.EligibilityClaim{IDNumber: "2000000006", Nationality: "EG", BirthDate: "1404-01-24", BirthDateCalendar: contract.CalendarHijri}
	people = &personRegistry{born: "1983-10-31"}
	answer, err = identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: resident})
	require.NoError(t, err)
	require.Equal(t, "1983-10-31", answer.BornOn)

	people = &personRegistry{born: "1404-01-22"}
	_, err = identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: citizen})
	fixture.RequireRefusal(t, err, contract.FailIDMismatch, "idNumber")
}

func TestLookUpPerson_Errors_AreSorted(t *testing.T) {
	people := &personRegistry{}
	lookUp := func() error {
		_, err := identityacts.NewRegistry(people).LookUpPerson(ctx, contract.PersonQuery{Claim: fixture.Found(fixture.CitizenID, "SA").Claim})
		return err
	}
	people.err = fixture.ErrNotFound
	fixture.RequireRefusal(t, lookUp(), contract.FailIDMismatch, "idNumber")
	for _, silent := range []error{fixture.ErrRetry, fixture.ErrUnknown, fixture.RefusedWith("unauthorized")} { // our key is wrong
		people.err = silent
		fixture.RequireRetry(t, lookUp())
	}
}

// identityApp gives the answers of the test and records its calls in order.
type identityApp struct {
	request    identity.Request
	requestErr []error // one for each call, then none
	status     contract.IdentityStatus
	statusErr  error
	requestIDs []string
	asked      [][]string
}

func (a *identityApp) Request(_ context.Context, ask identity.Ask) (identity.Request, error) {
	a.requestIDs, a.asked = append(a.requestIDs, ask.RequestID), append(a.asked, []string{ask.IDNumber, ask.Language, ask.Client})
	if len(a.requestErr) >= len(a.requestIDs) {
		return identity.Request{}, a.requestErr[len(a.requestIDs)-1]
	}
	return a.request, nil
}

func (a *identityApp) Status(_ context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error) {
	a.asked = append(a.asked, []string{transactionID, idNumber, random})
	return a.status, a.statusErr
}

// pushRecord has at most one open push.
type pushRecord struct {
	open  contract.Identity
	err   error
	asked contract.IdentityRequest
}

func (p *pushRecord) FindOpen(_ context.Context, by contract.IdentityRequest, _ time.Time) (contract.Identity, error) {
	p.asked = by
	if p.err == nil && p.open.TransactionID == "" {
		return contract.Identity{}, storeerrors.ErrNotFound
	}
	return p.open, p.err
}

// personRegistry gives the answers of the test and records its calls.
type personRegistry struct {
	person registry.Person
	born   string // the registered date; empty: every date
	err    error
	asked  registry.Query
}

func (r *personRegistry) LookUp(_ context.Context, who registry.Query) (registry.Person, error) {
	r.asked = who
	if r.born != "" && who.BirthDate != r.born {
		return registry.Person{}, fixture.ErrNotFound
	}
	return r.person, r.err
}
