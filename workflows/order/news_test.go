package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// No caller waits for the answer to news, so operators must see that the books refuse it.
func TestOrder_NewsRefused_ShownToOperators(t *testing.T) {
	const newsComes = 3 * time.Minute
	news := map[string]struct {
		write string
		comes func(*testing.T) *workflowtest.Story
	}{
		"a scan": {"parcel-picked-up", func(t *testing.T) *workflowtest.Story {
			s := workflowtest.NewStory(t)
			s.IsPaid()
			s.Scanned(newsComes, contract.ShipmentPickedUp)
			s.Cancels(2 * time.Hour)
			return s
		}},
		"an answer of the identity app": {"identity-completed", func(t *testing.T) *workflowtest.Story {
			s := workflowtest.NewStory(t)
			s.ChoosesUpToIdentity()
			s.AsksForPush(newsComes - time.Second)
			s.AppAnswers(newsComes, "order1", contract.IdentityCompleted)
			return s
		}},
		"a report of the phone": {"profile-downloaded", func(t *testing.T) *workflowtest.Story {
			s := workflowtest.NewESIMStory(t)
			s.IsPaidESIM()
			s.ReportedESIM(newsComes, workflowtest.FirstESIM, contract.ProfileDownloaded, "")
			s.IsInstalled(time.Hour, workflowtest.FirstESIM)
			return s
		}},
	}
	for name, n := range news {
		t.Run(name, func(t *testing.T) {
			s := n.comes(t)
			s.Fails(n.write, workflowtest.No(contract.FailNumberUnknown))
			shown, missed := s.KeepsAttributes(), false
			s.At(newsComes+time.Second, func() {
				missed = shown[contract.AttrNeedsAttention] == true && shown[contract.AttrFailureCode] == string(contract.FailNumberUnknown)
				s.Fails(n.write, nil)
			})

			s.Run()

			require.Positive(t, s.Happened(n.write), "the fault")
			require.True(t, missed)
		})
	}
}
