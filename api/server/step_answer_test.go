package server_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// recordedFlow writes each step to the row, and answers with a later state of the workflow than that row.
type recordedFlow struct{ *fakeFlow }

const recordedSeq = 100

func (f *recordedFlow) Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error) {
	o, err := f.fakeFlow.Update(ctx, orderNumber, update, key, arg)
	o.Seq += recordedSeq
	return o, err
}

func TestStep_RowWritten_AnswersWithTheWorkflow(t *testing.T) {
	r := newRig(t)
	r.replaceFlow(&recordedFlow{r.flow})
	o := r.start()
	got := r.selectNumber(o, freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.EqualValues(t, recordedSeq+2, decoded[gen.Order](t, got).Seq)
}

// Without Redis pages hear of no change; the workflow still answers a step.
func TestStep_RedisAway_IsAnswered(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.redis.Close()
	require.Equal(t, http.StatusOK, r.selectNumber(o, freshKey()).StatusCode)
}

func TestStep_WorkflowRefuses_StaysRefused(t *testing.T) {
	r := newRig(t)
	o := r.start()
	r.refuse(contract.Refuse(contract.FailStepOutOfOrder))
	requireRefused(t, r.selectNumber(o, freshKey()), contract.FailStepOutOfOrder)
}
