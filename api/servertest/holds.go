package servertest

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

func (r *Rig) RequireStarted(t *testing.T, got Answer) Started {
	t.Helper()
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	begun := Decoded[gen.StartOrder201JSONResponse](t, got)
	return Started{begun.Order.Id, begun.OrderSessionId}
}
