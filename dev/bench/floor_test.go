package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The sums are counted by hand, event by event.
func TestFloorOf(t *testing.T) {
	tests := map[string]struct {
		flow Flow
		want Floor
	}{
		"paid at once":               {Flow{Scans: 4, Notices: 4}, Floor{Order: 163, Payment: 11, Shipment: 41}},
		"3-D Secure":                 {Flow{Challenge: true, Scans: 4, Notices: 4}, Floor{Order: 168, Payment: 28, Shipment: 41}},
		"the customer is told once":  {Flow{Scans: 4, Notices: 1}, Floor{Order: 145, Payment: 11, Shipment: 41}},
		"picked up, then delivered":  {Flow{Scans: 2, Notices: 4}, Floor{Order: 163, Payment: 11, Shipment: 31}},
		"an eSIM, installed at once": {Flow{ESIM: true, Notices: 3}, Floor{Order: 129, Payment: 11, Profile: 29}},
		"a courier that scans a lot": {Flow{Scans: 9, Notices: 4}, Floor{Order: 163, Payment: 11, Shipment: 66}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, FloorOf(tt.flow))
		})
	}
}

func TestFloor_TotalIsThatOfAllWorkflows(t *testing.T) {
	require.Equal(t, 6, Floor{Order: 3, Payment: 2, Shipment: 1}.Total())
}

func TestFloor_KnowsWhatAWorkflowOfSequentialActivitiesCosts(t *testing.T) {
	const k = 3

	require.Equal(t, 5+6*k, runEvents+taskEvents+k*regular)
}

func TestFloor_KnowsWhatAStepCosts(t *testing.T) {
	require.Equal(t, 6, step, "an update that one local activity answers")
	require.Equal(t, 12, askedStep, "the same with a regular activity before it")
}
