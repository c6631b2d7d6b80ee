package support_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
)

// Few people may see a customer's order, and each access is logged.
func TestSupportAudit_ReadOrder_IsRecorded(t *testing.T) {
	for name, path := range map[string]string{"the order": "/ORDER", "its books": "/ORDER/books", "the list it is on": "?stage=wizard"} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t)
			o := r.Start()
			support := servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
			log := func() []gen.AuditEntry {
				return servertest.Decoded[servertest.AuditPage](t, r.Call(http.MethodGet, "/api/support/audit?orderId="+o.ID, "", support)).Items
			}
			require.Empty(t, log())
			for range 2 {
				got := r.Call(http.MethodGet, "/api/support/orders"+strings.ReplaceAll(path, "ORDER", o.ID), "", support)
				require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
				require.Len(t, log(), 1, "one entry for each reader, order and hour")
			}
			require.EqualValues(t, "order-read", log()[0].Action)
			require.Len(t, log()[0].Actor, 36)
		})
	}
}

func TestSupportAudit_Fails_HidesOrder(t *testing.T) {
	r := servertest.New(t)
	o := r.DeliverOrder("1000000008", "8996601000000000004")
	support := servertest.Bearer(r.SignedIn("support@selfcare.example", "support"))
	_, err := r.DB.ExecContext(t.Context(), "ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID")
	require.NoError(t, err)
	for _, path := range []string{"/" + o.ID, "/" + o.ID + "/books", "?stage=delivered"} {
		got := r.Call(http.MethodGet, "/api/support/orders"+path, "", support)
		require.Equal(t, http.StatusInternalServerError, got.StatusCode, path)
		require.NotContains(t, string(got.Body), o.ID)
	}
}
