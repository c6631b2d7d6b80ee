package orders_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/domain/calendar"
)

func TestGetOrder_ParcelAhead_TellsItsDays(t *testing.T) {
	monday := time.Date(2026, 11, 30, 9, 0, 0, 0, calendar.Riyadh)
	r := servertest.New(t, func(o *server.Options) { o.Now = func() time.Time { return monday } })
	r.Exec("INSERT INTO holidays (day, name_en, name_ar) VALUES ('2026-12-01', 'A holiday', 'عطلة')")
	o := r.Start()
	shown := servertest.Decoded[gen.Order](t, r.Call("GET", "/api/orders/"+o.ID, "", servertest.Header{"X-Order-Session": o.Session}))
	require.NotNil(t, shown.ExpectedDelivery)
	require.Equal(t, []string{"2026-12-02", "2026-12-05"}, []string{shown.ExpectedDelivery.First.String(), shown.ExpectedDelivery.Last.String()})
	esim := r.ESIM()
	shown = servertest.Decoded[gen.Order](t, r.Call("GET", "/api/orders/"+esim.ID, "", servertest.Header{"X-Order-Session": esim.Session}))
	require.Nil(t, shown.ExpectedDelivery)
}
