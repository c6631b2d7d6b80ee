package simulator_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/person"
)

const eventIdentity = "identity.answered"

var app = headers{"APP-ID": "selfcare", "APP-KEY": "sim-identity-key", "X-Forwarded-For": "203.0.113.77,192.0.2.1"}

func (w *stand) push(requestID, id string) reply {
	w.t.Helper()
	return w.pushFor("RequestDigitalServicesEnrollment", requestID, id)
}

func (w *stand) pushFor(service, requestID, id string) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/identity/api/v1/mfa/request?local=ar&requestId="+requestID, app, map[string]any{"nationalId": id, "service": service})
}

func (w *stand) identityStatus(id string, r reply) any {
	w.t.Helper()
	return w.call(http.MethodPost, "/identity/api/v1/mfa/request/status", app,
		map[string]any{"nationalId": id, "transId": r.body["transId"], "random": r.body["random"]}).body["status"]
}

func TestIdentity_ApprovesItself(t *testing.T) {
	w := newStand(t)
	id := person.ID(1, 0)
	first := w.push("r-1", id)
	require.Equal(t, http.StatusCreated, first.status, first.raw)
	require.Regexp(t, `^[1-9][0-9]$`, first.body["random"])
	require.Equal(t, first.body, w.push("r-1", id).body, "the same request answers the same")
	require.Equal(t, "WAITING", w.identityStatus(id, first))

	w.pass(4 * time.Second)
	told := w.events(eventIdentity, 1)[0]
	require.Subset(t, told.Data, map[string]any{
		"transId": first.body["transId"], "requestId": "r-1", "status": "COMPLETED", "iss": "nafath-simulator", "aud": "selfcare", "nin": id,
	})
	require.Equal(t, "COMPLETED", w.identityStatus(id, first))
}

func TestIdentity_MagicPeople(t *testing.T) {
	tests := map[string]struct {
		digits int
		after  time.Duration
		status string
	}{
		"rejects":                  {21, 4 * time.Second, "REJECTED"},
		"never answers":            {22, 180 * time.Second, "EXPIRED"},
		"waits for the phone":      {25, 180 * time.Second, "EXPIRED"},
		"rejects the first":        {26, 4 * time.Second, "REJECTED"},
		"answers late":             {29, 120 * time.Second, "COMPLETED"},
		"call-back comes doubled":  {28, 4 * time.Second, "COMPLETED"},
		"ordinary resident agrees": {5, 4 * time.Second, "COMPLETED"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newStand(t)
			id := person.ID(2, test.digits)
			request := w.push("r-1", id)
			w.pass(test.after)
			require.Eventually(t, func() bool { return w.identityStatus(id, request) == test.status }, soon, tick)
			w.settled()
			told := w.receiver.of(eventIdentity)
			require.Equal(t, test.status, told[0].Data["status"])
			require.Equal(t, test.digits == 28, len(told) == 2)
			require.Equal(t, told[0].EventID, told[len(told)-1].EventID)
		})
	}
}

func TestIdentity_RejectsTheFirstOnly(t *testing.T) {
	w := newStand(t)
	id := person.ID(1, 26)
	w.push("r-1", id)
	w.pass(4 * time.Second)
	w.events(eventIdentity, 1)
	w.push("r-2", id)
	w.pass(4 * time.Second)
	require.Equal(t, "COMPLETED", w.events(eventIdentity, 2)[1].Data["status"])
}

func TestIdentity_LostCallback_IsPolled(t *testing.T) {
	w := newStand(t)
	id := person.ID(1, 27)
	request := w.push("r-1", id)
	w.pass(4 * time.Second)
	require.Eventually(t, func() bool { return w.identityStatus(id, request) == "COMPLETED" }, soon, tick)
	require.Equal(t, "lost", w.items("callbacks")[0]["state"])
	require.Empty(t, w.receiver.of(eventIdentity))
}

func TestIdentity_Person_HasOneOpenRequest(t *testing.T) {
	const isOpen = "400-034-050"
	w := newStand(t)
	id := person.ID(1, 25)
	w.push("r-1", id)
	second := w.push("r-2", id)
	require.Equal(t, http.StatusBadRequest, second.status)
	require.Equal(t, isOpen, second.code())
	require.NotZero(t, second.body["reference"])
	require.NotContains(t, second.raw, "random", "its number is not told")
	w.scenario("identity", "request", "repeat-refused")
	require.Equal(t, isOpen, w.push("r-1", id).code(), "the other reading of a repeat")

	require.Equal(t, isOpen, w.push("r-3", person.ID(1, 24)).code(), "another company asks")
	w.pass(4 * time.Second)
	require.Equal(t, "elsewhere-r-3", w.events(eventIdentity, 1)[0].Data["requestId"])
	require.Equal(t, http.StatusCreated, w.push("r-4", person.ID(1, 24)).status)
}

func TestIdentity_Service_SetsLifeOfPush(t *testing.T) {
	for service, life := range map[string]time.Duration{"Login": time.Minute, "OpenAccountWithoutBio": time.Minute, "OpenAccount": 3 * time.Minute} {
		w := newStand(t)
		id := person.ID(1, 22)
		request := w.pushFor(service, "r-1", id)
		w.pass(life - time.Second)
		require.Equal(t, "WAITING", w.identityStatus(id, request), service)
		w.pass(2 * time.Second)
		require.Equal(t, "EXPIRED", w.events(eventIdentity, 1)[0].Data["status"], service)
	}
}

func TestIdentity_UnknownPeople(t *testing.T) {
	w := newStand(t)
	require.Equal(t, "422-031-046", w.push("r-1", person.ID(1, 23)).code())
	require.Equal(t, "422-031-046", w.push("r-2", "1000000000").code(), "wrong check digit")
	require.Equal(t, http.StatusUnprocessableEntity, w.push("r-3", "123").status)
	hidden := headers{"APP-ID": "selfcare", "APP-KEY": "sim-identity-key", "X-Forwarded-For": "unknown"}
	require.Equal(t, http.StatusUnprocessableEntity, w.call(http.MethodPost, "/identity/api/v1/mfa/request?requestId=r", hidden,
		map[string]any{"nationalId": person.ID(1, 0), "service": "Login"}).status)
	require.Equal(t, http.StatusForbidden, w.call(http.MethodPost, "/identity/api/v1/mfa/request?requestId=r", headers{"APP-ID": "selfcare"}, nil).status)
}

func TestIdentity_PhonePicksANumber(t *testing.T) {
	w := newStand(t)
	w.control("identity/knobs", map[string]any{"pace": map[string]any{"autoApproveAfterMs": 0}})
	right := w.push("r-1", person.ID(1, 1))
	wrong := w.push("r-2", person.ID(1, 2))
	w.control("identity/requests/"+right.body["transId"].(string)+"/answer", map[string]any{"random": right.body["random"]})
	require.Equal(t, "COMPLETED", w.events(eventIdentity, 1)[0].Data["status"])
	w.control("identity/requests/"+wrong.body["transId"].(string)+"/answer", map[string]any{"random": "00"})
	require.Equal(t, "REJECTED", w.events(eventIdentity, 2)[1].Data["status"])

	twice := w.call(http.MethodPost, "/control/identity/requests/"+right.body["transId"].(string)+"/answer", nil, map[string]any{"status": "REJECTED"})
	require.Equal(t, http.StatusConflict, twice.status)
	require.Empty(t, w.items("identity/requests?open=true"))
}

func (w *stand) lookup(id, birthDate string) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/registry/v1/persons/lookup", headers{"X-Api-Key": "sim-registry-key"}, map[string]any{"idNumber": id, "birthDate": birthDate, "calendar": calendarOf(birthDate)})
}

// calendarOf tells a Hijri year from a Gregorian one.
func calendarOf(date string) string {
	if date < "1500" {
		return "hijri"
	}
	return "gregorian"
}

func TestRegistry_People(t *testing.T) {
	tests := map[string]struct {
		id, born string
		status   int
		sims     int
		blocked  bool
	}{
		"ordinary citizen":          {person.ID(1, 0), "1410-06-04", 200, 0, false},
		"any right check digit":     {"1234567897", "1405-11-12", 200, 0, false},
		"an unknown person":         {person.ID(1, 11), "1410-06-04", 404, 0, false},
		"citizen at the limit":      {person.ID(1, 12), "1410-06-04", 200, 10, false},
		"resident at the limit":     {person.ID(2, 12), "1990-01-01", 200, 2, false},
		"resident below the limit":  {person.ID(2, 16), "1990-01-01", 200, 1, false},
		"blocked":                   {person.ID(2, 13), "1990-01-01", 200, 0, true},
		"minor with the right date": {person.ID(1, 14), "1433-06-14", 200, 0, false},
		"minor with another date":   {person.ID(1, 14), "1410-06-04", 404, 0, false},
		"wrong check digit":         {"1000000000", "1410-06-04", 404, 0, false},
		"citizen by Gregorian date": {person.ID(1, 0), "1990-01-01", 404, 0, false},
		"resident by Hijri date":    {person.ID(2, 0), "1410-06-04", 404, 0, false},
		"a day the month has not":   {person.ID(1, 0), "1444-09-30", 404, 0, false},
		"older than the calendar":   {person.ID(1, 0), "1937-03-13", 200, 0, false},
		"born tomorrow":             {person.ID(2, 0), time.Now().AddDate(0, 0, 2).Format(time.DateOnly), 404, 0, false},
		"not a date":                {person.ID(2, 0), "1990-13-01", 404, 0, false},
		"registry is down":          {person.ID(1, 18), "1410-06-04", 503, 0, false},
	}
	w := newStand(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			answer := w.lookup(test.id, test.born)
			require.Equal(t, test.status, answer.status, answer.raw)
			if test.status != http.StatusOK {
				return
			}
			require.EqualValues(t, test.sims, answer.body["simCount"])
			require.Equal(t, test.blocked, answer.body["blocked"])
			require.Regexp(t, `^[A-Z][a-z]+ [A-Z][a-z]+ [A-Z][a-z]+$`, answer.body["fullNameEn"])
			require.Regexp(t, `^\p{Arabic}+ \p{Arabic}+ \p{Arabic}+$`, answer.body["fullNameAr"])
			require.Equal(t, answer.body, w.lookup(test.id, test.born).body, "names are stable")
		})
	}
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodPost, "/registry/v1/persons/lookup", nil, nil).status)
}
