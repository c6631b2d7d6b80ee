package simulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/smdp"
)

const eventProgress = "handleDownloadProgressInfo"

var operator = headers{"X-Admin-Protocol": "gsma/rsp/v2.2.0"}

func (w *stand) es2(function string, body map[string]any) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/esim/gsma/rsp2/es2plus/"+function, operator, body)
}

func es2Header(reference string) map[string]any {
	return map[string]any{"functionRequesterIdentifier": "selfcare", "functionCallIdentifier": reference}
}

// makeESIM orders and releases a profile.
func (w *stand) makeESIM(reference, eid string) (iccid string) {
	w.t.Helper()
	ordered := w.es2("downloadOrder", map[string]any{"header": es2Header(reference), "eid": eid, "profileType": "x"})
	require.Equal(w.t, http.StatusOK, ordered.status, ordered.raw)
	iccid = strings.TrimSuffix(ordered.body["iccid"].(string), "F")
	released := w.es2("confirmOrder", map[string]any{"header": es2Header(reference), "iccid": iccid + "F", "releaseFlag": true})
	require.Equal(w.t, "rsp.selfcare.example", released.body["smdpAddress"], released.raw)
	return iccid
}

// code returns the subject and the reason of a refusal; empty for a success.
func code(r reply) string {
	header, _ := r.body["header"].(map[string]any)
	status, _ := header["functionExecutionStatus"].(map[string]any)
	data, refused := status["statusCodeData"].(map[string]any)
	if !refused {
		return ""
	}
	return data["subjectCode"].(string) + "-" + data["reasonCode"].(string)
}

func (w *stand) profile(reference string) map[string]any {
	w.t.Helper()
	items := w.items("esim/profiles?reference=" + reference)
	require.Len(w.t, items, 1)
	return items[0]
}

// points are the notification points of the call-backs with their outcome.
func points(events []event) []any {
	var list []any
	for _, e := range events {
		status := e.Data["notificationPointStatus"].(map[string]any)
		said := status["status"]
		if data, failed := status["statusCodeData"].(map[string]any); failed {
			said = data["subjectCode"].(string) + "-" + data["reasonCode"].(string)
		}
		list = append(list, e.Data["notificationPointId"], said)
	}
	return list
}

const done = "Executed-Success"

func TestESIM_PhonesInstallByThemselves(t *testing.T) {
	tests := map[string]struct {
		eid  string
		want []any
	}{
		"an ordinary phone":    {smdp.MagicEID("0001"), []any{3.0, done, 4.0, done}},
		"no EID":               {"", []any{3.0, done, 4.0, done}},
		"no memory":            {smdp.MagicEID("9901"), []any{3.0, done, 4.0, "8.1-4.8"}},
		"another phone":        {smdp.MagicEID("9902"), []any{1.0, "8.1.1-3.8"}},
		"not eligible":         {smdp.MagicEID("9903"), []any{1.0, "8.2.5-4.3"}},
		"code used":            {smdp.MagicEID("9904"), []any{1.0, "8.2.6-3.8"}},
		"code expired":         {smdp.MagicEID("9905"), []any{1.0, "8.8.5-4.10"}},
		"too many tries":       {smdp.MagicEID("9906"), []any{1.0, "8.8.5-6.4"}},
		"a fault of the eUICC": {smdp.MagicEID("9907"), []any{3.0, done, 4.0, "8.2-4.2"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newStand(t)
			w.makeESIM("o-1", test.eid)
			w.pass(20 * time.Second)
			w.events(eventProgress, 1)
			w.pass(5 * time.Second)
			w.events(eventProgress, len(test.want)/2)
			w.pass(time.Hour)
			w.settled()
			require.Equal(t, test.want, points(w.receiver.of(eventProgress)))
		})
	}
}

func TestESIM_SecondProfile_MostlyHelps(t *testing.T) {
	w := newStand(t)
	w.makeESIM("o-2", smdp.MagicEID("9907"))
	w.makeESIM("p-2", smdp.MagicEID("9908"))
	w.pass(20 * time.Second)
	w.events(eventProgress, 2)
	w.pass(5 * time.Second)
	w.events(eventProgress, 4)
	require.Equal(t, "Installed", w.profile("o-2")["state"])
	require.Equal(t, "Error", w.profile("p-2")["state"])
}

func TestESIM_ReportsAreLostAndDoubled(t *testing.T) {
	w := newStand(t)
	w.makeESIM("lost", smdp.MagicEID("9914"))
	w.makeESIM("doubled", smdp.MagicEID("9915"))
	w.pass(20 * time.Second)
	w.pass(5 * time.Second)
	events := w.events(eventProgress, 4)
	w.settled()
	require.Len(t, events, 4)
	require.Equal(t, events[0].EventID, events[1].EventID)
	require.Equal(t, "Installed", w.profile("lost")["state"])
}

func TestESIM_PlayedByHand(t *testing.T) {
	w := newStand(t)
	iccid := w.makeESIM("o-1", smdp.MagicEID("9909"))
	report := func(status string) reply {
		return w.call(http.MethodPost, "/control/esim/profiles/"+iccid+"/report", nil, map[string]any{"status": status, "at": "2026-01-01T00:00:00Z"})
	}
	w.pass(time.Hour)
	require.Equal(t, http.StatusUnprocessableEntity, report("eaten").status)
	require.Equal(t, http.StatusNoContent, report("no-memory").status)
	require.Equal(t, "no-memory", w.profile("o-1")["fault"])
	require.Equal(t, http.StatusNoContent, report("downloaded").status)
	require.Equal(t, http.StatusNoContent, report("installed").status)
	require.Equal(t, http.StatusUnprocessableEntity, report("installed").status, "it is on the phone")
	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/control/esim/profiles/1/report", nil, map[string]any{"status": "installed"}).status)
	events := w.events(eventProgress, 3)
	require.Equal(t, []any{4.0, "8.1-4.8", 3.0, done, 4.0, done}, points(events))
	require.Equal(t, iccid+"F", events[0].Data["iccid"])
	require.Equal(t, "2026-01-01T00:00:00Z", events[0].Data["timestamp"])
}

func TestESIM_StatesOfAProfile(t *testing.T) {
	w := newStand(t)
	order := map[string]any{"header": es2Header("o-1"), "profileType": "x"}
	iccid := w.es2("downloadOrder", order).body["iccid"]
	require.Equal(t, "Allocated", w.profile("o-1")["state"])
	w.es2("confirmOrder", map[string]any{"header": es2Header("o-1"), "iccid": iccid, "eid": smdp.MagicEID("9909")})
	require.Equal(t, "Confirmed", w.profile("o-1")["state"])
	w.es2("releaseProfile", map[string]any{"header": es2Header("o-1"), "iccid": iccid})
	require.Equal(t, "Released", w.profile("o-1")["state"])
	cancel := map[string]any{"header": es2Header("o-1"), "iccid": iccid, "finalProfileStatusIndicator": "Unavailable"}
	require.Equal(t, "8.2.1-3.10", code(w.es2("cancelOrder", cancel)))
	cancel["eid"] = smdp.MagicEID("9909")
	require.Equal(t, "8.2.6-3.10", code(w.es2("cancelOrder", cancel)))
	cancel["matchingId"] = w.profile("o-1")["matchingId"]
	require.Empty(t, code(w.es2("cancelOrder", cancel)))
	require.Equal(t, "Unavailable", w.profile("o-1")["state"])
	order["header"], order["eid"] = es2Header("o-2"), smdp.MagicEID("0001")
	w.es2("downloadOrder", order)
	require.Equal(t, "Linked", w.profile("o-2")["state"])
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodPost, "/esim/gsma/rsp2/es2plus/cancelOrder", nil, order).status)
}

// The standard lets no repeat be known by its call.
func TestESIM_Strict_RefusesRepeats(t *testing.T) {
	w := newStand(t)
	order := map[string]any{"header": es2Header("o-1"), "profileType": "x", "eid": smdp.MagicEID("9916")}
	first, second := w.es2("downloadOrder", order).body["iccid"], w.es2("downloadOrder", order).body["iccid"]
	require.NotEqual(t, first, second)
	confirm := map[string]any{"header": es2Header("o-1"), "iccid": first, "eid": smdp.MagicEID("9916"), "matchingId": "AAAAA", "releaseFlag": true}
	require.Empty(t, code(w.es2("confirmOrder", confirm)))
	require.Equal(t, "8.2.6-3.3", code(w.es2("confirmOrder", confirm)))
	require.Empty(t, code(w.es2("releaseProfile", map[string]any{"header": es2Header("o-1"), "iccid": first})))
	confirm["iccid"] = second
	require.Equal(t, "8.2.6-3.3", code(w.es2("confirmOrder", confirm)), "of another profile")
}

func TestESIM_RoomPlaysThePhone(t *testing.T) {
	w := newStand(t)
	iccid := w.makeESIM("o-1", smdp.MagicEID("9909"))
	for _, page := range []string{"/install", "/console/esim"} {
		shown := w.call(http.MethodGet, page, nil, nil)
		require.Contains(t, shown.raw, "/control/esim/profiles/"+iccid+"/report", page)
	}
}

func TestDocs_ListEveryMagicEID(t *testing.T) {
	text := docs(t)
	for digits, outcome := range smdp.Magic() {
		require.Contains(t, text, "| `"+smdp.MagicEID(digits)+"` | `"+outcome+"` |")
	}
}
