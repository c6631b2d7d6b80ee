package servertest

import (
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store/linesim"
)

// WithSIMs gives a line its primary SIM, an active extra SIM and a pending one.
func (r *Rig) WithSIMs(lineID string) (primary, watch, car linesim.SIM) {
	r.T.Helper()
	primary = linesim.SIM{ID: uuid.NewString(), LineID: lineID, ICCID: "8996605000000000017", Primary: true, State: contract.SIMActive, Type: contract.SIMPhysical, Since: time.Now()}
	watch = linesim.SIM{ID: uuid.NewString(), LineID: lineID, ICCID: "8996605000000000025", Name: "Watch", State: contract.SIMActive, Type: contract.SIMEmbedded, MonthlyFee: 1000, Since: time.Now()}
	car = linesim.SIM{ID: uuid.NewString(), LineID: lineID, OrderID: uuid.NewString(), Name: "Car", State: contract.SIMPending, Type: contract.SIMPhysical, Since: time.Now()}
	for _, sim := range []linesim.SIM{primary, watch, car} {
		require.NoError(r.T, r.Store.LineSIMs.Add(r.T.Context(), sim))
	}
	return primary, watch, car
}

func (r *Rig) ChangeSIM(token, path, simID, code string, headers ...Header) Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"sim_id":%q,"otp":%q}`, simID, code)
	return r.Call(http.MethodPost, "/api/users/current/"+path, body, append([]Header{Bearer(token), V3, FreshKey()}, headers...)...)
}
