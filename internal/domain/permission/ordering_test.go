package permission_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestStartOrder_SignedIn_IsRefused(t *testing.T) {
	tests := map[string]struct {
		kind    contract.Kind
		source  contract.NumberSource
		refused bool
	}{
		"new number on a SIM":        {contract.KindSIM, contract.NumberNew, true},
		"new number on an eSIM":      {contract.KindESIM, contract.NumberNew, true},
		"bring a number to a SIM":    {contract.KindSIM, contract.NumberPortIn, true},
		"bring a number to an eSIM":  {contract.KindESIM, contract.NumberPortIn, true},
		"multi-SIM":                  {contract.KindMultiSIM, contract.NumberNew, false},
		"another SIM for the number": {contract.KindSIMReplacement, contract.NumberExisting, false},
		"an eSIM for the number":     {contract.KindESIMReplacement, contract.NumberExisting, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, permission.StartOrder(tt.kind, tt.source, false))
			err := permission.StartOrder(tt.kind, tt.source, true)
			if tt.refused {
				require.Equal(t, contract.Refuse(contract.FailLogOutFirst), err)
				return
			}
			require.NoError(t, err)
		})
	}
}
