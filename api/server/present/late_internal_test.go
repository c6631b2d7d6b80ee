package present

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
)

func TestOrder_Incident_ShowsItsTextAndTime(t *testing.T) {
	now := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	strike := incident.Incident{Partner: order.PartnerCourier, From: now.Add(-time.Hour), Until: now.Add(9 * time.Hour), TextEn: "A strike", TextAr: "إضراب"}
	v := Presenter{language: "ar", now: now, lasting: []incident.Incident{strike}}
	o := contract.Order{
		Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: contract.StageDispatched,
		Late: &contract.Late{Stage: contract.StageDispatched, Since: now, ExpectedBy: now.Add(time.Hour)},
	}
	shown := v.Order(o)
	require.Equal(t, []string{"إضراب"}, shown.Incident.Texts)
	require.Equal(t, strike.Until, *shown.Incident.Until)
	require.Equal(t, strike.Until, *shown.Late.ExpectedBy)
	require.Equal(t, shown.Incident, v.linked(o, permission.Tracking).Incident)
	o.Stage = contract.StageDelivered
	require.Nil(t, v.Order(o).Incident)
}

func TestOrder_Late_ShowsItsNewTime(t *testing.T) {
	now := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	soon, past := Presenter{language: "en", now: now}, Presenter{language: "en", now: now.Add(2 * time.Hour)}
	o := orderkinds.OfKind(orderkinds.All()[0], contract.StagePreparing)
	require.Nil(t, soon.Order(o).Late)
	o.Late = &contract.Late{Stage: contract.StagePreparing, Since: now.Add(-time.Hour), ExpectedBy: now.Add(time.Hour)}
	require.Equal(t, o.Late.Since, soon.Order(o).Late.Since)
	require.Equal(t, o.Late.ExpectedBy, *soon.Order(o).Late.ExpectedBy)
	require.Nil(t, past.Order(o).Late.ExpectedBy)
	require.NotNil(t, soon.linked(o, permission.Tracking).Late, "the holder of a tracking link is told, too")
}
