package orders_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// recordedFlow writes each step to the row, and answers with a later state of the workflow than that row.
type recordedFlow struct{ *servertest.FakeFlow }

const recordedSeq = 100

func (f *recordedFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	o, err := f.FakeFlow.Update(ctx, orderNumber, update, key, arg)
	o.Seq += recordedSeq
	return o, err
}

func TestStep_RowWritten_HasWorkflowAnswer(t *testing.T) {
	r := servertest.New(t)
	r.ReplaceFlow(&recordedFlow{r.Flow})
	o := r.Start()
	got := r.SelectNumber(o, servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.EqualValues(t, recordedSeq+2, servertest.Decoded[gen.Order](t, got).Seq)
}

// Without Redis pages get no notices, but the workflow still answers a step.
func TestStep_RedisAway_IsAnswered(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.Redis.Close()
	require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode)
}

func TestStep_WorkflowRefuses_StaysRefused(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	r.Refuse(contract.Refuse(contract.FailStepOutOfOrder))
	servertest.RequireRefused(t, r.SelectNumber(o, servertest.FreshKey()), contract.FailStepOutOfOrder)
}
