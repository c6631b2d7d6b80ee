package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const storm = `"textEn":"A sandstorm stops all deliveries.","textAr":"عاصفة رملية أوقفت التوصيل."}`

func opensIncident(d *servertest.Desk, about string, headers ...servertest.Header) servertest.Answer {
	d.T.Helper()
	if len(headers) == 0 {
		headers = []servertest.Header{d.Agent, d.Key()}
	}
	return d.Call(http.MethodPost, "/api/support/incidents", `{`+about+`,`+storm, headers...)
}

func inHours(hours int) string {
	return `"until":"` + time.Now().Add(time.Duration(hours)*time.Hour).UTC().Format(time.RFC3339) + `"`
}

func incidentOf(t *testing.T, got servertest.Answer, status int) gen.Incident {
	t.Helper()
	require.Equal(t, status, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Data gen.Incident }](t, got).Data
}

func TestIncident_EachChange_IsAuditedOnce(t *testing.T) {
	d := servertest.NewDesk(t)
	key, about := d.Key(), `"partner":"courier",`+inHours(3)
	opened := incidentOf(t, opensIncident(d, about, d.Agent, key), http.StatusCreated)
	again := incidentOf(t, opensIncident(d, about, d.Agent, key), http.StatusCreated)
	require.Equal(t, opened.Id, again.Id, "a repeat answers with the same incident")

	touched := stuck(d, time.Hour) // the incidents are cached for some seconds
	shown := d.Call(http.MethodGet, "/api/support/orders/"+touched.ID, "", d.Agent, servertest.Header{"Accept-Language": "en"})
	require.Contains(t, string(shown.Body), `"texts":["A sandstorm stops all deliveries."]`)

	path := "/api/support/incidents/" + opened.Id
	changed := incidentOf(t, d.Call(http.MethodPut, path, `{`+inHours(9)+`,`+storm, d.Agent, d.Key()), http.StatusOK)
	require.True(t, changed.Until.After(opened.Until))
	for range 2 {
		ended := incidentOf(t, d.Call(http.MethodPost, path+"/end", "", d.Agent, d.Key()), http.StatusOK)
		require.NotNil(t, ended.EndedAt)
		require.Equal(t, 1, ended.Orders)
		require.Equal(t, "agent@selfcare.example", ended.OpenedByName)
		require.Equal(t, ended.OpenedByName, *ended.EndedByName)
	}
	list := servertest.Decoded[gen.ListIncidentsAnswer](t, d.Call(http.MethodGet, "/api/support/incidents", "", d.Agent))
	require.Len(t, list.Items, 1)
	require.False(t, list.More)
	servertest.RequireRefused(t, d.Call(http.MethodPut, path, `{`+inHours(9)+`,`+storm, d.Agent, d.Key()), contract.FailIncidentOver)

	var actions []string
	require.NoError(t, d.DB.NewRaw("SELECT action FROM audit_log WHERE action LIKE 'incident-%' ORDER BY id").Scan(t.Context(), &actions))
	require.Equal(t, []string{"incident-opened", "incident-changed", "incident-ended"}, actions)
}

func TestIncident_BadInput_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	for about, want := range map[string]contract.Code{
		`"partner":"courier","city":"riyadh",` + inHours(1): contract.FailIncidentOfOne,
		inHours(1):                           contract.FailIncidentOfOne,
		`"partner":"courier",` + inHours(-1): contract.FailIncidentTimes,
		`"city":"atlantis",` + inHours(1):    contract.FailCityUnknown,
		`"partner":"courier","from":"2099-01-01T00:00:00Z",` + inHours(1): contract.FailIncidentTimes,
	} {
		got := opensIncident(d, about)
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, about)
		require.Contains(t, string(got.Body), string(want), about)
	}
	unknown := "/api/support/incidents/" + uuid.NewString()
	servertest.RequireRefused(t, d.Call(http.MethodPut, unknown, `{`+inHours(1)+`,`+storm, d.Agent, d.Key()), contract.FailIncidentUnknown)
	servertest.RequireRefused(t, d.Call(http.MethodPost, unknown+"/end", "", d.Agent, d.Key()), contract.FailIncidentUnknown)
	customer := servertest.Bearer(d.SignedIn("noura@selfcare.example"))
	require.Equal(t, http.StatusForbidden, opensIncident(d, `"partner":"courier",`+inHours(1), customer, d.Key()).StatusCode)
}
