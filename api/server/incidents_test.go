package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const storm = `"textEn":"A sandstorm stops all deliveries.","textAr":"عاصفة رملية أوقفت التوصيل."}`

func (d *desk) opensIncident(about string, headers ...header) answer {
	d.t.Helper()
	if len(headers) == 0 {
		headers = []header{d.agent, d.key()}
	}
	return d.call(http.MethodPost, "/api/support/incidents", `{`+about+`,`+storm, headers...)
}

func inHours(hours int) string {
	return `"until":"` + time.Now().Add(time.Duration(hours)*time.Hour).UTC().Format(time.RFC3339) + `"`
}

func incidentOf(t *testing.T, got answer, status int) gen.Incident {
	t.Helper()
	require.Equal(t, status, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Incident }](t, got).Data
}

func TestIncident_IsOpenedChangedAndEndedOnceEachAndAudited(t *testing.T) {
	d := newDesk(t)
	key := d.key()
	opened := incidentOf(t, d.opensIncident(`"partner":"courier",`+inHours(3), d.agent, key), http.StatusCreated)
	again := incidentOf(t, d.opensIncident(`"partner":"courier",`+inHours(3), d.agent, key), http.StatusCreated)
	require.Equal(t, opened.Id, again.Id, "sent again it is the same")

	touched := d.stuck(time.Hour) // orders are read with the incidents of some seconds ago
	shown := d.call(http.MethodGet, "/api/support/orders/"+touched.id, "", d.agent, header{"Accept-Language": "en"})
	require.Contains(t, string(shown.body), `"texts":["A sandstorm stops all deliveries."]`)

	path := "/api/support/incidents/" + opened.Id
	changed := incidentOf(t, d.call(http.MethodPut, path, `{`+inHours(9)+`,`+storm, d.agent, d.key()), http.StatusOK)
	require.True(t, changed.Until.After(opened.Until))
	for range 2 {
		ended := incidentOf(t, d.call(http.MethodPost, path+"/end", "", d.agent, d.key()), http.StatusOK)
		require.NotNil(t, ended.EndedAt)
		require.Equal(t, 1, ended.Orders)
		require.Equal(t, "agent@selfcare.example", ended.OpenedByName)
		require.Equal(t, ended.OpenedByName, *ended.EndedByName)
	}
	list := decoded[gen.ListIncidentsAnswer](t, d.call(http.MethodGet, "/api/support/incidents", "", d.agent))
	require.Len(t, list.Items, 1)
	require.False(t, list.More)
	requireRefused(t, d.call(http.MethodPut, path, `{`+inHours(9)+`,`+storm, d.agent, d.key()), contract.FailIncidentOver)

	var actions []string
	require.NoError(t, d.db.NewRaw("SELECT action FROM audit_log WHERE action LIKE 'incident-%' ORDER BY id").Scan(t.Context(), &actions))
	require.Equal(t, []string{"incident-opened", "incident-changed", "incident-ended"}, actions)
}

func TestIncident_WhatIsWrongWithIt(t *testing.T) {
	d := newDesk(t)
	for about, want := range map[string]contract.Code{
		`"partner":"courier","city":"riyadh",` + inHours(1): contract.FailIncidentOfOne,
		inHours(1):                           contract.FailIncidentOfOne,
		`"partner":"courier",` + inHours(-1): contract.FailIncidentTimes,
		`"city":"atlantis",` + inHours(1):    contract.FailCityUnknown,
		`"partner":"courier","from":"2099-01-01T00:00:00Z",` + inHours(1): contract.FailIncidentTimes,
	} {
		got := d.opensIncident(about)
		require.Equal(t, http.StatusUnprocessableEntity, got.StatusCode, about)
		require.Contains(t, string(got.body), string(want), about)
	}
	unknown := "/api/support/incidents/" + uuid.NewString()
	requireRefused(t, d.call(http.MethodPut, unknown, `{`+inHours(1)+`,`+storm, d.agent, d.key()), contract.FailIncidentUnknown)
	requireRefused(t, d.call(http.MethodPost, unknown+"/end", "", d.agent, d.key()), contract.FailIncidentUnknown)
	customer := bearer(d.signedIn("noura@selfcare.example"))
	require.Equal(t, http.StatusForbidden, d.opensIncident(`"partner":"courier",`+inHours(1), customer, d.key()).StatusCode)
}
