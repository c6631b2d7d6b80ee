package incident_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
)

var now = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)

func parcelFor(city string) contract.Order {
	return contract.Order{
		Kind: contract.KindSIM, Stage: contract.StageDispatched,
		Delivery: &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: city}},
	}
}

func TestTouches_WaitingOrder_IsTrue(t *testing.T) {
	esim := contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberNew, Stage: contract.StagePreparing, Profile: &contract.Profile{State: contract.ProfileOrdered}}
	port := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: contract.StagePlaced, Port: &contract.Port{Status: contract.PortSubmitted}, Delivery: parcelFor("abha").Delivery}
	held := parcelFor("jeddah")
	held.Stage, held.Held = contract.StageHeld, &contract.Held{From: contract.StagePreparing, Work: contract.WorkShip}
	delivered := parcelFor("jeddah")
	delivered.Stage = contract.StageDelivered
	courier, jeddah := incident.Incident{Partner: order.PartnerCourier}, incident.Incident{City: "jeddah"}
	clearing, smdp := incident.Incident{Partner: order.PartnerPortability}, incident.Incident{Partner: order.PartnerESIM}
	for name, c := range map[string]struct {
		order contract.Order
		by    []bool // courier, Jeddah, clearing house, SM-DP+
	}{
		"a parcel for Jeddah":    {parcelFor("jeddah"), []bool{true, true, false, false}},
		"one for Riyadh":         {parcelFor("riyadh"), []bool{true, false, false, false}},
		"held by the courier":    {held, []bool{true, true, false, false}},
		"delivered":              {delivered, []bool{false, false, false, false}},
		"an eSIM in production":  {esim, []bool{false, false, false, true}},
		"a number asked for":     {port, []bool{false, false, true, false}},
		"an order in the wizard": {contract.Order{Stage: contract.StageWizard, Delivery: held.Delivery}, []bool{false, false, false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			touched := []bool{courier.Affects(c.order), jeddah.Affects(c.order), clearing.Affects(c.order), smdp.Affects(c.order)}
			require.Equal(t, c.by, touched)
		})
	}
}

func TestOf_SeveralIncidents_HasLastTime(t *testing.T) {
	sooner := incident.Incident{City: "jeddah", From: now.Add(-time.Hour), Until: now.Add(time.Hour), TextEn: "Storm", TextAr: "عاصفة"}
	later := incident.Incident{Partner: order.PartnerCourier, From: now.Add(-2 * time.Hour), Until: now.Add(3 * time.Hour), TextEn: "Strike", TextAr: "إضراب"}
	all := []incident.Incident{sooner, later}
	require.Equal(t, incident.Shown{Texts: []string{"Storm", "Strike"}, Until: later.Until}, incident.Of(parcelFor("jeddah"), all, "en", now))
	require.Equal(t, []string{"إضراب"}, incident.Of(parcelFor("riyadh"), all, "ar", now).Texts)
	require.Empty(t, incident.Of(parcelFor("jeddah"), all, "en", now.Add(-3*time.Hour)), "none has begun")
	require.Zero(t, incident.Of(parcelFor("jeddah"), all, "en", now.Add(2*time.Hour)).Until, "the city's incident lasts beyond its estimate: no end is known")
	later.EndedAt = now
	require.Empty(t, incident.Of(parcelFor("riyadh"), []incident.Incident{later}, "en", now))
}

func TestExpectedBy_Incident_IsAfterItsEnd(t *testing.T) {
	own := now.Add(2 * time.Hour)
	require.Equal(t, own, incident.Shown{}.ExpectedBy(own))
	require.Equal(t, now.Add(3*time.Hour), incident.Shown{Texts: []string{"x"}, Until: now.Add(3 * time.Hour)}.ExpectedBy(own))
	require.Equal(t, own, incident.Shown{Texts: []string{"x"}, Until: now.Add(time.Hour)}.ExpectedBy(own))
	require.Zero(t, incident.Shown{Texts: []string{"x"}}.ExpectedBy(own))
}

func TestValidate_Incident_IsConsistent(t *testing.T) {
	good := incident.Incident{Partner: order.PartnerCourier, From: now, Until: now.Add(time.Hour)}
	require.NoError(t, good.Validate(now))
	both, neither, past, backwards := good, good, good, good
	both.City, neither.Partner, past.From, past.Until, backwards.From = "abha", "", now.Add(-2*time.Hour), now.Add(-time.Hour), now.Add(2*time.Hour)
	for name, c := range map[string]struct {
		incident incident.Incident
		want     contract.Code
	}{
		"both":      {both, contract.FailIncidentOfOne},
		"neither":   {neither, contract.FailIncidentOfOne},
		"past":      {past, contract.FailIncidentTimes},
		"backwards": {backwards, contract.FailIncidentTimes},
	} {
		t.Run(name, func(t *testing.T) { require.EqualError(t, c.incident.Validate(now), string(c.want)) })
	}
}
