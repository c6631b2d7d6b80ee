package servertest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities/portout"
	"selfcare/internal/contract"
	portoutstore "selfcare/internal/store/portout"
)

// FakePortOuts plays the workflow of port-outs on the real tables and answers at once.
type FakePortOuts struct {
	Books   *portout.Activities
	db      portoutstore.PortOuts
	Asked   []contract.PortOutInput
	Stopped contract.PortOutStage // the stage after an objection
	Over    bool                  // the workflow has ended
}

func (f *FakePortOuts) StartPortOut(ctx context.Context, in contract.PortOutInput) error {
	f.Asked = append(f.Asked, in)
	return nil
}

// Check stores the result of the check of the last request.
func (f *FakePortOuts) Check(t *testing.T) contract.PortOut {
	t.Helper()
	in := f.Asked[len(f.Asked)-1]
	p, err := f.Books.CheckPortOut(t.Context(), in.Port, contract.PortOutCheck{At: contract.At{Now: in.Port.AskedAt}, Asked: in.Asked})
	require.NoError(t, err)
	return p
}

func (f *FakePortOuts) Object(ctx context.Context, reference, _ string) (contract.PortOut, error) {
	if f.Over {
		return contract.PortOut{}, contract.Refuse(contract.FailPortOutOver)
	}
	p, err := f.db.Get(ctx, reference)
	if err != nil {
		return p, err
	}
	if p, err = f.Books.RecordObjection(ctx, p, contract.At{Now: time.Now()}); err != nil {
		return p, err
	}
	switch f.Stopped {
	case contract.PortOutStopped:
		return f.Books.EndPortOut(ctx, p, contract.PortOutEnded{At: contract.At{Now: time.Now()}, Stage: f.Stopped})
	case contract.PortOutMoving:
		return f.Books.BeginPortOut(ctx, p, contract.At{Now: time.Now()})
	default:
		return p, nil
	}
}

func (f *FakePortOuts) Resolve(ctx context.Context, reference, _ string, in contract.Resolution) (contract.PortOut, error) {
	p, err := f.db.Get(ctx, reference)
	if err != nil {
		return p, err
	}
	return f.Books.ResumePortOut(ctx, p, contract.PortOutResumed{At: contract.At{Now: time.Now()}, Resolution: in})
}

const AskReference = "PO00000007"

func AskData(change ...string) string {
	now := time.Now().UTC()
	data := `{"reference":"` + AskReference + `","recipient":"stc","msisdn":"0570000001","idNumber":"` + OwnerID + `","answerBy":"` +
		now.Add(time.Hour).Format(time.RFC3339) + `","cutOverAt":"` + now.Add(48*time.Hour).Format(time.RFC3339) + `"}`
	return strings.NewReplacer(change...).Replace(data)
}

func (r *Rig) PortAsked() {
	r.T.Helper()
	r.Exec("INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES ('stc', 'STC', 'إس تي سي', false, 0) ON CONFLICT DO NOTHING")
	require.Equal(r.T, http.StatusOK, r.Report("portability", CallBack("evt_port_out_1", "port-out.asked", AskData())).StatusCode)
}
